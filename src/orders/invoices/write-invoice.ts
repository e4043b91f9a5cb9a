import { type PaidLine, paidLines } from '../paid-lines.ts'
import { amountsByRate, totalsOf, USUAL_RATE, withoutTax } from '../pricing/vat.ts'
import type { Order } from '../tables.ts'
import { buyerOf } from './buyer.ts'
import type { InvoiceContent, InvoiceLine, Payment, Seller } from './schemas.ts'

/** What an invoice shows. Where no VAT is charged, every rate is 0. */
export function invoiceOf(order: Order, vendeur: Seller, reglement: Payment): InvoiceContent {
  const lignes = paidLines(order).map(line => lineOf(line, vendeur))
  const parTaux = amountsByRate(lignes)
  return {
    vendeur,
    acheteur: buyerOf(order),
    commandeeLe: order.createdAt,
    reglement,
    lignes,
    remiseCents: lignes.reduce((sum, { remiseCents }) => sum + remiseCents, 0),
    parTaux,
    totaux: totalsOf(parTaux),
  }
}

function lineOf(line: PaidLine, { franchiseTva }: Seller): InvoiceLine {
  const { articleId, nom, quantite, prixUnitaireCents, totalCents } = line
  const tauxTva = franchiseTva ? 0 : (line.tauxTva ?? USUAL_RATE)
  return {
    ...{ articleId, nom, quantite, prixUnitaireCents, totalCents, tauxTva },
    prixUnitaireHtCents: withoutTax(prixUnitaireCents, tauxTva),
    remiseCents: quantite * prixUnitaireCents - totalCents,
  }
}
