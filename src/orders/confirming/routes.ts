import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import { ClosedShape, Id, Nullish } from '../../platform/http/pages.ts'
import { parseEuros } from '../../platform/money.ts'
import { problems } from '../../platform/problem.ts'
import { type Context, createRouteSemaphore } from '../context.ts'
import { OrderAnswer, OrderRef } from '../schemas.ts'
import { confirmPayment, type Payment } from './confirm-payment.ts'

/** Parses the payment in a request. Throws 400 for an invalid amount. */
export const parsePayment = ({ transactionId, authorizationId, amount }: PaymentConfirmation): Payment => ({
  transactionId: String(transactionId),
  authorizationId: authorizationId ?? null,
  amountCents: parseEuros(amount, 'amount'),
})

const PaymentConfirmation = ClosedShape('ConfirmationPaiement', {
  transactionId: Type.Union([Type.String({ minLength: 1, maxLength: 50 }), Id]),
  authorizationId: Nullish(
    Type.String({
      maxLength: 200,
      description: 'Absent or null for a payment without authorization, such as cash',
    }),
  ),
  amount: Type.String({ description: 'Decimal euros', maxLength: 30 }),
})
type PaymentConfirmation = Static<typeof PaymentConfirmation>

export const confirmingRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  const inTurn = createRouteSemaphore(context)
  app.post('/api/commandes/:ordreId/confirmer-paiement', {
    config: {
      access: 'open',
      errors: [
        'montant-invalide',
        'paiement-annule',
        'paiement-refuse',
        'commande-inconnue',
        'transaction-inconnue',
        'commande-annulee',
        'commande-payee',
        'paiement-en-attente',
        'transaction-deja-utilisee',
        'autorisation-differente',
        'montant-different',
        'paiement-rembourse',
        'transaction-d-autrui',
      ],
    },
    schema: {
      operationId: 'confirmPayment',
      summary: 'Confirm the payment of an order',
      description:
        'Checks the transaction, marks the order as paid and publishes it to logistics and loyalty. Repeating the call with the same transaction changes nothing.',
      params: OrderRef,
      body: PaymentConfirmation,
      response: { 200: OrderAnswer, ...problems(400, 402, 404, 409, 422, 503) },
    },
    handler: ({ params, body }) => inTurn(() => confirmPayment(context, params.ordreId, parsePayment(body))),
  })
}
