import type { Language } from '../platform/http/pages.ts'

/** The identifiers under which the cards of one customer may be saved. */
export type Owners = { clientFideliseId: number | null; clientIds: string[] }

export const STATUSES = ['en_attente', 'accepte', 'paye', 'refuse', 'annule'] as const
export type Status = (typeof STATUSES)[number]

/** The statuses with which a pending payment ends. */
export type Outcome = 'accepte' | 'refuse' | 'annule'

export const CARD = 'carte_bancaire'
export const CASH = 'especes'
export const REFUND = 'remboursement'
/** The status that is published when a payment is refunded in full or in part. No stored transaction has it. */
export const REFUNDED = 'rembourse'

/** The states of the disputes of a payment, that is, of its chargebacks. */
export const DISPUTE_STATES = ['ouvert', 'gagne', 'perdu'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

export type Transaction = {
  id: number
  montantCents: number
  devise: string
  status: Status
  typePaiement: string
  orderId: string | null
  clientId: string | null
  /** For a refund that was made at the provider: its reference there. */
  authorizationId: string | null
  moyen: typeof CARD | typeof CASH
  provider: string | null
  /** Encrypted by `card-vault.ts`. */
  carte: string | null
  montantRembourseCents: number
  lienId: string | null
  savePaymentMethod: boolean
  /**
   * Whether the customer is proven, by the rules of `isPaymentProven` in `create-payment.ts`. Otherwise `clientId` is
   * only a claim.
   */
  prouve: boolean
  /** The refunded payment, for a refund. */
  rembourseId: number | null
  /** The reason for a refund, and the application that requested it. */
  motif: string | null
  source: string | null
  /** Null without a dispute. */
  litige: DisputeState | null
  createdAt: Date
  updatedAt: Date
}

/** The owner of a saved card: a loyalty number or an identifier. Exactly one of them is set. */
export type CardOwner = { clientFideliseId: number | null; clientId: string | null }

export type SavedCard = CardOwner & {
  id: number
  provider: string
  /** Encrypted by `card-vault.ts`. */
  carte: string
}

export type NewTransaction = Omit<
  Transaction,
  | 'id'
  | 'status'
  | 'montantRembourseCents'
  | 'rembourseId'
  | 'motif'
  | 'source'
  | 'litige'
  | 'createdAt'
  | 'updatedAt'
> & {
  occurence_credit: number | null
  differe: unknown
  fidelise: number | null
  magasinId: string | null
  /** The number under which orders admitted the payment; null without an order that orders knows. Not stored. */
  admission: number | null
}

/** A card to save. It is offered only once its first payment, `enAttenteDe`, is accepted. */
export type NewCard = CardOwner & {
  /** The fingerprint with each key; the first is stored. */
  empreintes: [string, ...string[]]
  /** Fingerprints under which the same card may already be saved for the owner's account identifiers. */
  formerly: readonly { clientId: string; empreinte: string }[]
  provider: string
  carte: string
  enAttenteDe: number
}

/**
 * A line of the order on the payment page; `nom` is null for an unknown product. The price of the delivery, the discounts
 * of codes, which the prices of the articles contain, and the VAT that the total contains have a `type`.
 */
export type LinkArticle = {
  nom: string | null
  quantite: number
  totalCents: number
  /** The total before promotions, where they lower it. */
  avantRemiseCents?: number
  type?: 'livraison' | 'code' | 'tva'
  /** The rate of the VAT in percent. */
  tauxTva?: number
}

export type Link = {
  id: string
  orderId: string | null
  montantCents: number
  devise: string
  clientId: string | null
  clientFideliseId: number | null
  titulaire: string | null
  /** The customer's e-mail address for the provider's page; null unless the link names an order or a customer. */
  courriel: string | null
  /**
   * Whether the customer is proven, by the rules of `verifyCustomer` in `create-link.ts`. Otherwise `clientId` is only
   * a claim.
   */
  prouve: boolean
  source: string | null
  /** For a payment intent: the provider of its card. */
  intention: string | null
  returnUrl: string
  /** The order's articles when the link was created; null without an order that orders knows. */
  articles: LinkArticle[] | null
  langue: Language
  createdAt: Date
  expireLe: Date
}
