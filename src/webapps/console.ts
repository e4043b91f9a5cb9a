import { html, pageHead } from '../platform/pages/html.ts'
import { ICON, type WebApp } from './web-app.ts'

/** Preloaded by the page, because the first request of the script is for the signed-in user. */
const SESSION = '/api/v1/publique/sessions-personnel'

/**
 * The application for staff. Its script reads the style nonce, because Mantine creates a style element. Customers return
 * to `returnAddress` from payments by links of staff.
 */
export const createConsole = (shop: () => string, returnAddress: string): WebApp => ({
  folder: 'console',
  title: 'La console',
  base: '/console',
  jsx: 'react',
  page: ({ script, style }, styleNonce) =>
    html`<!doctype html>
<html lang="fr">
<head>
${pageHead(`Console · ${shop()}`, `/console/fichiers/${style}`, ICON)}
<meta name="comptoir-shop" content="${shop()}">
<meta name="comptoir-return" content="${returnAddress}">
<meta name="style-nonce" content="${styleNonce}">
<link rel="preload" href="${SESSION}" as="fetch" crossorigin="anonymous">
<script type="module" src="/console/fichiers/${script}"></script>
</head>
<body>
<div id="console"></div>
<noscript>La console a besoin de JavaScript.</noscript>
</body>
</html>
`,
  /**
   * Allows scripts, styles, requests, pictures and frames of this host only, besides pictures in `data:` and `blob:`
   * URLs; no page may frame it.
   */
  policy: styleNonce => [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ],
})

/** The console as it is built, for any shop. */
export const consoleApp = createConsole(() => 'Comptoir', '/')
