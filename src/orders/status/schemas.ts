import Type, { type Static } from 'typebox'
import { Nullable, Nullish, Shape, Timestamp } from '../../platform/http/pages.ts'
import { NEXT_STATUSES, OrderStatus, STATUSES } from '../schemas.ts'

export const StatusChange = Shape('ChangementStatut', {
  nouveauStatut: Type.Enum([...NEXT_STATUSES]),
  trackingNumber: Nullish(Type.String({ maxLength: 200 })),
  commentaire: Nullish(Type.String({ maxLength: 5000, description: 'Shown to whoever may read the order' })),
  noteInterne: Nullish(Type.String({ maxLength: 5000, description: 'For the staff alone' })),
  statutActuel: Nullish(
    Type.Enum([...STATUSES], {
      description: 'The status that the caller saw: 409 when it is another one now',
    }),
  ),
})
/** `boutique`: staff; `impaye`: cancelled on condition that it was unpaid. */
const CANCELLED_BY = ['client', 'boutique', 'impaye'] as const
export type CancelledBy = (typeof CANCELLED_BY)[number]

export type StatusChange = Static<typeof StatusChange> & { annuleePar?: CancelledBy }

/** The statuses of an order, oldest first. */
export const StatusHistory = Type.Array(
  Type.Object({
    statut: OrderStatus,
    trackingNumber: Nullable(Type.String()),
    commentaire: Nullable(Type.String()),
    noteInterne: Nullish(Type.String({ description: 'Shown to staff alone' })),
    annuleePar: Nullable(
      Type.Enum([...CANCELLED_BY], {
        description:
          'Who cancelled it: its customer, the shop, or the shop front because it was not paid. Null for other changes and those made by version 0.2.0',
      }),
    ),
    createdAt: Timestamp,
  }),
)
export type StatusHistory = Static<typeof StatusHistory>
