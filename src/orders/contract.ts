import Type, { type Static, type TProperties } from 'typebox'
import { eventKind } from '../platform/events/event.ts'
import { Id, Nullable, Nullish } from '../platform/http/pages.ts'
import { createOperationFactory } from '../platform/peers/operation.ts'
import { problems } from '../platform/problem.ts'
import { promotionChanged } from '../promotions/contract.ts'
import { BasketPreview, BasketToPreview } from './basket-schemas.ts'
import { DeliveryMethod } from './delivery-schemas.ts'
import { Cents, OrderRef, OrderStatus, OrderSummary, PaymentAdmission, PaymentStart } from './schemas.ts'

/** Formats `adresseLivraison`, whose fields the shop defines. */
export { addressLines, phoneIn } from './postal-address.ts'
/** Price one unit of a product. The catalogue shows prices with promotions by the rules of baskets. */
export { priceOfUnit } from './pricing/basket.ts'
export { type BasketPromotion, indexPromotions, isLive, keysOf, type Rule } from './pricing/basket-rules.ts'

/** The prefix of a guest's identifier. Purchases of guests are not credited to a loyalty customer. */
export const GUEST_PREFIX = 'INVITE'

/** The `source` of the refunds of returns, about which orders requests a mail itself. */
export const RETURN_REFUND = 'retours'

/** The path of an invoice. A caller without a token or an API key needs a signed link to it. */
export const invoicePath = (ordreId: string) =>
  `/api/v1/publique/commandes/${encodeURIComponent(ordreId)}/facture`

/** The path of the page on which a customer cancels an order. Mails contain it as a signed link. */
export const cancellationPath = (ordreId: string) =>
  `/api/v1/publique/commandes/${encodeURIComponent(ordreId)}/annuler`

const Name = Type.String({ minLength: 1 })
const Quantity = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const { ordreId } = OrderRef.properties

const orderEvent = <Fields extends TProperties>(queue: string, fields: Fields) =>
  eventKind(queue, Type.Object({ ordreId, ...fields, timestamp: Type.String() }))

const recipient = {
  adresseLivraison: Type.Unknown(),
  destinataire: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'Name and telephone number of the customer where the address has none, and the pick-up point',
    }),
  ),
}

/** Sent to logistics once per order, when the order is confirmed: the goods to prepare. */
export const orderToPrepare = orderEvent('logistique.ordre-preparation', {
  clientId: Name,
  articles: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1, description: 'Product id, as text' }),
      nom: Type.String(),
      quantite: Quantity,
    }),
    { minItems: 1 },
  ),
  ...recipient,
  magasinId: Nullish(
    Type.Integer({ minimum: 1, description: 'Store where the order is collected; null for a delivery' }),
  ),
})
export type OrderToPrepare = Static<typeof orderToPrepare.schema>

/**
 * Sent to the purchase history once per order, except for guests, when the order is confirmed: the purchased articles.
 */
export const orderConfirmed = orderEvent('fidelite.historique-commande', {
  clientId: Name,
  transactionId: Nullish(Type.String()),
  montantTotalCents: Cents,
  articles: Type.Array(
    Type.Object({
      articleId: Type.String({ minLength: 1, maxLength: 255 }),
      articleName: Type.String(),
      unitPrice: Cents,
      quantity: Quantity,
      category: Nullish(Type.String({ maxLength: 1000 })),
    }),
    { minItems: 1 },
  ),
  purchaseDate: Type.String(),
})
export type OrderConfirmed = Static<typeof orderConfirmed.schema>

/** Sent to loyalty once per order, except for guests, at its first delivery. */
export const orderDelivered = orderEvent('fidelite.commande-livree', {
  clientId: Name,
  montantTotalCents: Cents,
})
export type OrderDelivered = Static<typeof orderDelivered.schema>

/**
 * Sent to loyalty, except for guests, once per refund of the payment that confirmed the order. `resteCents` is the
 * amount that is still paid after the refund.
 */
export const orderRefunded = orderEvent('fidelite.commande-remboursee', {
  clientId: Name,
  transactionId: Name,
  remboursementId: Name,
  montantCents: Cents,
  resteCents: Cents,
})

/** Sent to the purchase history, except for guests, when an order is fully refunded: the history removes the order. */
export const purchaseRefunded = orderEvent('fidelite.historique-remboursement', { clientId: Name })
export type PurchaseRefunded = Static<typeof purchaseRefunded.schema>

/** Sent to loyalty once per order, except for guests, when an order is confirmed after its delivery. */
export const orderPaidLate = eventKind('fidelite.commande-payee', orderDelivered.schema)

/** Sent to logistics once for each return whose goods can be sold again. */
export const goodsReturned = eventKind(
  'logistique.retour',
  Type.Object({
    retourId: Id,
    ordreId,
    articles: Type.Array(
      Type.Object({
        id: Type.String({ minLength: 1, description: 'Product id, as text' }),
        quantite: Quantity,
      }),
      { minItems: 1 },
    ),
    timestamp: Type.String(),
  }),
)
export type GoodsReturned = Static<typeof goodsReturned.schema>

/**
 * Sent to logistics when staff change the status or the tracking number of an order, or the order is cancelled: its
 * slips follow. `version` increases with each change. `correction` is the version of the last change to an earlier
 * status, or 0: only such a change moves slips back.
 */
export const orderMoved = orderEvent('logistique.statut-commande', {
  statut: OrderStatus,
  trackingNumber: Nullable(Type.String()),
  version: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  correction: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
})
export type OrderMoved = Static<typeof orderMoved.schema>

/**
 * Sent to logistics when staff correct the recipient of a paid order: its slips that are not sent follow. `version`
 * increases with each correction of the order.
 */
export const recipientCorrected = orderEvent('logistique.destinataire', {
  ...recipient,
  version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
})
export type RecipientCorrected = Static<typeof recipientCorrected.schema>

const operation = createOperationFactory('orders')

export const getOrderSummary = operation({
  method: 'GET',
  url: '/api/v1/privee/commandes/:ordreId',
  config: { access: 'internal', rights: ['peer'], errors: ['commande-inconnue'] },
  schema: {
    operationId: 'getOrderSummary',
    summary: 'Read the summary of an order',
    description: 'Answers with the customer, the total and whether the order is paid.',
    params: OrderRef,
    response: { 200: OrderSummary, ...problems(404) },
  },
})

export const beginPayment = operation({
  method: 'POST',
  url: '/api/v1/privee/commandes/:ordreId/encaissements',
  // A repeated call extends the same reservation and returns a later admission number, which is equally valid.
  config: {
    access: 'internal',
    rights: ['peer'],
    repeatable: true,
    errors: [
      'commande-inconnue',
      'commande-annulee',
      'commande-close',
      'commande-expiree',
      'commande-payee',
      'statut-incompatible',
      'stock-insuffisant',
      'code-refuse',
      'devise-differente',
      'montant-different',
    ],
  },
  schema: {
    operationId: 'beginPayment',
    summary: 'Announce a payment',
    description:
      'Checks the amount against the order and extends the reservation of its goods. Payments calls it before it creates a payment or a link.',
    params: OrderRef,
    body: PaymentStart,
    response: { 200: PaymentAdmission, ...problems(400, 404, 409, 422, 503) },
  },
})

export const applyPromotion = operation({
  method: 'POST',
  url: '/api/v1/privee/promotions',
  config: { access: 'internal', rights: ['peer'] },
  schema: {
    operationId: 'takeInPromotion',
    summary: 'Apply a published promotion',
    description: 'Stores the promotion before its message arrives; an older version is ignored.',
    body: promotionChanged.schema,
    response: { 204: Type.Null(), ...problems(400) },
  },
})

export const countPromotionCodes = operation({
  method: 'GET',
  url: '/api/v1/privee/promotions/:promotionId/codes',
  config: { access: 'internal', rights: ['peer'] },
  schema: {
    operationId: 'countPromotionCodes',
    summary: 'Count the codes of a promotion',
    description: 'Counts the codes that are not revoked. A promotion with codes cannot become automatic.',
    params: Type.Object({ promotionId: Id }),
    response: { 200: Type.Object({ codes: Type.Integer() }), ...problems(400) },
  },
})

export const listDeliveryMethods = operation({
  method: 'GET',
  url: '/api/v1/privee/modes-livraison',
  config: {
    access: 'internal',
    rights: ['catalogue', 'support', 'shop', 'till', 'peer'],
    stores: 'none',
  },
  schema: {
    operationId: 'listDeliveryMethods',
    summary: 'List delivery methods',
    description: 'Lists all methods by code, including inactive ones, with their zones and tariffs.',
    response: { 200: Type.Array(DeliveryMethod) },
  },
})

export const previewBasket = operation({
  method: 'POST',
  url: '/api/v1/privee/apercus-de-panier',
  // The call stores nothing, so it can be repeated.
  config: { access: 'internal', rights: ['peer'], repeatable: true, errors: ['produit-inconnu'] },
  schema: {
    operationId: 'previewBasket',
    summary: 'Preview a promotion on a basket',
    description: 'Calculates a basket without and with a promotion. Nothing is stored.',
    body: BasketToPreview,
    response: { 200: BasketPreview, ...problems(400, 422, 503) },
  },
})
