import Type, { type Static } from 'typebox'
import { beginPayment } from '../orders/contract.ts'
import { eventKind } from '../platform/events/event.ts'
import { Nullish } from '../platform/http/pages.ts'
import { createOperationFactory } from '../platform/peers/operation.ts'
import { problems } from '../platform/problem.ts'
import { LinkAnswer, LinkRequest, RefundAnswer, RefundRequest } from './schemas.ts'
import { TransactionDetail, TransactionRef, TransactionStatus } from './transaction-schemas.ts'

/**
 * A payment was created, changed its status, or was refunded in full or in part (`rembourse`). Other payment
 * applications that send this event may leave out optional fields.
 */
export const paymentChanged = eventKind(
  'paiement.expedition-commande',
  Type.Object({
    transactionId: Type.Union([Type.Integer(), Type.String()]),
    orderId: Nullish(Type.String()),
    status: Type.String(),
    clientId: Nullish(Type.String()),
    montant: Type.Optional(
      Type.Number({ description: 'Amount of the payment or of the reported refund, in decimal euros' }),
    ),
    montantRembourse: Type.Optional(
      Type.Number({
        description: 'Total refunded amount of the payment including this refund, in decimal euros',
      }),
    ),
    remboursementId: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
    partiel: Type.Optional(
      Type.Literal(true, { description: 'Only after a refund that leaves a part of the payment' }),
    ),
    timestamp: Type.Optional(Type.String()),
  }),
)
export type PaymentChange = Static<typeof paymentChanged.schema>

/** The path of the page on which a customer pays an order. Mails contain it as a signed link. */
export const orderPaymentPath = (ordreId: string) =>
  `/paiement/commandes/${encodeURIComponent(ordreId)}/payer`

const operation = createOperationFactory('payments')

/** Errors of operations that begin a payment of an order. A payment for an order unknown to orders is accepted. */
export const orderErrors = [
  ...(beginPayment.config.errors ?? []).filter(code => code !== 'commande-inconnue'),
  'paiement-en-cours',
]
/** Errors of operations that accept a card. */
export const cardErrors = ['carte-expiree', 'carte-invalide', 'moyen-non-accepte']

export const getTransactionPrivately = operation({
  method: 'GET',
  url: '/api/private/transactions/:id',
  config: {
    access: 'internal',
    rights: ['peer', 'shop', 'till', 'support'],
    errors: ['transaction-inconnue'],
  },
  schema: {
    operationId: 'getTransactionPrivately',
    summary: 'Read a transaction',
    description: 'Answers with the transaction in full.',
    params: TransactionRef,
    response: { 200: TransactionDetail, ...problems(400, 404) },
  },
})

export const getTransactionStatusOfOrder = operation({
  method: 'GET',
  url: '/api/publique/transaction-status',
  config: { access: 'open', errors: ['transaction-inconnue'] },
  schema: {
    operationId: 'getTransactionStatusOfOrder',
    summary: "Read the status of an order's latest payment",
    description: 'Use it to wait for the end of a payment that is pending.',
    querystring: Type.Object({ orderId: Type.String({ maxLength: 100, keepEmpty: true }) }),
    response: { 200: TransactionStatus, ...problems(400, 404) },
  },
})

export const refundPayment = operation({
  method: 'POST',
  url: '/api/publique/paiement/refund',
  config: {
    access: 'staff',
    rights: ['support', 'peer'],
    idempotent: true,
    errors: [
      'montant-invalide',
      'transaction-inconnue',
      'change-entre-temps',
      'paiement-non-remboursable',
      'transaction-de-remboursement',
      'remboursement-trop-grand',
      'transaction-d-autrui',
    ],
  },
  schema: {
    operationId: 'refundPayment',
    summary: 'Refund a payment',
    description: 'Refunds the payment, in full or in part, and stores the refund as a separate transaction.',
    body: RefundRequest,
    response: { 201: RefundAnswer, ...problems(400, 404, 409, 422, 503) },
  },
})

export const closeOrderToPayments = operation({
  method: 'POST',
  url: '/api/v1/privee/commandes-closes',
  config: { access: 'internal', rights: ['peer'], repeatable: true, errors: ['commande-payee'] },
  schema: {
    operationId: 'closeOrderToPayments',
    summary: 'Close an order to payments',
    description: 'Refuses payments that were admitted earlier. Answers 409 if one is pending or completed.',
    body: Type.Object({
      orderId: Type.String({ minLength: 1, maxLength: 100 }),
      admission: Type.Integer({
        minimum: 0,
        description: 'Number of the last admission to refuse',
      }),
    }),
    response: { 204: Type.Null(), ...problems(400, 409) },
  },
})

export const createPaymentLinkShort = operation({
  method: 'POST',
  url: '/api/publique/interface-paiement',
  config: {
    access: 'open',
    takes: ['bearer', 'key'],
    idempotent: true,
    errors: ['adresse-de-retour-refusee', 'montant-invalide', ...orderErrors],
  },
  schema: {
    operationId: 'createPaymentLinkShort',
    summary: 'Create a payment link',
    description:
      'Checks the amount against the order and answers with the address of the payment page, valid for 30 minutes. The reservation of the goods is extended. Variant C has `customerEmail`, variant B a textual `amount`, variant A a number; the examples of the two schemas show them in the order A, B, C.',
    body: LinkRequest,
    response: { 201: LinkAnswer, ...problems(400, 401, 409, 422, 429, 503) },
  },
})
