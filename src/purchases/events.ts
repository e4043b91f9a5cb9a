import Type, { type Static } from 'typebox'
import { eventKind } from '../platform/events/event.ts'
import { clientRef, Item } from './schemas.ts'

/** Orders answers for its own names: whatever could be ordered enters the history. */
const OrderLine = Type.Object({ ...Item.properties, articleName: Type.String() })

/** An order was confirmed; its articles enter the customer's history. From orders. */
export const OrderHistory = eventKind(
  'fidelite.historique-commande',
  Type.Object({
    ordreId: Type.String({ minLength: 1 }),
    clientId: Type.String(clientRef),
    transactionId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    montantTotalCents: Type.Integer({ minimum: 0 }),
    articles: Type.Array(OrderLine, { minItems: 1 }),
    purchaseDate: Type.String(),
    timestamp: Type.String(),
  }),
)
export type OrderHistory = Static<typeof OrderHistory.schema>

/** A purchase at a till or in another shop. From any outside application, through an exchange of its own. */
export const PurchaseRecorded = eventKind(
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
export type PurchaseRecorded = Static<typeof PurchaseRecorded.schema>
