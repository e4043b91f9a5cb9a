import { type Html, html, pageHead } from '../../../platform/pages/html.ts'
import { base } from '../files.ts'
import type { Words } from '../words/words.ts'
import { lock } from './icons.ts'
import { type Stub, stubHtml } from './stub.ts'

export type Page = {
  words: Words
  title: string
  content: Html
  /** What the page tells the page that frames it. */
  state: string
  head?: Html
  /** Absent where there is no link. */
  stub?: Stub
  /** The way back to the shop, told to the page that frames it once there is something to go back with. */
  back?: string
}

/** A whole page. Addresses in it are relative, so that it stands under any base address. `up` leads to the links' folder. */
export const layout = ({ words, title, content, state, head, stub, back }: Page, up = ''): string =>
  html`<!doctype html>
<html lang="${words.lang}">
<head>
${pageHead(title, `${up}${base}page.css`)}
<link rel="modulepreload" href="${up}${base}card.js">
<link rel="modulepreload" href="${up}${base}words.js">
<script type="module" src="${up}${base}page.js"></script>
${head}
</head>
<body data-etat="${state}"${back !== undefined && html` data-retour="${back}"`}>
<main class="${stub ? 'ticket' : 'ticket plain'}">
${stub && stubHtml(words, stub, up)}
<div class="counter">
${content}
</div>
</main>
<footer>${lock}<p>${words.secure}</p></footer>
</body>
</html>
`.markup

/** The way back to the shop, out of the frame that the page may stand in. */
export const backLink = (href: string, text: string, primary = false) =>
  html`<p class="way"><a class="${primary ? 'button' : 'quiet'}" href="${href}" target="_top" rel="noreferrer">${text}</a></p>`
