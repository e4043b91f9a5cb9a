import type { Static } from 'typebox'
import { html } from '../../../platform/pages/html.ts'
import type { InvoiceContent, RateAmounts } from '../schemas.ts'
import { euros, rate } from './words.ts'

type Amounts = Pick<InvoiceContent, 'parTaux' | 'totaux'>

/** Net, tax by rate, and total. Where no VAT is charged there is nothing but the total. */
export const amountsTable = ({ parTaux, totaux }: Amounts, franchise: boolean, total: string) =>
  html`<table class="amounts">
<caption class="unseen">Montants et TVA</caption>
${!franchise && rates(parTaux)}
<tbody class="sums">
${
  !franchise &&
  html`<tr><th scope="row" colspan="3">Total HT</th><td>${euros(totaux.htCents)}</td></tr>
<tr><th scope="row" colspan="3">Total TVA</th><td>${euros(totaux.tvaCents)}</td></tr>`
}
<tr class="total"><th scope="row" colspan="3">${total}</th><td>${euros(totaux.ttcCents)}</td></tr>
</tbody>
</table>`

const rates = (parTaux: readonly Static<typeof RateAmounts>[]) => html`<thead>
<tr><th scope="col">Taux</th><th scope="col">HT</th><th scope="col">TVA</th><th scope="col">TTC</th></tr>
</thead>
<tbody>
${parTaux.map(
  ({ tauxTva, htCents, tvaCents, ttcCents }) =>
    html`<tr><th scope="row">${rate(tauxTva)}</th><td>${euros(htCents)}</td><td>${euros(tvaCents)}</td><td>${euros(ttcCents)}</td></tr>
`,
)}</tbody>`
