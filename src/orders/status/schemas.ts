import Type, { type Static } from 'typebox'
import { Nullable, Shape, Timestamp } from '../../platform/http/pages.ts'
import { NEXT_STATUSES, OrderStatus, STATUSES } from '../schemas.ts'

export const StatusChange = Shape('ChangementStatut', {
  nouveauStatut: Type.Enum([...NEXT_STATUSES]),
  trackingNumber: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
  commentaire: Type.Optional(Nullable(Type.String({ maxLength: 5000 }))),
  statutActuel: Type.Optional(
    Nullable(
      Type.Enum([...STATUSES], {
        description: 'The status that the caller saw: 409 when it is another one now',
      }),
    ),
  ),
})
export type StatusChange = Static<typeof StatusChange>

/** The statuses that an order has had, the first one first. */
export const StatusHistory = Type.Array(
  Type.Object({
    statut: OrderStatus,
    trackingNumber: Nullable(Type.String()),
    commentaire: Nullable(Type.String()),
    createdAt: Timestamp,
  }),
)
export type StatusHistory = Static<typeof StatusHistory>
