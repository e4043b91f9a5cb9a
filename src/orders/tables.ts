import type { Language } from '../platform/http/pages.ts'
import type { DeliveryMethod, PickupPoint } from './delivery-schemas.ts'
import type { Discount } from './pricing/basket.ts'
import type { DELIVERY_MODES, OrderStatus } from './schemas.ts'

/** A line of an order. A known product is stored by its id, however the caller named it. */
export type Line = {
  articleId: string
  nom: string
  categories: string | null
  quantite: number
  prixUnitaireCents: number
  /** The price of the line after promotions. Older orders have none: `paidLines` computes it. */
  totalCents?: number
  /** Whether the reference area had the product when the order was placed; only then can it be reserved. */
  connu: boolean
  /** The VAT rate in percent at the time of the order. Older orders have none. */
  tauxTva?: number
  /** False if the customer may not withdraw from the purchase of the product, by its record when it was ordered. */
  retractable?: false
  /** The preferred supplier of the product at the time of the order. Older orders have none. */
  fournisseur?: { id: number; nom: string }
}

/** A promotion code with what its promotion says about it. */
export type FoundCode = {
  id: number
  code: string
  /** The code as codes are compared. */
  cle: string
  promotionId: number
  utilisationsMax: number | null
  utilisationsParClient: number | null
  utilisations: number
  dateFin: Date | null
  revoqueLe: Date | null
  /** Whether the promotion is deleted, or unknown to orders. */
  supprimee: boolean
  finPromotion: Date
  /** Whether the promotion targets customers. */
  cible: boolean
}

/** A code that lowered the total of an order, and by how much. */
export type AppliedCode = {
  id: number
  code: string
  promotionId: number
  montantCents: number
  /** Whether the uses of each customer are limited. */
  parClient: boolean
  /** Whether any uses are limited. Older orders have no value. */
  limite?: boolean
}

/**
 * The terms of an order's delivery method when the order was placed. `suiviUrl` still contains `{numero}`.
 * `remboursableCents`, the most that a withdrawal refunds, is the price of the cheapest offer of the same type.
 */
export type DeliveryTerms = Pick<
  DeliveryMethod,
  'code' | 'nom' | 'type' | 'delaiJours' | 'suiviUrl' | 'tauxTva'
> & {
  prixCents: number
  remboursableCents: number
  promotionId: number | null
  pointRelais: PickupPoint | null
}

export type Order = {
  ordreId: string
  statut: OrderStatus
  clientId: string
  /**
   * Whether the order was placed by the customer or by a caller who may act for them. Otherwise the customer is an
   * unproven claim, as for every guest while API keys are configured.
   */
  prouve: boolean
  montantTotalCents: number
  articles: unknown[]
  lignes: Line[]
  /** The discount of each promotion over all lines; null without any. */
  remises: Discount[] | null
  /** The promotion codes that lowered the total; null if the order named none. */
  codes: AppliedCode[] | null
  adresseLivraison: Record<string, unknown>
  clientInfo: Record<string, unknown>
  transactionId: string | null
  authorizationId: string | null
  encaissements: number
  reserveeJusque: Date | null
  /**
   * The hash of the network that an unproven order without a key came from. An hourly schedule deletes it once the
   * order no longer awaits payment or can no longer reserve goods.
   */
  reseau: string | null
  /** Until when payment links may extend the reservation; null: without limit. */
  prolongeableJusque: Date | null
  confirmeeLe: Date | null
  livraison: (typeof DELIVERY_MODES)[number]
  /** The store where the order is collected; null for a delivery. */
  magasinId: number | null
  /** The stores that ship it, or the one that hands it over. */
  magasins: number[]
  /** Null without a delivery method. */
  conditionsLivraison: DeliveryTerms | null
  trackingNumber: string | null
  langue: Language
  /** The number of corrections of its recipient. */
  versionDestinataire: number
  createdAt: Date
}

export type LockedOrder = Order & {
  /** The number of the last change to an earlier status, or 0. */
  correction: number
  /** When it was cancelled with a refund, as opposed to a plain change of its status. */
  annulationClientLe: Date | null
  expedieeLe: Date | null
  livreeLe: Date | null
  stockRenduLe: Date | null
}

export const PAYMENT_STATES = ['aucun', 'en_attente', 'paye', 'rembourse_en_partie', 'rembourse'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** The order's relevant payment, as `paymentColumn` selects it. */
export type PaymentRow = {
  etat: Exclude<PaymentState, 'aucun'>
  montantCents: number
  rembourseCents: number
}

/** The payment status of an order. `payeCents` is the amount before refunds; a pending payment counts as 0. */
export const paymentOf = (row: PaymentRow | null) =>
  row === null || row.etat === 'en_attente'
    ? { statut: row?.etat ?? ('aucun' as const), payeCents: 0, rembourseCents: 0 }
    : { statut: row.etat, payeCents: row.montantCents, rembourseCents: row.rembourseCents }
