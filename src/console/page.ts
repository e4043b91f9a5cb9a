import { ICON } from '../home/icon.ts'
import { html } from '../platform/pages/html.ts'
import type { Built } from './build.ts'

/** The one page of the console. The style nonce is read by the script: the library that draws writes a style element of its own. */
export const consolePage = ({ script, parts, styles }: Built, nonce: string): string =>
  html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="style-nonce" content="${nonce}">
<title>Console</title>
<link rel="icon" href="${ICON}">
${styles.map(name => html`<link rel="stylesheet" href="/console/fichiers/${name}">`)}
${parts.map(name => html`<link rel="modulepreload" href="/console/fichiers/${name}">`)}
<script type="module" src="/console/fichiers/${script}"></script>
</head>
<body>
<div id="console"></div>
<noscript>La console a besoin de JavaScript.</noscript>
</body>
</html>
`.markup

/** What a person sees where it could not be built; the interface goes on. */
export const failedPage = (): string =>
  html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Console</title>
<link rel="icon" href="${ICON}">
</head>
<body>
<h1>La console n’a pas pu être préparée</h1>
<p>Le reste fonctionne. Le journal du serveur dit pourquoi ; cette page essaie de nouveau quand vous la rechargez.</p>
</body>
</html>
`.markup

/** Nothing foreign runs, is asked or frames it. Pictures of articles are shown where they are this host's own. */
export const headersWith = (nonce: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
})
