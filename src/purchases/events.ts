import Type, { type Static } from 'typebox'
import { eventKind } from '../platform/events/event.ts'
import { clientRef, Item } from './schemas.ts'

/** A purchase at a till or in another shop. From any outside application, through an exchange of its own. */
export const purchaseRecorded = eventKind(
  'fidelite.historique-achat',
  Type.Object({
    action: Type.Literal('create'),
    timestamp: Type.String(),
    requestId: Type.String({ format: 'uuid' }),
    data: Type.Object({
      clientId: Type.Union([Type.String(clientRef), Type.Integer({ minimum: 1 })]),
      purchaseDate: Type.String(),
      purchases: Type.Array(Item, { minItems: 1 }),
    }),
  }),
  'fidelite.historique-achat.exchange',
)
export type PurchaseRecorded = Static<typeof purchaseRecorded.schema>
