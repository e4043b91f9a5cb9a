import Type, { type Static } from 'typebox'
import { Id, Nullable, Timestamp } from '../platform/http/pages.ts'

const OrderId = Type.String({ minLength: 1, maxLength: 200 })

export const NewReservation = Type.Object({
  ordreId: OrderId,
  articles: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1, maxLength: 200, description: 'Product id, as text' }),
      quantite: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    }),
    { minItems: 1, maxItems: 200 },
  ),
  expireLe: Timestamp,
})
export type NewReservation = Static<typeof NewReservation>

export const STATES = ['active', 'liberee', 'expiree', 'prelevee', 'annulee'] as const

export const Reservation = Type.Object({
  ordreId: Type.String(),
  statut: Type.Enum([...STATES]),
  expireLe: Timestamp,
})
export type Reservation = Static<typeof Reservation>

export const ReservationRef = Type.Object({ ordreId: OrderId })

/** Either a later end, or the word that the order was cancelled. */
export const ReservationChange = Type.Union([
  Type.Object({ expireLe: Timestamp }),
  Type.Object({ statut: Type.Literal('annulee') }),
])
export type ReservationChange = Static<typeof ReservationChange>

export const SlipArticle = Type.Object({
  id: Type.String(),
  nom: Type.String(),
  quantite: Type.Integer({ description: 'How many of them were ordered from this store' }),
  storeId: Nullable(Id),
  manquant: Type.Integer({ description: 'How many of these are missing' }),
})
export type SlipArticle = Static<typeof SlipArticle>

export const Slip = Type.Object({
  id: Id,
  numero: Type.String(),
  ordreId: Type.String(),
  clientId: Type.String(),
  adresseLivraison: Type.Unknown(),
  articles: Type.Array(SlipArticle),
  statut: Type.Enum(['a_preparer', 'incomplet', 'annule']),
  createdAt: Timestamp,
})
export type Slip = Static<typeof Slip>
