import { type Html, html } from './html.ts'
import { backLink } from './layout.ts'
import type { CardFaults } from './read-card.ts'

export type FormView = {
  csrf: string
  /** The month it is, `YYYY-MM`, by the platform's clock. */
  month: string
  amount: string
  back: string
  notice?: string
  faults?: CardFaults
  /** What the customer typed and may see again. Never the number, never the security code. */
  typed?: { cardHolderName: string; expirationDate: string }
}

type Field = {
  name: 'cardNumber' | 'expirationDate' | 'cvc' | 'cardHolderName'
  label: string
  value?: string
  attributes: Html
}

const field = (
  { name, label, value, attributes }: Field,
  fault: string | undefined,
) => html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" required ${attributes}
 aria-describedby="${name}-fault" ${fault !== undefined && html`aria-invalid="true"`}>
<p class="fault" id="${name}-fault" role="alert">${fault}</p>
</div>`

/** The card form. Everything in it works without a script; the script checks while one types. */
export const cardForm = ({ csrf, month, amount, back, notice, faults = {}, typed }: FormView) => html`
<h1>Paiement par carte</h1>
${notice !== undefined && html`<p class="notice" role="alert">${notice}</p>`}
<form method="post" autocomplete="on" data-month="${month}">
<input type="hidden" name="csrf" value="${csrf}">
${field(
  {
    name: 'cardNumber',
    label: 'Numéro de carte',
    attributes: html`inputmode="numeric" autocomplete="cc-number" maxlength="23" pattern="[0-9 ]{12,23}"`,
  },
  faults.cardNumber,
)}
<div class="pair">
${field(
  {
    name: 'expirationDate',
    label: 'Expire (MM/AA)',
    value: typed?.expirationDate,
    attributes: html`inputmode="numeric" autocomplete="cc-exp" maxlength="7" placeholder="MM/AA" pattern="(0[1-9]|1[0-2]) ?/ ?([0-9]{2}|20[0-9]{2})"`,
  },
  faults.expirationDate,
)}
${field(
  {
    name: 'cvc',
    label: 'Code de sécurité',
    attributes: html`inputmode="numeric" autocomplete="cc-csc" maxlength="4" pattern="[0-9]{3,4}"`,
  },
  faults.cvc,
)}
</div>
${field(
  {
    name: 'cardHolderName',
    label: 'Titulaire de la carte',
    value: typed?.cardHolderName,
    attributes: html`autocomplete="cc-name" maxlength="150"`,
  },
  faults.cardHolderName,
)}
<button type="submit" class="button">Payer ${amount}</button>
</form>
${backLink(back, 'Annuler et revenir à la boutique')}
<p class="small">Votre paiement est chiffré. Le numéro de la carte et son code de sécurité ne sont jamais conservés.</p>`
