import type { Line, Order } from '../tables.ts'
import { buyerOf } from './buyer.ts'
import type { InvoiceContent, InvoiceLine, Payment, Seller } from './schemas.ts'
import { amountsByRate, inProportion, totalsOf, USUAL_RATE, withoutTax } from './vat.ts'

/** What an invoice shows. Where no VAT is charged, every rate is 0. */
export function invoiceOf(order: Order, vendeur: Seller, reglement: Payment): InvoiceContent {
  const paid = paidFor(order)
  const lignes = order.lignes.map((line, i) => lineOf(line, paid[i] ?? 0, vendeur))
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

/** What is paid for each line. Orders from before lines told it: the total, in proportion to their plain prices. */
function paidFor({ lignes, montantTotalCents }: Order): number[] {
  const told = lignes.flatMap(({ totalCents }) => totalCents ?? [])
  if (told.length === lignes.length) return told
  return inProportion(
    montantTotalCents,
    lignes.map(({ quantite, prixUnitaireCents }) => quantite * prixUnitaireCents),
  )
}

function lineOf(line: Line, totalCents: number, { franchiseTva }: Seller): InvoiceLine {
  const { articleId, nom, quantite, prixUnitaireCents } = line
  const tauxTva = franchiseTva ? 0 : (line.tauxTva ?? USUAL_RATE)
  return {
    ...{ articleId, nom, quantite, prixUnitaireCents, totalCents, tauxTva },
    prixUnitaireHtCents: withoutTax(prixUnitaireCents, tauxTva),
    remiseCents: quantite * prixUnitaireCents - totalCents,
  }
}
