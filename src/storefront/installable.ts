import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ICON_SVG } from '../home/icon.ts'
import type { Built, PlainFile } from '../webapps/web-app.ts'

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

/** What makes a shop one that a telephone installs and opens without a network. Its worker changes with every build. */
export function installable(shop: Shop, { script, style, files }: Built): PlainFile[] {
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
