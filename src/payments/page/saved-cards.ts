import { html } from './html.ts'

/** A card that the customer has had kept, as it may be shown. `expirationDate` is `MM/YYYY`. */
export type OfferedCard = {
  id: string
  brand: string
  last4: string
  expirationDate: string
  expired: boolean
}

/** The choice of a card that is typed. */
export const NEW_CARD = 'nouvelle'

const BRANDS: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'Amex' }

const nameOf = ({ brand, last4 }: OfferedCard) =>
  html`<span class="brand">${BRANDS[brand] ?? 'Carte'}</span> <span><span class="unseen">se terminant par </span><span class="dots" aria-hidden="true">••••</span> ${last4}</span>`

/** The saved cards, and the other choice: one that is typed. */
export const cardChoice = (cards: OfferedCard[], chosen: string) => html`<fieldset class="saved">
<legend>Payer avec</legend>
${cards.map(
  card => html`<div class="choice">
<label><input type="radio" name="carte" value="${card.id}"${card.id === chosen && ' checked'}${card.expired && ' disabled'}>
${nameOf(card)} <span class="hint">${card.expired ? 'expirée' : card.expirationDate.replace('/20', '/')}</span></label>
</div>`,
)}
<div class="choice"><label><input type="radio" name="carte" value="${NEW_CARD}"${chosen === NEW_CARD && ' checked'}> Une autre carte</label></div>
</fieldset>`
