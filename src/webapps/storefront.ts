import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { html } from '../platform/pages/html.ts'
import { type Build, ICON, ICON_SVG, type PlainFile, type WebApp } from './web-app.ts'

type Shop = { shop: string; base: string }

const worker = new URL('../../examples/storefront/service-worker.js', import.meta.url)

const manifest = ({ shop, base }: Shop) => ({
  name: shop,
  short_name: shop.slice(0, 12),
  lang: 'fr',
  start_url: `${base}/`,
  scope: `${base}/`,
  display: 'standalone',
  background_color: '#fbf8f3',
  theme_color: '#fbf8f3',
  icons: ['any', 'maskable'].map(purpose => ({
    ...{ src: `${base}/icone.svg`, type: 'image/svg+xml', sizes: 'any', purpose },
  })),
})

/**
 * Returns the manifest, icon and service worker with which a phone installs the shop. The worker contains a version
 * that changes with each build, so that browsers replace the installed worker.
 */
function installable(shop: Shop, { script, style, files }: Build): PlainFile[] {
  const { base } = shop
  const text = readFileSync(worker, 'utf8')
  const names = files.map(({ name }) => name)
  const version = createHash('sha256').update(text).update(names.join()).digest('base64url').slice(0, 12)
  const first = [script, style].map(name => `${base}/fichiers/${name}`)
  const about = { version, page: `${base}/`, files: `${base}/fichiers/`, first }
  return [
    { name: 'boutique.webmanifest', type: 'application/manifest+json', text: JSON.stringify(manifest(shop)) },
    { name: 'icone.svg', type: 'image/svg+xml', text: ICON_SVG },
    {
      name: 'service-worker.js',
      type: 'text/javascript; charset=utf-8',
      text: `const SHOP = ${JSON.stringify(about)}\n${text}`,
    },
  ]
}

export type Storefront = {
  /** Returns the name of the shop, which staff may change. */
  shop: () => string
  /** The base path; empty on a separate host. */
  base: string
  /** The origin of the platform; empty if the platform itself serves the pages. */
  api: string
  /**
   * Whether the payment page opens in a frame, which the platform must allow for this origin, or replaces the shop's page.
   */
  payment: 'frame' | 'redirect'
}

/**
 * Allows scripts, styles, workers, the manifest and forms of this host only, requests also to the platform, pictures
 * also of the platform, of any https origin and in `data:` URLs, and frames of any http or https origin.
 */
const policyOf = (api: string) => [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  `connect-src 'self' ${api}`.trim(),
  `img-src 'self' data: https: ${api}`.trim(),
  // The payment page has the platform's public address, which may differ from the requested one.
  "frame-src 'self' http: https:",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
]

/** The web shop of `examples/storefront`, served by the platform or written as files for another host. */
export const createStorefront = ({ shop, base, api, payment }: Storefront): WebApp => ({
  folder: 'examples/storefront',
  title: 'La boutique',
  base,
  jsx: 'preact',
  page: ({ script, style }) =>
    html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#fbf8f3" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#17191b" media="(prefers-color-scheme: dark)">
${api === '' ? '' : html`<meta http-equiv="Content-Security-Policy" content="${policyOf(api).join('; ')}">`}
<meta name="description" content="${shop()}, la boutique en ligne">
<meta name="comptoir-shop" content="${shop()}">
<meta name="comptoir-api" content="${api}">
<meta name="comptoir-base" content="${base}">
<meta name="comptoir-payment" content="${payment}">
<title>${shop()}</title>
<link rel="icon" href="${ICON}">
<link rel="manifest" href="${base}/boutique.webmanifest">
<link rel="stylesheet" href="${base}/fichiers/${style}">
<script type="module" src="${base}/fichiers/${script}"></script>
</head>
<body>
<div id="boutique"></div>
<noscript>La boutique a besoin de JavaScript.</noscript>
</body>
</html>
`,
  staticFiles: {
    names: ['boutique.webmanifest', 'icone.svg', 'service-worker.js'],
    make: built => installable({ shop: shop(), base }, built),
  },
  policy: () => [...policyOf(api), "frame-ancestors 'none'"],
})

/**
 * The configuration of the shop that the platform itself serves: the platform allows its own pages to frame the
 * payment page.
 */
export const SERVED_STOREFRONT: Storefront = {
  shop: () => 'Comptoir',
  base: '/boutique',
  api: '',
  payment: 'frame',
}
