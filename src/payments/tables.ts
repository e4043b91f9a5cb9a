/** The identifiers under which the cards of one customer may be saved. */
export type Owners = { clientFideliseId: number | null; clientIds: string[] }

export const STATUSES = ['en_attente', 'accepte', 'paye', 'refuse', 'annule'] as const
export type Status = (typeof STATUSES)[number]

/** How a payment that was pending may end. */
export type Outcome = 'accepte' | 'refuse' | 'annule'

export const CARD = 'carte_bancaire'
export const CASH = 'especes'
export const REFUND = 'remboursement'
/** Announced for a payment that was refunded in full or in part. */
export const REFUNDED = 'rembourse'

export type Transaction = {
  id: number
  montantCents: number
  devise: string
  status: Status
  typePaiement: string
  orderId: string | null
  clientId: string | null
  authorizationId: string | null
  moyen: typeof CARD | typeof CASH
  provider: string | null
  /** Sealed; `card-vault.ts` opens it. */
  carte: string | null
  montantRembourseCents: number
  lienId: string | null
  savePaymentMethod: boolean
  /** Whether its customer pays, or somebody who speaks for them; else they were merely named. */
  prouve: boolean
  /** The payment that this one gives back, for a refund. */
  rembourseId: number | null
  /** Why a refund was made, and the application that asked for it. */
  motif: string | null
  source: string | null
  createdAt: Date
  updatedAt: Date
}

/** Whom a saved card belongs to: loyalty's number, or the identifier that the payment carried. One of them is there. */
export type CardOwner = { clientFideliseId: number | null; clientId: string | null }

export type SavedCard = CardOwner & {
  id: number
  provider: string
  /** Sealed; `card-vault.ts` opens it. */
  carte: string
}

export type NewTransaction = Omit<
  Transaction,
  'id' | 'status' | 'montantRembourseCents' | 'rembourseId' | 'motif' | 'source' | 'createdAt' | 'updatedAt'
> & {
  occurence_credit: number | null
  differe: unknown
  fidelise: number | null
  magasinId: string | null
  /** The number under which orders admitted it; null where orders does not know its order. It is not stored. */
  admission: number | null
}

/** A card that is saved once its first payment is accepted. */
export type NewCard = CardOwner & {
  /** Under each key; the first is stored. */
  empreintes: [string, ...string[]]
  /** Finds the same card where it was stored for its owner's account. */
  formerly: readonly { clientId: string; empreinte: string }[]
  provider: string
  carte: string
  enAttenteDe: number
}

/** A line of the order on the payment page. Without a name for an unknown product. */
export type LinkArticle = { nom: string | null; quantite: number; totalCents: number }

export type Link = {
  id: string
  orderId: string | null
  montantCents: number
  devise: string
  clientId: string | null
  clientFideliseId: number | null
  titulaire: string | null
  /** Whether its customer made it, or somebody who speaks for them; else they were merely named. */
  prouve: boolean
  source: string | null
  /** Set for a payment intent: the provider that takes its card. */
  intention: string | null
  returnUrl: string
  /** The order's, as orders told them when the link was made; null for what is no order of its. */
  articles: LinkArticle[] | null
  createdAt: Date
  expireLe: Date
}
