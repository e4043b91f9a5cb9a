import { formatEuros } from '../../../platform/money.ts'
import { pageHead } from '../../../platform/pages/head.ts'
import { type Html, html } from '../../../platform/pages/html.ts'
import type { Link } from '../../tables.ts'
import { base } from '../files.ts'
import { lock } from './icons.ts'

export type Page = {
  title: string
  content: Html
  /** What the page tells the page that frames it. */
  state: string
  head?: Html
  link?: Link
  /** The way back to the shop, told to the page that frames it once there is something to go back with. */
  back?: string
  /** When the link ends, said on the stub while that matters. */
  until?: Date | undefined
  /** Put on the stub once it is done. */
  stamp?: string | undefined
}

/** A whole page. Addresses in it are relative, so that it stands under any base address. `up` leads to the links' folder. */
export const layout = ({ title, content, state, head, link, back, until, stamp }: Page, up = ''): string =>
  html`<!doctype html>
<html lang="fr">
<head>
${pageHead(title, `${up}${base}page.css`)}
<link rel="modulepreload" href="${up}${base}card.js">
<script type="module" src="${up}${base}page.js"></script>
${head}
</head>
<body data-etat="${state}"${back !== undefined && html` data-retour="${back}"`}>
<main class="${link ? 'ticket' : 'ticket plain'}">
${link && stub(link, { until, stamp })}
<div class="counter">
${content}
</div>
</main>
<footer>${lock}<p>Paiement chiffré. Le numéro de votre carte et son code de sécurité ne sont jamais conservés.</p></footer>
</body>
</html>
`.markup

const stub = (
  { montantCents, devise, orderId, returnUrl }: Link,
  { until, stamp }: Pick<Page, 'until' | 'stamp'>,
) => html`<header class="stub">
<p class="shop">${new URL(returnUrl).host}</p>
<p class="amount"><span class="unseen">Montant : </span>${formatEuros(montantCents, devise)}</p>
<dl>
${orderId !== null && html`<div><dt>Commande</dt><dd>${orderId}</dd></div>`}
${until && html`<div><dt>À régler avant</dt><dd>${hourOf(until)}</dd></div>`}
</dl>
${stamp !== undefined && html`<p class="stamp" aria-hidden="true">${stamp}</p>`}
</header>`

/** 14 h 05, in Paris. */
const hourOf = (moment: Date) => {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(
    'Europe/Paris',
  )
  return `${hour} h ${String(minute).padStart(2, '0')}`
}

/** The way back to the shop, out of the frame that the page may stand in. */
export const backLink = (href: string, text: string, primary = false) =>
  html`<p class="way"><a class="${primary ? 'button' : 'quiet'}" href="${href}" target="_top" rel="noreferrer">${text}</a></p>`
