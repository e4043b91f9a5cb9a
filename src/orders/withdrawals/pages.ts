import { type Html, html, renderPage } from '../../platform/pages/html.ts'
import { base } from '../cancelling/pages.ts'
import type { Order } from '../tables.ts'
import { orderedUnits } from './rules.ts'
import type { Declaration } from './store.ts'
import type { Words } from './words/fr.ts'

type Page = { words: Words; shop: string; title: string; content: Html; up?: string }

/** A complete page without scripts. `up` is the relative path to the folder of `/retractation`. */
export const renderLayout = ({ words: { language }, shop, title, content, up = '' }: Page): string =>
  renderPage(
    {
      title: `${title} – ${shop}`,
      language,
      stylesheet: `${up}api/v1/publique/annulations/${base}annulation.css`,
    },
    html`<div class="counter">
<p class="lead">${shop}</p>
${content}
</div>`,
  )

/** Texts of the form, as typed. */
export type FormValues = { ordreId: string; nom: string; courriel: string }
/** Validation messages by field. */
export type FormErrors = Partial<Record<keyof FormValues | 'articles', string>>
/** An article of an order, with the chosen quantity as typed. */
export type FormLine = {
  articleId: string
  label: string
  quantite: number
  retractable: boolean
  choix: string
}

/** Names of unknown products are free text from a caller, so they are not shown. */
const labelOf = ({ article }: Words, { lignes }: Pick<Order, 'lignes'>, articleId: string) => {
  const line = lignes.find(each => each.articleId === articleId)
  return line?.connu ? line.nom : article
}

/** Returns the articles of an order to choose from; at first, all units that the customer may withdraw. */
export const formLinesOf = (
  words: Words,
  order: Pick<Order, 'lignes'>,
  choices?: ReadonlyMap<string, string>,
): FormLine[] =>
  orderedUnits(order).map(({ articleId, quantite }) => {
    const line = order.lignes.find(each => each.articleId === articleId)
    const retractable = line?.retractable !== false
    const choix = choices?.get(articleId) ?? String(retractable ? quantite : 0)
    return { articleId, label: labelOf(words, order, articleId), quantite, retractable, choix }
  })

type Field = { name: keyof FormValues; label: string; hint?: string; attributes: Html }

const field = (
  { name, label, hint, attributes }: Field,
  value: string,
  error: string | undefined,
) => html`<div class="field">
<label for="${name}">${label}${hint !== undefined && html` <span class="hint">${hint}</span>`}</label>
<input id="${name}" name="${name}" value="${value}" required ${attributes} ${error !== undefined && invalid(name)}>
${error !== undefined && fault(name, error)}</div>`

const invalid = (name: string) => html`aria-invalid="true" aria-describedby="${name}-fault" autofocus`
const fault = (name: string, error: string) =>
  html`<p class="fault" id="${name}-fault" role="alert">${error}</p>`

const quantity = (
  words: Words,
  { articleId, label, quantite, retractable, choix }: FormLine,
  i: number,
  error: string | undefined,
) => html`<div class="field">
<label for="quantite-${i}">${label} <span class="hint">${retractable ? words.outOf(quantite) : words.excluded}</span></label>
<input type="hidden" name="article" value="${articleId}">
<input id="quantite-${i}" name="quantite" type="number" inputmode="numeric" min="0" max="${quantite}" value="${choix}" required
 ${error !== undefined && invalid('articles')}>
</div>`

/** Returns the query that opens the next page in the same language. */
export const languageQuery = ({ language }: Words) => `?langue=${language}`

type Form = {
  words: Words
  values: FormValues
  days: number
  lines?: readonly FormLine[] | undefined
  errors?: FormErrors
}

/** The first step. With `lines`, the articles of the order can be chosen; without, it is about the whole order. */
export const renderForm = ({ words, values, days, lines, errors = {} }: Form) => html`<h1>${words.title}</h1>
<p class="lead">${words.lead(days)}</p>
<form method="post" action="retractation${languageQuery(words)}">
${field({ name: 'ordreId', label: words.ordreId, hint: 'CMD-…', attributes: html`maxlength="100" autocomplete="off" ${lines && html`readonly`}` }, values.ordreId, errors.ordreId)}
${field({ name: 'nom', label: words.nom, attributes: html`maxlength="200" autocomplete="name"` }, values.nom, errors.nom)}
${field({ name: 'courriel', label: words.courriel, attributes: html`type="email" maxlength="255" autocomplete="email"` }, values.courriel, errors.courriel)}
${
  lines &&
  html`<p class="lead">${words.units}</p>
${lines.map((line, i) => quantity(words, line, i, errors.articles))}
${errors.articles !== undefined && html`<div class="field">${fault('articles', errors.articles)}</div>`}`
}
<button type="submit" class="button">${words.next}</button>
${!lines && html`<button type="submit" name="choisir" value="1" class="button second way" formnovalidate>${words.part}</button>`}
</form>`

type Described = { words: Words; declared: Declaration; order: Pick<Order, 'lignes'> | undefined }

const describe = ({ words, declared: { ordreId, nom, courriel, articles }, order }: Described) => {
  const nameOf = (id: string) =>
    order?.lignes.some(({ articleId }) => articleId === id)
      ? labelOf(words, order, id)
      : `${words.article} ${id}`
  return html`<div class="notice">
<p>${words.order} <strong>${ordreId}</strong></p>
<p>${nom}, ${courriel}</p>
${
  articles
    ? html`<ul>${articles.map(({ id, quantite }) => html`<li>${quantite} × ${nameOf(String(id))}</li>`)}</ul>`
    : html`<p>${words.whole}</p>`
}
</div>`
}

/** The second step: opening the page has no effect; its button confirms the declaration. */
export const renderConfirmation = (described: Described) => html`<h1>${described.words.confirmation}</h1>
${describe(described)}
<form method="post">
<button type="submit" class="button">${described.words.confirm}</button>
</form>
<a class="quiet way" href="../retractation${languageQuery(described.words)}">${described.words.again}</a>`

const formatMoment = (at: Date, { locale }: Words) =>
  at.toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' })

export const renderReceipt = (described: Described, recuLe: Date) => html`<h1>${described.words.recorded}</h1>
<p class="lead">${described.words.received(formatMoment(recuLe, described.words))}</p>
${describe(described)}
<p>${described.words.sendBack}</p>`
