import Type, { type Static } from 'typebox'
import { Id, LastMoment, Limit, Nullable, Page, PageOf, Shape, Timestamp } from '../platform/http/pages.ts'

export const OrderId = Type.String({ minLength: 1, maxLength: 200 })

export const NewReservation = Shape('NouvelleReservation', {
  ordreId: OrderId,
  articles: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1, maxLength: 200, description: 'Product id, as text' }),
      quantite: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    }),
    { minItems: 1, maxItems: 200 },
  ),
  expireLe: LastMoment(),
  magasinId: Type.Optional(
    Nullable({
      ...Id,
      description:
        'Store that must supply all articles because the order is collected there; null for a delivery',
    }),
  ),
})
export type NewReservation = Static<typeof NewReservation>

export const RESERVATION_STATUSES = ['active', 'liberee', 'expiree', 'prelevee', 'annulee'] as const

export const Reservation = Shape('Reservation', {
  ordreId: Type.String(),
  statut: Type.Enum([...RESERVATION_STATUSES]),
  expireLe: Timestamp,
  magasins: Type.Array(Type.Integer(), { description: 'Ids of the stores that supply the goods' }),
})
export type Reservation = Static<typeof Reservation>

export const ReservationRef = Type.Object({ ordreId: OrderId })

/** Either a new end, which is ignored if it is earlier, or the cancellation of the order. */
export const ReservationChange = Type.Union([
  Type.Object({ expireLe: LastMoment() }),
  Type.Object({ statut: Type.Literal('annulee') }),
])
export type ReservationChange = Static<typeof ReservationChange>

export const ReservedLine = Shape('LigneReservee', {
  ordreId: Type.String(),
  productId: Id,
  storeId: Id,
  quantite: Type.Integer(),
  createdAt: Timestamp,
  expireLe: Type.Unsafe<Date | string>({
    type: 'string',
    format: 'date-time',
    description: 'Time at which the reservation expires if the order is not paid',
  }),
})
export type ReservedLine = Static<typeof ReservedLine>

export const ReservedLinePage = PageOf('PageLignesReservees', ReservedLine)

export const ReservedLineSearch = Type.Object({
  productId: Type.Optional(Id),
  storeId: Type.Optional(Id),
  ordreId: Type.Optional(OrderId),
  page: Page(),
  limit: Limit(20),
})
export type ReservedLineSearch = Static<typeof ReservedLineSearch>
