/** What the areas say of one another's subjects, as their routes answer it. */

export type Payment = {
  id: number
  orderId: string | null
  status: string
  montantCents: number
  montantRembourseCents: number
  remboursements: number
  remboursementsCents: number
  annonces: string[]
  createdAt: string
  updatedAt: string
}

export type Order = {
  ordreId: string
  statut: 'EN_ATTENTE' | 'EN_PREPARATION' | 'EXPEDIEE' | 'LIVREE' | 'ANNULEE'
  clientId: string
  invite: boolean
  montantTotalCents: number
  transactionId: string | null
  confirmeeLe: string | null
  expedieeLe: string | null
  livreeLe: string | null
  createdAt: string
  changeeLe: string
  paiement: { statut: string; payeCents: number; rembourseCents: number }
  lignes: { articleId: string; quantite: number }[]
  unitesRetournees: number
  unitesRemisesEnStock: number
  factureAttendue: boolean
  factureCents: number | null
  avoirsCents: number
}

export type Points = { ordreId: string; points: number; actif: boolean }
export type LoyalClient = { clientId: string; createdAt: string }

export type History = {
  ordreId: string
  situee: boolean
  remboursee: boolean
  lignes: number
  montantCents: number
  modifiees: number
  supprimees: number
  supprimeesCents: number
}

export type Units = { id: string; quantite: number }
export type Slip = { id: number; statut: string; articles: (Units & { storeId: number | null })[] }

export type Logistics = {
  ordreId: string
  reservation: string
  changeeLe: string
  lignes: Units[]
  retours: Units[]
  unitesRevenues: number
  bordereaux: Slip[]
}

export type StockRow = { id: number; productId: number; storeId: number; reserve: number; promis: number }
export type Reservation = { ordreId: string; expireLe: string; updatedAt: string }

/** What all areas say of one order. */
export type Known = {
  order: Order
  payment: Payment | undefined
  points: Points | undefined
  /** Loyalty has known the customer since before the order. */
  loyal: boolean
  history: History | undefined
  logistics: Logistics | undefined
}

export type Moments = { now: Date; settledBefore: Date }

export type Subject = 'payment' | 'points' | 'history' | 'slips' | 'stock' | 'invoice'

export type Disagreement = {
  subject: Subject
  transaction: number | string | null
  order: string | null
  what: string
}

/** What is still paid of an order, by its own account. */
export const keptCents = ({ paiement: { payeCents, rembourseCents } }: Order) => payeCents - rembourseCents
