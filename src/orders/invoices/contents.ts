import { DELIVERY_ARTICLE, splitDeliveryByRate } from '../delivery/terms.ts'
import { type PaidLine, paidLines } from '../paid-lines.ts'
import { spread, sum } from '../pricing/spread.ts'
import {
  amountsByRate,
  STANDARD_RATE,
  splitRefundByRate,
  subtractCredits,
  totalsOf,
  withoutTax,
} from '../pricing/vat.ts'
import type { Order } from '../tables.ts'
import { buyerOf } from './parties.ts'
import type {
  CreditContent,
  CreditNote,
  Invoice,
  InvoiceContent,
  InvoiceLine,
  Payment,
  Seller,
  WantedCredit,
} from './schemas.ts'

/** Returns the content of an invoice. If the seller is exempt from VAT, every line has the rate 0. */
export function invoiceOf(order: Order, vendeur: Seller, reglement: Payment): InvoiceContent {
  const goods = paidLines(order).map(line => lineOf(line, vendeur))
  const lignes = [...goods, ...deliveryLines(order, goods, vendeur)]
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

/** Returns a line for each rate of the delivery; none if it is free. */
function deliveryLines(
  { conditionsLivraison: terms }: Order,
  goods: readonly InvoiceLine[],
  vendeur: Seller,
): InvoiceLine[] {
  if (!terms) return []
  const tauxTva = vendeur.franchiseTva ? 0 : terms.tauxTva
  return splitDeliveryByRate({ ...terms, tauxTva }, goods).map(({ tauxTva, totalCents }) => ({
    ...{ articleId: DELIVERY_ARTICLE, nom: terms.nom, quantite: 1, remiseCents: 0, tauxTva },
    ...{ prixUnitaireCents: totalCents, totalCents },
    prixUnitaireHtCents: withoutTax(totalCents, tauxTva),
  }))
}

function lineOf(line: PaidLine, { franchiseTva }: Seller): InvoiceLine {
  const { articleId, nom, quantite, prixUnitaireCents, totalCents } = line
  const tauxTva = franchiseTva ? 0 : (line.tauxTva ?? STANDARD_RATE)
  return {
    ...{ articleId, nom, quantite, prixUnitaireCents, totalCents, tauxTva },
    prixUnitaireHtCents: withoutTax(prixUnitaireCents, tauxTva),
    remiseCents: quantite * prixUnitaireCents - totalCents,
  }
}

/**
 * Returns the content of a credit note; undefined if the invoice is already fully credited. An amount above what is
 * left of the invoice is lowered to it. A credit note that leaves nothing of the invoice also refunds the delivery.
 */
export function creditNoteOf(
  invoice: Pick<Invoice, 'numero' | 'emiseLe' | 'parTaux' | 'lignes'>,
  earlier: readonly Pick<CreditNote, 'parTaux' | 'lignes'>[],
  { montantCents, lignes, livree }: Pick<WantedCredit, 'montantCents' | 'lignes' | 'livree'>,
): CreditContent | undefined {
  const left = subtractCredits(
    invoice.parTaux,
    earlier.flatMap(({ parTaux }) => parTaux),
  )
  const isDelivery = ({ articleId }: { articleId: string }) => livree && articleId === DELIVERY_ARTICLE
  const goods = (lignes ?? []).filter(line => !isDelivery(line))
  const credited = earlier.flatMap(note => note.lignes).filter(isDelivery)
  const deliveries = invoice.lignes.filter(isDelivery).map(({ articleId, nom, tauxTva, totalCents }) => ({
    ...{ articleId, nom, quantite: 1, tauxTva },
    leftCents: totalCents - centsOf(credited.filter(line => line.tauxTva === tauxTva)),
  }))
  const leftCents = deliveries.map(line => line.leftCents)
  const { ttcCents } = totalsOf(left)
  const isLast = montantCents >= ttcCents
  const wanted = isLast ? sum(leftCents) : centsOf((lignes ?? []).filter(isDelivery))
  const affordable = Math.max(0, Math.min(montantCents, ttcCents) - centsOf(goods))
  const shares = spread(Math.min(wanted, affordable, sum(leftCents)), leftCents)
  const returned = [
    ...goods.map(line => {
      const { nom = line.articleId, tauxTva = STANDARD_RATE } =
        invoice.lignes.find(({ articleId }) => articleId === line.articleId) ?? {}
      return { ...line, nom, tauxTva }
    }),
    ...deliveries
      .map(({ leftCents: _, ...line }, i) => ({ ...line, montantCents: shares[i] ?? 0 }))
      .filter(line => line.montantCents > 0),
  ]
  const parTaux = splitRefundByRate(left, montantCents, returned)
  if (parTaux.length === 0) return undefined
  return {
    facture: { numero: invoice.numero, emiseLe: invoice.emiseLe },
    lignes: returned,
    parTaux,
    totaux: totalsOf(parTaux),
  }
}

const centsOf = (lines: readonly { montantCents: number }[]) =>
  sum(lines.map(({ montantCents }) => montantCents))
