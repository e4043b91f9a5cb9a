import { ICON } from '../home/icon.ts'
import { html } from '../platform/pages/html.ts'

/** What a person sees where it could not be built; the interface goes on. */
export const failedPage = (title: string): string =>
  html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${ICON}">
</head>
<body>
<h1>${title} n’a pas pu être préparée</h1>
<p>Le reste fonctionne. Le journal du serveur dit pourquoi ; cette page essaie de nouveau quand vous la rechargez.</p>
</body>
</html>
`.markup

/** `policy`: the lines of its Content-Security-Policy. */
export const headersOf = (policy: string[]) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy.join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
})
