import Type, { type Static } from 'typebox'
import { Nullable, Nullish, Shape, Timestamp } from '../../platform/http/pages.ts'
import { NEXT_STATUSES, OrderStatus, STATUSES } from '../schemas.ts'

export const StatusChange = Shape('ChangementStatut', {
  nouveauStatut: Type.Enum([...NEXT_STATUSES]),
  trackingNumber: Nullish(Type.String({ maxLength: 200 })),
  commentaire: Nullish(
    Type.String({ maxLength: 5000, description: 'Comment visible to everyone who can read the order' }),
  ),
  noteInterne: Nullish(Type.String({ maxLength: 5000, description: 'Internal note, visible to staff only' })),
  statutActuel: Nullish(
    Type.Enum([...STATUSES], {
      description: 'Status that the caller last read; answers 409 if it has changed',
    }),
  ),
  estPreparee: Nullish(
    Type.Boolean({
      description:
        'With `EN_PREPARATION`: whether all goods are prepared, so that a collection is ready and the customer gets a mail',
    }),
  ),
})
export const InternalNote = Shape('NoteCommande', {
  noteInterne: Nullable(
    Type.String({ maxLength: 5000, description: 'Internal note, visible to staff only; null for none' }),
  ),
  noteActuelle: Nullish(
    Type.String({
      maxLength: 5000,
      description: 'Note that the caller last read, null for none; answers 409 if it has changed',
    }),
  ),
})

export type InternalNote = Static<typeof InternalNote>

/** `boutique`: staff; `impaye`: cancelled on condition that it was unpaid. */
const CANCELLED_BY = ['client', 'boutique', 'impaye'] as const
export type CancelledBy = (typeof CANCELLED_BY)[number]

/** `seraRembourse`: the cancellation refunds what was paid. */
export type StatusChange = Static<typeof StatusChange> & {
  annuleePar?: CancelledBy
  seraRembourse?: true
}

/** The statuses of an order, oldest first. */
export const StatusHistory = Type.Array(
  Type.Object({
    statut: OrderStatus,
    trackingNumber: Nullable(Type.String()),
    commentaire: Nullable(Type.String()),
    noteInterne: Nullish(Type.String({ description: 'Internal note, visible to staff only' })),
    annuleePar: Nullable(
      Type.Enum([...CANCELLED_BY], {
        description:
          'Author of the cancellation: the customer, the shop, or the storefront for lack of payment. Null for other changes and for those made by version 0.2.0',
      }),
    ),
    createdAt: Timestamp,
  }),
)
export type StatusHistory = Static<typeof StatusHistory>
