import { baseStyle, pageFiles } from '../../platform/pages/files.ts'
import { type Html, html } from '../../platform/pages/html.ts'

export const { base, routes: styleRoutes } = pageFiles('/compte', [['compte.css', 'text/css', baseStyle]])

/** `up` leads to the folder of the pages. */
export type Page = { shop: string; title: string; content: Html; up?: string }

/** A whole page, without a script. Addresses in it are relative, so that it stands under any base address. */
export const layout = ({ shop, title, content, up = '' }: Page): string =>
  html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} – ${shop}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}${base}compte.css">
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
