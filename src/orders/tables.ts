import type { Discount } from './pricing/basket.ts'
import type { DELIVERY_MODES, OrderStatus } from './schemas.ts'

/** A line of an order: a known product by its id, however the article was named. */
export type Line = {
  articleId: string
  nom: string
  categories: string | null
  quantite: number
  prixUnitaireCents: number
  /** The price of the line after promotions. Older orders have none: `paidLines` computes it. */
  totalCents?: number
  /** Whether reference knows the product; only such a one can be reserved. */
  connu: boolean
  /** Percent of VAT when it was ordered. Orders of before have none. */
  tauxTva?: number
}

export type Order = {
  ordreId: string
  statut: OrderStatus
  clientId: string
  /** Whether the customer placed it, or somebody who speaks for them; else they were merely named. */
  prouve: boolean
  montantTotalCents: number
  articles: unknown[]
  lignes: Line[]
  /** The discount of each promotion over all lines; null without any. */
  remises: Discount[] | null
  adresseLivraison: Record<string, unknown>
  clientInfo: Record<string, unknown>
  transactionId: string | null
  authorizationId: string | null
  encaissements: number
  reserveeJusque: Date | null
  /** The hash of the network that a claim came from, while it waits to be paid. */
  reseau: string | null
  /** Until when links may prolong its reservation; null: without end. */
  prolongeableJusque: Date | null
  confirmeeLe: Date | null
  livraison: (typeof DELIVERY_MODES)[number]
  /** The store where a collected order is handed over. */
  magasinId: number | null
  /** The stores that serve it, or the one that hands it over. */
  magasins: number[]
  trackingNumber: string | null
  createdAt: Date
}

export type LockedOrder = Order & {
  /** The number of the last change that took it back to an earlier status, 0 when none did. */
  correction: number
  /** When it was cancelled in a way that refunds it, not by a change of its status. */
  annulationClientLe: Date | null
}

export const PAYMENT_STATES = ['aucun', 'en_attente', 'paye', 'rembourse_en_partie', 'rembourse'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** The payment of an order that counts, as its row says; null where there is none. */
export type PaymentRow = {
  etat: Exclude<PaymentState, 'aucun'>
  montantCents: number
  rembourseCents: number
}

/** How an order is paid: `payeCents` before refunds. */
export const paymentOf = (row: PaymentRow | null) =>
  row === null || row.etat === 'en_attente'
    ? { statut: row?.etat ?? ('aucun' as const), payeCents: 0, rembourseCents: 0 }
    : { statut: row.etat, payeCents: row.montantCents, rembourseCents: row.rembourseCents }
