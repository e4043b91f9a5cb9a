import { formatEuros } from '../../platform/money.ts'
import type { Link } from '../tables.ts'
import { type Html, html } from './html.ts'

type Page = { title: string; content: Html; head?: Html; link?: Link }

/** A whole page. Addresses in it are relative, so that it stands under any base address. `up` leads to where the files lie. */
export const layout = ({ title, content, head, link }: Page, up = ''): string =>
  html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}page.css">
<script type="module" src="${up}page.js"></script>
${head}
</head>
<body>
<main>
${link && summary(link)}
${content}
</main>
</body>
</html>
`.markup

const summary = ({ montantCents, devise, orderId }: Link) => html`<header>
<p class="amount">${formatEuros(montantCents, devise)}</p>
${orderId !== null && html`<p class="order">Commande <span>${orderId}</span></p>`}
</header>`

/** The way back to the shop, out of the frame that the page may stand in. */
export const backLink = (href: string, text: string, primary = false) =>
  html`<p><a class="${primary ? 'button' : 'quiet'}" href="${href}" target="_top" rel="noreferrer">${text}</a></p>`
