import { readFileSync } from 'node:fs'
import { type Html, html, pageHead } from '../../../platform/pages/html.ts'
import { baseStyle, pageFiles } from '../../../platform/pages/serve.ts'

const style = readFileSync(new URL('facture.css', import.meta.url), 'utf8')
const { base, routes } = pageFiles('/api/v1/publique/factures', [
  ['facture.css', 'text/css', baseStyle + style],
])
export const styleRoutes = routes

/** A whole page. Addresses in it are relative, so that it stands under any base address; it lies in an order's folder. */
export const layout = (title: string, content: Html): string =>
  html`<!doctype html>
<html lang="fr">
<head>
${pageHead(title, `../../factures/${base}facture.css`)}
</head>
<body class="invoice">
<main>
${content}
</main>
</body>
</html>
`.markup
