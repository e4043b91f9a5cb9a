import { readFileSync } from 'node:fs'
import { type Html, html, pageHead } from '../../../platform/pages/html.ts'
import { baseStyle, createPageFiles as filesIn } from '../../../platform/pages/serve.ts'
import {
  cardBrand,
  groupDigits,
  isExpired,
  parseCardNumber,
  parseExpiry,
  validateCardFields,
  withSlash,
} from '../../cards/card.ts'
import type { Context } from '../../context.ts'
import { logoPath } from '../../logo.ts'
import type { Link, LinkArticle } from '../../tables.ts'
import { en } from '../words/en.ts'
import { fr, type Words } from '../words/fr.ts'

/** An icon in the color of the surrounding text. Icons are decorative and hidden from screen readers. */
const icon = (name: string, paths: Html) =>
  html`<svg class="icon ${name}" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${paths}</svg>`

const lock = icon(
  'lock',
  html`<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>`,
)
export const checkIcon = icon('check', html`<path d="m5 13 4.5 4.5L19 8"/>`)
export const crossIcon = icon('cross', html`<path d="m7 7 10 10M17 7 7 17"/>`)
export const hourglassIcon = icon(
  'hourglass',
  html`<circle cx="12" cy="12" r="8"/><path d="M12 7.5V12l3 2"/>`,
)
export const questionIcon = icon(
  'question',
  html`<path d="M9 9.2a3 3 0 1 1 4.4 2.6c-1 .6-1.4 1.2-1.4 2.2M12 17.5v.1"/>`,
)
export const warningIcon = icon(
  'warning',
  html`<path d="M12 8v5M12 16.5v.1"/><circle cx="12" cy="12" r="9"/>`,
)

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')

/** The server's card validation, sent to the browser as the source of the same functions. */
const rules = [cardBrand, parseCardNumber, parseExpiry, validateCardFields, groupDigits, isExpired, withSlash]
  .map(rule => `export ${rule}\n`)
  .join('\n')

const words = `export const WORDS = ${JSON.stringify({ fr: fr.script, en: en.script })}\n`

/** Serves the page's style and scripts. `base` is their path, relative to the links' folder. */
export const { base, routes: pageFiles } = filesIn('/paiement', [
  ['page.css', 'text/css', `${baseStyle}\n${read('page.css')}`],
  ['page.js', 'text/javascript', read('page.js')],
  ['card.js', 'text/javascript', rules],
  ['words.js', 'text/javascript', words],
])

type Page = {
  words: Words
  title: string
  content: Html
  /** The state posted to a framing page. */
  state: string
  head?: Html
  /** Absent on pages without a link. */
  stub?: Stub
  /** The URL back to the shop. A framing page receives it with the state; pages without it post no messages. */
  back?: string
}

/** Renders a complete page. Its URLs are relative, so that any base URL works. `up` leads to the links' folder. */
export const renderLayout = ({ words, title, content, state, head, stub, back }: Page, up = ''): string =>
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
<footer>${lock}<div><p>${words.secure}</p>${stub?.contact && html`<p>${words.contact} <strong>${stub.contact}</strong></p>`}</div></footer>
</body>
</html>
`.markup

/** Renders a link back to the shop. In a frame, it replaces the framing page. */
export const renderBackLink = (href: string, text: string, primary = false) =>
  html`<p class="way"><a class="${primary ? 'button' : 'quiet'}" href="${href}" target="_top" rel="noreferrer">${text}</a></p>`

type Stub = {
  link: Link
  /** The shop's name. */
  shop: string
  /** The path of the shop's logo, relative to the links' folder. */
  logo?: string | undefined
  /** The deadline of the link and the seconds left until then; shown only with the payment form. */
  until?: { at: Date; secondsLeft: number }
  /** How to reach the shop. */
  contact: string | null
  /** The stamp on the stub of a paid or refunded payment. */
  stamp?: string | undefined
}

/** The number of articles shown initially; the others are behind a disclosure. */
const VISIBLE_ARTICLES = 4

/** `up` is the relative path to the folder of the links. */
const stubHtml = (
  words: Words,
  { link: { montantCents, devise, orderId, returnUrl, articles }, shop, logo, until, stamp }: Stub,
  up: string,
) => html`<header class="stub">
<div class="shop">${logo !== undefined && html`<img src="${up}${logo}" alt="">`}<div><p class="name">${shop}</p>
<p class="host">${new URL(returnUrl).host}</p></div></div>
<p class="amount"><span class="unseen">${words.amount}</span>${words.euros(montantCents, devise)}</p>
<dl>
${orderId !== null && html`<div><dt>${words.order}</dt><dd>${orderId}</dd></div>`}
${until && html`<div><dt>${words.until}</dt><dd>${deadline(words, until)}</dd></div>`}
${orderLines(words, articles ?? [], devise)}
</dl>
${stamp !== undefined && html`<p class="stamp" aria-hidden="true">${stamp}</p>`}
</header>`

/** Renders the deadline; the page's script counts down the minutes. */
const deadline = (words: Words, { at, secondsLeft }: NonNullable<Stub['until']>) => {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(
    'Europe/Paris',
  )
  const left = words.script.minutesLeft.replace('#', String(Math.ceil(secondsLeft / 60)))
  return html`${words.before(hour, minute)}<span data-left="${secondsLeft}">${left}</span>`
}

/** Renders the articles of an order with its delivery and codes. */
const orderLines = (words: Words, lines: LinkArticle[], devise: string) => {
  const amount = ({ nom, totalCents }: LinkArticle) =>
    html`<ul><li><span>${nom}</span> <span>${totalCents === 0 ? words.free : words.euros(totalCents, devise)}</span></li></ul>`
  const {
    articles = [],
    livraison = [],
    code = [],
    tva = [],
  } = Object.groupBy(lines, line => line.type ?? 'articles')
  return html`${articles.length > 0 && html`<div class="articles"><dt>${words.articles}</dt><dd>${articleList(words, articles, devise)}</dd></div>`}
${livraison.map(line => html`<div class="articles"><dt>${words.delivery}</dt><dd>${amount(line)}</dd></div>`)}
${code.length > 0 && html`<div class="articles"><dt>${words.code}</dt><dd>${code.map(amount)}</dd></div>`}
${tva.map(({ totalCents, tauxTva }) => html`<div><dt>${words.vat(tauxTva)}</dt><dd>${words.euros(totalCents, devise)}</dd></div>`)}`
}

const rows = (words: Words, articles: LinkArticle[], devise: string) =>
  html`<ul>${articles.map(
    ({ nom, quantite, totalCents, avantRemiseCents }) =>
      html`<li><span>${quantite} × ${nom ?? words.article}</span> <span>${
        avantRemiseCents !== undefined &&
        html`<s><span class="unseen">${words.undiscounted} </span>${words.euros(avantRemiseCents, devise)}</s> `
      }${words.euros(totalCents, devise)}</span></li>`,
  )}</ul>`

const articleList = (words: Words, articles: LinkArticle[], devise: string) => {
  // A disclosure of a single line would take as much space as the line.
  const seen = articles.length === VISIBLE_ARTICLES + 1 ? articles.length : VISIBLE_ARTICLES
  const others = articles.slice(seen)
  return html`${rows(words, articles.slice(0, seen), devise)}
${others.length > 0 && html`<details><summary>${words.more(others.length)}</summary>${rows(words, others, devise)}</details>`}`
}

/** Returns the stub of a link. The link stores its articles, so no other area is called. */
export const stubOf = ({ config, logo, stored }: Context, link: Link): Stub => ({
  link,
  shop: config.shopName,
  logo: logo && logoPath(logo),
  contact: stored.read('contact'),
})

/** Returns the deadline of a link, and the seconds left until then in real time. */
export const deadlineOf = ({ clock }: Pick<Context, 'clock'>, { expireLe }: Link) => ({
  at: expireLe,
  secondsLeft: Math.max(
    0,
    Math.floor((expireLe.getTime() - clock.now().getTime()) / 1000 / clock.multiplier),
  ),
})
