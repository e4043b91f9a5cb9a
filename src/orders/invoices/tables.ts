import type { CreditContent, InvoiceContent } from './schemas.ts'

type Issued = { numero: string; ordreId: string; emiseLe: Date; archiveeLe: Date | null }

/** Rows of orders.piece, by `nature`. */
export type InvoiceRow = Issued & { nature: 'facture'; remboursementId: null; contenu: InvoiceContent }
export type CreditNoteRow = Issued & { nature: 'avoir'; remboursementId: string; contenu: CreditContent }
export type DocumentRow = InvoiceRow | CreditNoteRow

/** A line that was given back, and what was paid for it. */
export type GivenBack = { articleId: string; quantite: number; montantCents: number; tauxTva?: number }

/** A row of orders.avoir_voulu. */
export type WantedCredit = {
  remboursementId: string
  ordreId: string
  /** The payment that was given back, where it is known. */
  transactionId: string | null
  montantCents: number
  lignes: GivenBack[] | null
}
