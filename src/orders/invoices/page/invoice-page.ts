import { formatEuros as euros } from '../../../platform/money.ts'
import { type Html, html } from '../../../platform/pages/html.ts'
import type { Buyer, CreditNote, Invoice, Seller } from '../schemas.ts'
import { renderLayout } from './layout.ts'
import { renderAmountsTable, renderInvoiceLines, renderReturnedLines } from './tables.ts'
import { formatDay, formatMeans, typeset } from './words.ts'

const EXEMPT = 'TVA non applicable, art. 293 B du CGI.'

/**
 * Legal notice, required for business customers and printed for everybody (code de commerce, L441-9, L441-10, D441-5).
 */
const BETWEEN_PROFESSIONALS =
  'Pas d’escompte pour paiement anticipé. Entre professionnels, tout retard de paiement entraîne des pénalités au taux de la Banque centrale européenne majoré de dix points et une indemnité forfaitaire de recouvrement de 40 €.'

/** Renders an invoice and its credit notes, each on a new sheet. */
export const renderInvoicePage = (invoice: Invoice): string =>
  renderLayout(
    `Facture ${invoice.numero} – ${invoice.vendeur.nom}`,
    html`<p class="hint unprinted">Cette page s’imprime, ou s’enregistre en PDF, depuis votre navigateur.</p>
${invoiceSheet(invoice)}
${invoice.avoirs.map(credit => creditSheet(invoice, credit))}`,
  )

type Row = [name: string, value: string]

const heading = (level: Html, { vendeur }: Invoice, rows: readonly Row[]) => html`<header>
${sellerBlock(vendeur)}
<div class="about">
${level}
<dl>
${rows.map(
  ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`,
)}</dl>
</div>
</header>`

function invoiceSheet(invoice: Invoice): Html {
  const { numero, ordreId, emiseLe, commandeeLe, vendeur, acheteur, lignes, remiseCents, reglement } = invoice
  const { franchiseTva } = vendeur
  const reductions = `Les remises s’élèvent à ${euros(remiseCents)}${franchiseTva ? '' : ' TTC'} ; elles sont déduites des totaux.`
  const transaction = reglement.transactionId === null ? '' : ` (paiement n° ${reglement.transactionId})`
  const paidBy = `le ${formatDay(reglement.payeeLe)} par ${formatMeans(reglement)}${transaction}.`
  return html`<article class="sheet">
${heading(html`<h1>Facture</h1>`, invoice, [
  ['Numéro', numero],
  ['Date d’émission', formatDay(emiseLe)],
  ['Date de la vente', formatDay(commandeeLe)],
  ['Commande', ordreId],
  ['Opération', 'livraison de biens'],
])}
${buyerBlock(acheteur)}
${renderInvoiceLines(`Facture ${numero}`, lignes, franchiseTva)}
<div class="end">
${renderAmountsTable(invoice, franchiseTva, franchiseTva ? 'Total' : 'Total TTC')}
<div class="said">
${remiseCents > 0 && html`<p>${typeset(reductions)}</p>`}
<p><strong>Facture acquittée</strong> ${typeset(paidBy)}</p>
${franchiseTva && html`<p>${EXEMPT}</p>`}
<p class="small">${typeset(BETWEEN_PROFESSIONALS)}</p>
${vendeur.mention !== null && html`<p class="small">${vendeur.mention}</p>`}
</div>
</div>
</article>`
}

function creditSheet(invoice: Invoice, credit: CreditNote): Html {
  const { vendeur, acheteur, ordreId } = invoice
  const { numero, emiseLe, facture, lignes, remboursementId } = credit
  const { franchiseTva } = vendeur
  const corrects = `Cet avoir rectifie la facture ${facture.numero} du ${formatDay(facture.emiseLe)}. Il a été remboursé par le moyen du paiement (remboursement n° ${remboursementId}).`
  return html`<article class="sheet">
${heading(html`<h2 class="kind">Avoir</h2>`, invoice, [
  ['Numéro', numero],
  ['Date d’émission', formatDay(emiseLe)],
  ['Facture d’origine', `${facture.numero} du ${formatDay(facture.emiseLe)}`],
  ['Commande', ordreId],
])}
${buyerBlock(acheteur)}
${lignes.length > 0 && renderReturnedLines(`Avoir ${numero}`, lignes)}
<div class="end">
${renderAmountsTable(credit, franchiseTva, 'Montant remboursé')}
<div class="said">
<p>${typeset(corrects)}</p>
${franchiseTva && html`<p>${EXEMPT}</p>`}
</div>
</div>
</article>`
}

const lines = (given: readonly (string | null | false)[]): Html[] =>
  given.filter(line => line !== null && line !== false).map(line => html`<span>${line}</span>`)

/** Formats a SIRET number as 123 456 789 00012. */
const siret = (digits: string) => digits.replace(/^(\d{3})(\d{3})(\d{3})(\d{5})$/, '$1 $2 $3 $4')

const sellerBlock = (seller: Seller) => html`<div class="party seller">
<p class="name">${seller.nom}</p>
<p class="lines">${lines([
  seller.forme,
  ...seller.adresse,
  `SIRET ${siret(seller.siret)}`,
  seller.immatriculation,
  seller.numeroTva !== null && `N° TVA ${seller.numeroTva}`,
  seller.contact,
])}</p>
</div>`

const buyerBlock = ({ nom, adresse, livraison, siren, numeroTva }: Buyer) => html`<div class="buyers">
<div class="party">
<h2>Facturé à</h2>
<p class="lines"><strong>${nom || 'Client'}</strong>${lines([
  ...adresse,
  siren !== null && `SIREN ${siren}`,
  numeroTva !== null && `N° TVA ${numeroTva}`,
])}</p>
</div>
${
  livraison.length > 0 &&
  html`<div class="party">
<h2>Livré à</h2>
<p class="lines">${lines(livraison)}</p>
</div>`
}
</div>`
