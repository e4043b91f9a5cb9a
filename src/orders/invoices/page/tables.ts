import type { Static } from 'typebox'
import { formatEuros as euros, formatPercent } from '../../../platform/money.ts'
import { type Html, html } from '../../../platform/pages/html.ts'
import type { CreditNote, InvoiceContent, InvoiceLine, RateAmounts } from '../schemas.ts'

type Amounts = Pick<InvoiceContent, 'parTaux' | 'totaux'>

/** Renders the net amount, the tax by rate, and the total; only the total if no VAT is charged. */
export const renderAmountsTable = ({ parTaux, totaux }: Amounts, franchise: boolean, total: string) =>
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
    html`<tr><th scope="row">${formatPercent(tauxTva)}</th><td>${euros(htCents)}</td><td>${euros(tvaCents)}</td><td>${euros(ttcCents)}</td></tr>
`,
)}</tbody>`

/** On a narrow screen each line is a block, so each cell carries its own label. */
const cell = (label: string, value: string | number) => html`<td data-label="${label}">${value}</td>`

const table = (title: string, heads: readonly string[], rows: Html[]) => html`<table class="articles">
<caption class="unseen">${title}</caption>
<thead>
<tr class="running"><th colspan="${heads.length}">${title}</th></tr>
<tr>${heads.map(head => html`<th scope="col">${head}</th>`)}</tr>
</thead>
<tbody>
${rows}</tbody>
</table>`

/** Renders the lines of an invoice. `title` and the column headings are repeated on every printed sheet. */
export function renderInvoiceLines(title: string, lines: readonly InvoiceLine[], franchise: boolean): Html {
  const heads = ['Désignation', 'Qté', 'P.U. HT', 'P.U. TTC', 'Remise', 'TVA', 'Total TTC']
  const own = heads.filter(head => !franchise || !['P.U. HT', 'TVA'].includes(head))
  return table(
    title,
    own.map(head => (franchise ? head.replace(' TTC', '') : head)),
    lines.map(line => invoiceLine(line, franchise)),
  )
}

const invoiceLine = (line: InvoiceLine, franchise: boolean) => html`<tr>
<th scope="row">${line.nom}</th>
${cell('Quantité', line.quantite)}
${!franchise && cell('Prix unitaire HT', euros(line.prixUnitaireHtCents))}
${cell(franchise ? 'Prix unitaire' : 'Prix unitaire TTC', euros(line.prixUnitaireCents))}
${cell('Remise', line.remiseCents === 0 ? '–' : euros(-line.remiseCents))}
${!franchise && cell('TVA', formatPercent(line.tauxTva))}
${cell(franchise ? 'Total' : 'Total TTC', euros(line.totalCents))}
</tr>
`

/** Renders the returned goods of a credit note. */
export const renderReturnedLines = (title: string, lines: CreditNote['lignes']) =>
  table(
    title,
    ['Article rendu', 'Qté', 'TVA', 'Montant TTC'],
    lines.map(
      line => html`<tr>
<th scope="row">${line.nom}</th>
${cell('Quantité', line.quantite)}
${cell('TVA', formatPercent(line.tauxTva))}
${cell('Montant TTC', euros(line.montantCents))}
</tr>
`,
    ),
  )
