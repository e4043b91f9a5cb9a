import { readFileSync } from 'node:fs'
import { type Html, html, pageHead } from '../../../platform/pages/html.ts'
import { baseStyle, pageFiles } from '../../../platform/pages/serve.ts'

const style = readFileSync(new URL('bordereau.css', import.meta.url), 'utf8')
const { base, routes } = pageFiles('/api/v1/publique/bordereaux', [
  ['bordereau.css', 'text/css', baseStyle + style],
])
export const styleRoutes = routes

/** Leads from a page's address to `/api/v1/`, however many slashes it ends with, under whatever base address it stands. */
function upFrom(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  const inside = path.slice(path.indexOf(ROOT) + ROOT.length)
  return '../'.repeat(inside.split('/').length - 1)
}
const ROOT = '/api/v1/'

/** A whole page, for the address that was asked. */
export const layout = (url: string, title: string, content: Html): string =>
  html`<!doctype html>
<html lang="fr">
<head>
${pageHead(title, `${upFrom(url)}publique/bordereaux/${base}bordereau.css`)}
</head>
<body class="slips">
<main>
${content}
</main>
</body>
</html>
`.markup
