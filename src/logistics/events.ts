import Type from 'typebox'
import { eventKind } from '../platform/events/event.ts'

/** An order has been paid; its goods are to be prepared. From orders, sent once an order. */
export const OrderToPrepare = eventKind(
  'logistique.ordre-preparation',
  Type.Object({
    ordreId: Type.String({ minLength: 1 }),
    clientId: Type.String({ minLength: 1 }),
    articles: Type.Array(
      Type.Object({
        id: Type.String({ minLength: 1, description: 'Product id, as text' }),
        nom: Type.String(),
        quantite: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      }),
      { minItems: 1 },
    ),
    adresseLivraison: Type.Unknown(),
    timestamp: Type.String(),
  }),
)
