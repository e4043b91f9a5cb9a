import { type Html, html } from '../../../platform/pages/html.ts'
import type { CardFields } from '../../cards/card.ts'
import type { OfferedCard } from '../../cards/saved-cards.ts'
import type { Words } from '../words/fr.ts'
import { renderBackLink } from './layout.ts'

export type CardErrors = Partial<CardFields>

/** A message above the form. `calm`: it is not an error. `advice`: what the customer can do. */
export type Notice = { title: string; text: string; calm?: boolean; advice?: string[] }

export type FormView = {
  words: Words
  csrf: string
  /** The current month, `YYYY-MM`, by the platform's clock. */
  month: string
  amount: string
  back: string
  /** Whether the link is for an order, which leaving the page does not cancel. */
  hasOrder: boolean
  notice?: Notice | undefined
  errors?: CardErrors
  /** Values to fill in again, never the card number or the security code. */
  typed?:
    | { cardHolderName: string; expirationDate: string; carte?: string | undefined; garder?: boolean }
    | undefined
  cards: OfferedCard[]
  /** Returns the path of the page that asks whether to remove a saved card. */
  remove: (id: number) => string
  /** Whether the customer may save the card for later. */
  canSaveCard: boolean
}

type Field = {
  name: keyof CardFields
  label: string
  hint?: string
  /** An explanation below the field. */
  help?: string | Html
  value?: string | undefined
  attributes: Html
  aside?: Html
}

/** The list of all errors, which receives the focus; the script fills the same element. */
const errorList = (
  words: Words,
  errors: CardErrors,
) => html`<div class="notice bad" id="bilan" role="alert" tabindex="-1"${
  Object.keys(errors).length > 0 ? ' autofocus' : ' hidden'
}>
<h2>${words.form.check}</h2>
<ul>${Object.entries(errors).map(([name, fault]) => html`<li><a href="#${name}">${fault}</a></li>`)}</ul>
</div>`

function cardFields({ form }: Words, errors: CardErrors, typed: FormView['typed'], required: boolean) {
  const field = ({ name, label, hint, help, value, attributes, aside }: Field) => html`<div class="field">
<label for="${name}">${label}${hint !== undefined && html` <span class="hint">${hint}</span>`}</label>
<input id="${name}" name="${name}" value="${value}" ${attributes}${required && ' required'}
 aria-describedby="${name}-fault${help !== undefined && ` ${name}-help`}" ${errors[name] !== undefined && html`aria-invalid="true"`}>${aside}
${help !== undefined && html`<p class="help" id="${name}-help">${help}</p>`}<p class="fault" id="${name}-fault" aria-live="polite">${errors[name]}</p>
</div>`
  return html`${field({
    name: 'cardNumber',
    label: form.number,
    attributes: html`inputmode="numeric" autocomplete="cc-number" maxlength="23" pattern="[0-9 ]{12,23}" spellcheck="false"`,
    aside: html`<span class="brand" id="brand" aria-live="polite"></span>`,
    help: html`<span class="unseen">${form.accepted}</span> ${Object.values(BRANDS).map(brand => html`<span class="brand">${brand}</span> `)}`,
  })}
<div class="pair">
${field({
  name: 'expirationDate',
  label: form.expiry,
  hint: form.expiryHint,
  value: typed?.expirationDate,
  attributes: html`inputmode="numeric" autocomplete="cc-exp" maxlength="7" pattern="(0[1-9]|1[0-2])( ?/ ?|[ .])?([0-9]{2}|20[0-9]{2})"`,
})}
${field({
  name: 'cvc',
  label: form.cvc,
  help: form.cvcHelp,
  attributes: html`inputmode="numeric" autocomplete="cc-csc" maxlength="4" pattern="[0-9]{3,4}"`,
})}
</div>
${field({
  name: 'cardHolderName',
  label: form.holder,
  value: typed?.cardHolderName,
  attributes: html`autocomplete="cc-name" maxlength="150" spellcheck="false"`,
})}`
}

const noticeHtml = (notice: Notice | undefined) =>
  notice &&
  html`<div class="${notice.calm ? 'notice' : 'notice bad'}" role="alert"><h2>${notice.title}</h2><p>${notice.text}</p>${notice.advice && html`<ul>${notice.advice.map(each => html`<li>${each}</li>`)}</ul>`}</div>`

/** Renders the card form. It works without scripts; the script also validates each field that the customer leaves. */
export const renderCardForm = (view: FormView) => {
  const { words, csrf, month, amount, back, notice, errors = {}, typed, cards, remove, canSaveCard } = view
  const chosen = typed?.carte ?? String(cards[0]?.id ?? NEW_CARD)
  const { form } = words
  return html`<h1>${form.title}</h1>
${noticeHtml(notice)}
<form class="card" method="post" autocomplete="on" data-month="${month}"${cards.length > 0 && ' novalidate'}>
<input type="hidden" name="csrf" value="${csrf}">
${errorList(words, errors)}
${cards.length > 0 && cardChoice(words, cards, chosen, remove)}
<div class="new">
${cardFields(words, errors, typed, cards.length === 0)}
${
  canSaveCard &&
  html`<label class="tick"><input type="checkbox" name="garder" value="1"${typed?.garder === true && ' checked'}>
<span>${form.keep}</span></label>`
}
</div>
<button type="submit" class="button" data-sending="${form.sending}">${form.pay(amount)}</button>
</form>
${giveUp(words, back, view.hasOrder)}`
}

/** The link that leaves the page, and what that does to the order. */
const giveUp = (words: Words, back: string, hasOrder: boolean) => html`${renderBackLink(back, words.giveUp)}
${hasOrder && html`<p class="help aside">${words.orderStays}</p>`}`

/** The form value for a new card. */
export const NEW_CARD = 'nouvelle'

const BRANDS: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'Amex' }

/** Returns the name of a saved card, such as “Visa ending in 4242”, which screen readers can read. */
export const cardName = ({ cards }: Words, { brand, last4 }: Pick<OfferedCard, 'brand' | 'last4'>) =>
  `${BRANDS[brand] ?? cards.card} ${cards.ending} ${last4}`

const choice = (words: Words, card: OfferedCard, chosen: boolean, remove: string) => html`<div class="choice">
<label><input type="radio" name="carte" value="${card.id}"${chosen && ' checked'}>
<span class="brand">${BRANDS[card.brand] ?? words.cards.card}</span>
<span><span class="unseen">${words.cards.ending} </span><span aria-hidden="true">•••• </span>${card.last4}</span>
<span class="hint">${card.expirationDate.replace('/20', '/')}</span></label>
<a href="${remove}" class="quiet">${words.cards.remove}<span class="unseen"> ${words.cards.theCard(cardName(words, card))}</span></a>
</div>`

/** The choice between the saved cards and a new one. */
const cardChoice = (
  words: Words,
  cards: OfferedCard[],
  chosen: string,
  remove: (id: number) => string,
) => html`<fieldset class="saved">
<legend>${words.cards.payWith}</legend>
${cards.map(card => choice(words, card, String(card.id) === chosen, remove(card.id)))}
<div class="choice"><label><input type="radio" name="carte" value="${NEW_CARD}"${chosen === NEW_CARD && ' checked'}> ${words.cards.other}</label></div>
</fieldset>`

type CheckoutView = Pick<FormView, 'words' | 'csrf' | 'amount' | 'back' | 'hasOrder' | 'notice'>

/** Renders the form that leads to the provider's own page, in place of the card form. */
export const renderCheckoutForm = ({ words, csrf, amount, back, hasOrder, notice }: CheckoutView) => html`
<h1>${words.form.title}</h1>
${noticeHtml(notice)}
<p class="lead">${words.form.elsewhere}</p>
<form method="post">
<input type="hidden" name="csrf" value="${csrf}">
<button type="submit" class="button">${words.form.pay(amount)}</button>
</form>
${giveUp(words, back, hasOrder)}`
