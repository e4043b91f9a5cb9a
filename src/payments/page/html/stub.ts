import { html } from '../../../platform/pages/html.ts'
import type { Link, LinkArticle } from '../../tables.ts'
import type { Words } from '../words/words.ts'

export type Stub = {
  link: Link
  /** The shop's name. */
  shop: string
  /** Where its logo lies, from the folder of the links. */
  logo?: string | undefined
  /** When the link ends, said while that matters, and how many seconds that is yet. */
  until?: { at: Date; secondsLeft: number }
  /** Put on the stub once it is done. */
  stamp?: string | undefined
}

/** Articles that are seen at once; the others are a touch away. */
const SEEN = 4

/** What is paid, to whom and until when. `up` leads to the folder of the links. */
export const stubHtml = (
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
${articles !== null && articles.length > 0 && html`<div class="articles"><dt>${words.articles}</dt><dd>${articleList(words, articles, devise)}</dd></div>`}
</dl>
${stamp !== undefined && html`<p class="stamp" aria-hidden="true">${stamp}</p>`}
</header>`

/** The minutes are counted down by the page's script. */
const deadline = (words: Words, { at, secondsLeft }: NonNullable<Stub['until']>) => {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(
    'Europe/Paris',
  )
  const left = words.script.minutesLeft.replace('#', String(Math.ceil(secondsLeft / 60)))
  return html`${words.before(hour, minute)}<span data-left="${secondsLeft}">${left}</span>`
}

const rows = (words: Words, articles: LinkArticle[], devise: string) =>
  html`<ul>${articles.map(
    ({ nom, quantite, totalCents }) =>
      html`<li><span>${quantite} × ${nom ?? words.article}</span> <span>${words.euros(totalCents, devise)}</span></li>`,
  )}</ul>`

const articleList = (words: Words, articles: LinkArticle[], devise: string) => {
  // A summary that opens on a single line would take the place of that line.
  const seen = articles.length === SEEN + 1 ? articles.length : SEEN
  const others = articles.slice(seen)
  return html`${rows(words, articles.slice(0, seen), devise)}
${others.length > 0 && html`<details><summary>${words.more(others.length)}</summary>${rows(words, others, devise)}</details>`}`
}
