import Type, { type Static } from 'typebox'
import { Nullable, Shape, Timestamp } from '../../platform/http/pages.ts'
import { OrderId } from '../schemas.ts'

const NUMBER = { examples: ['2026-000042'] }
const text = (description: string) => Nullable(Type.String({ description }))
const Lines = Type.Array(Type.String())

export const Seller = Shape('Vendeur', {
  nom: Type.String(),
  forme: text('Legal form and capital'),
  adresse: Lines,
  siren: Type.String(),
  siret: Type.String(),
  immatriculation: text('Commercial register of the company'),
  numeroTva: Nullable(Type.String()),
  franchiseTva: Type.Boolean({ description: 'No VAT is charged: art. 293 B du CGI' }),
  contact: Nullable(Type.String()),
  mention: Nullable(Type.String()),
})
export type Seller = Static<typeof Seller>

export const Buyer = Shape('Acheteur', {
  nom: Type.String(),
  adresse: Lines,
  livraison: Type.Array(Type.String(), {
    description: 'Lines of the delivery address; empty if it is the same as `adresse`',
  }),
  siren: Nullable(Type.String()),
  numeroTva: Nullable(Type.String()),
})
export type Buyer = Static<typeof Buyer>

const cents = { htCents: Type.Integer(), tvaCents: Type.Integer(), ttcCents: Type.Integer() }
const tauxTva = Type.Number({ description: 'In percent' })
export const RateAmounts = Shape('MontantsParTaux', { tauxTva, ...cents })
const amounts = { parTaux: Type.Array(RateAmounts), totaux: Shape('TotauxFacture', cents) }

export const InvoiceLine = Shape('LigneFacture', {
  articleId: Type.String(),
  nom: Type.String(),
  quantite: Type.Integer(),
  prixUnitaireHtCents: Type.Integer(),
  prixUnitaireCents: Type.Integer({ description: 'In cents, including VAT' }),
  remiseCents: Type.Integer({ description: 'Discount of the line in cents, including VAT' }),
  totalCents: Type.Integer({ description: 'Total of the line in cents, including VAT' }),
  tauxTva,
})
export type InvoiceLine = Static<typeof InvoiceLine>

export const Payment = Shape('ReglementFacture', {
  transactionId: Nullable(Type.String()),
  moyen: Type.String({ examples: ['carte_bancaire', 'especes'] }),
  marque: text('Brand of the card'),
  payeeLe: Timestamp,
})
export type Payment = Static<typeof Payment>

/** The content of an invoice, stored as it was issued. */
export const InvoiceContent = Type.Object({
  vendeur: Seller,
  acheteur: Buyer,
  commandeeLe: Timestamp,
  reglement: Payment,
  lignes: Type.Array(InvoiceLine),
  remiseCents: Type.Integer({ description: 'Total discount in cents, including VAT' }),
  ...amounts,
})
export type InvoiceContent = Static<typeof InvoiceContent>

export const ReturnedLine = Type.Object({
  articleId: Type.String(),
  nom: Type.String(),
  quantite: Type.Integer(),
  montantCents: Type.Integer({ description: 'In cents, including VAT' }),
  tauxTva,
})

/** The content of a credit note; seller and buyer are those of its invoice. */
export const CreditContent = Type.Object({
  facture: Type.Object({ numero: Type.String(NUMBER), emiseLe: Timestamp }),
  lignes: Type.Array(ReturnedLine, {
    description: 'Returned lines and refunded delivery; empty for another partial refund',
  }),
  ...amounts,
})
export type CreditContent = Static<typeof CreditContent>

export const CreditNote = Shape('Avoir', {
  numero: Type.String(NUMBER),
  remboursementId: Type.String(),
  emiseLe: Timestamp,
  ...CreditContent.properties,
})
export type CreditNote = Static<typeof CreditNote>

export const Invoice = Shape('Facture', {
  numero: Type.String(NUMBER),
  ordreId: OrderId,
  emiseLe: Timestamp,
  ...InvoiceContent.properties,
  avoirs: Type.Array(CreditNote, { description: 'Credit notes of the invoice, by number' }),
})
export type Invoice = Static<typeof Invoice>

type Issued = { numero: string; ordreId: string; emiseLe: Date; archiveeLe: Date | null }

/** Rows of orders.piece, by `nature`. */
export type InvoiceRow = Issued & { nature: 'facture'; remboursementId: null; contenu: InvoiceContent }
export type CreditNoteRow = Issued & { nature: 'avoir'; remboursementId: string; contenu: CreditContent }
export type DocumentRow = InvoiceRow | CreditNoteRow

/** A row of orders.avoir_voulu. */
export type WantedCredit = {
  remboursementId: string
  ordreId: string
  /** The refunded payment, when known: only refunds of the payment that paid the order get a credit note. */
  transactionId: string | null
  montantCents: number
  /** The returned goods, for a return, and its delivery if it refunds some. */
  lignes: { articleId: string; quantite: number; montantCents: number }[] | null
  /** Whether the order has a delivery method. */
  livree: boolean
}
