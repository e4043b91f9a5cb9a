import { html } from '../../../platform/pages/html.ts'
import type { OfferedCard } from '../../cards/saved-cards.ts'
import type { Words } from '../words/words.ts'

/** The choice of a card that is typed. */
export const NEW_CARD = 'nouvelle'

const BRANDS: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'Amex' }

/** Visa •••• 4242, for the eye and for the ear. */
export const cardName = ({ cards }: Words, { brand, last4 }: Pick<OfferedCard, 'brand' | 'last4'>) =>
  `${BRANDS[brand] ?? cards.card} ${cards.ending} ${last4}`

const choice = (words: Words, card: OfferedCard, chosen: boolean, remove: string) => html`<div class="choice">
<label><input type="radio" name="carte" value="${card.id}"${chosen && ' checked'}>
<span class="brand">${BRANDS[card.brand] ?? words.cards.card}</span>
<span><span class="unseen">${words.cards.ending} </span><span aria-hidden="true">•••• </span>${card.last4}</span>
<span class="hint">${card.expirationDate.replace('/20', '/')}</span></label>
<a href="${remove}" class="quiet">${words.cards.remove}<span class="unseen"> ${words.cards.theCard(cardName(words, card))}</span></a>
</div>`

/** The saved cards, and the other choice: one that is typed. `remove` is where one is taken away. */
export const cardChoice = (
  words: Words,
  cards: OfferedCard[],
  chosen: string,
  remove: (id: number) => string,
) => html`<fieldset class="saved">
<legend>${words.cards.payWith}</legend>
${cards.map(card => choice(words, card, String(card.id) === chosen, remove(card.id)))}
<div class="choice"><label><input type="radio" name="carte" value="${NEW_CARD}"${chosen === NEW_CARD && ' checked'}> ${words.cards.other}</label></div>
</fieldset>`
