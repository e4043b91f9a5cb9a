import { type Html, html, pageHead } from '../../platform/pages/html.ts'
import { baseStyle, pageFiles } from '../../platform/pages/serve.ts'

export const { base, routes: styleRoutes } = pageFiles('/compte', [['compte.css', 'text/css', baseStyle]])

/** `up` leads to the folder of the pages. */
export type Page = { shop: string; title: string; content: Html; up?: string }

/** A whole page, without a script. Addresses in it are relative, so that it stands under any base address. */
export const layout = ({ shop, title, content, up = '' }: Page): string =>
  html`<!doctype html>
<html lang="fr">
<head>
${pageHead(`${title} – ${shop}`, `${up}${base}compte.css`)}
</head>
<body>
<main>
<div class="counter">
<p class="lead">${shop}</p>
${content}
</div>
</main>
</body>
</html>
`.markup

/** How it ended, in two sentences. */
export const told = (title: string, text: string) => html`<h1>${title}</h1>
<p>${text}</p>`
