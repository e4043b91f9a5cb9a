import Type from 'typebox'
import { eventKind } from '../platform/events/event.ts'

/** An order has been delivered; its customer earns points. From orders, sent once an order. */
export const OrderDelivered = eventKind(
  'fidelite.commande-livree',
  Type.Object({
    ordreId: Type.String({ minLength: 1 }),
    clientId: Type.String({ minLength: 1 }),
    montantTotalCents: Type.Integer({ minimum: 0 }),
    timestamp: Type.String(),
  }),
)
