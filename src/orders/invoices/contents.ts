import { type PaidLine, paidLines } from '../paid-lines.ts'
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
  const tauxTva = franchiseTva ? 0 : (line.tauxTva ?? STANDARD_RATE)
  return {
    ...{ articleId, nom, quantite, prixUnitaireCents, totalCents, tauxTva },
    prixUnitaireHtCents: withoutTax(prixUnitaireCents, tauxTva),
    remiseCents: quantite * prixUnitaireCents - totalCents,
  }
}

/**
 * Returns the content of a credit note; undefined if the invoice is already fully credited. An amount above what is
 * left of the invoice is lowered to it.
 */
export function creditNoteOf(
  invoice: Pick<Invoice, 'numero' | 'emiseLe' | 'parTaux' | 'lignes'>,
  earlier: readonly Pick<CreditNote, 'parTaux'>[],
  { montantCents, lignes }: Pick<WantedCredit, 'montantCents' | 'lignes'>,
): CreditContent | undefined {
  const left = subtractCredits(
    invoice.parTaux,
    earlier.flatMap(({ parTaux }) => parTaux),
  )
  const returned = (lignes ?? []).map(line => {
    const { nom = line.articleId, tauxTva = STANDARD_RATE } =
      invoice.lignes.find(({ articleId }) => articleId === line.articleId) ?? {}
    return { ...line, nom, tauxTva }
  })
  const parTaux = splitRefundByRate(left, montantCents, returned)
  if (parTaux.length === 0) return undefined
  return {
    facture: { numero: invoice.numero, emiseLe: invoice.emiseLe },
    lignes: returned,
    parTaux,
    totaux: totalsOf(parTaux),
  }
}
