import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Semaphore } from '../../platform/concurrency/semaphore.ts'
import { problems } from '../../platform/problem.ts'
import { OrderAnswer, OrderRef } from '../schemas.ts'
import { type ConfirmPayment, paymentOf } from './confirm-payment.ts'
import { PaymentConfirmation } from './schemas.ts'

export const confirmingRoutes =
  (confirmPayment: ConfirmPayment, inTurn: Semaphore): FastifyPluginAsyncTypebox =>
  async app => {
    app.post(
      '/api/commandes/:ordreId/confirmer-paiement',
      {
        config: { access: 'open' },
        schema: {
          operationId: 'confirmPayment',
          summary: 'Confirm the payment of an order and hand it over to logistics and loyalty',
          params: OrderRef,
          body: PaymentConfirmation,
          response: {
            200: OrderAnswer,
            ...problems(400, 402, 404, 409, 422, 503),
          },
        },
      },
      ({ params, body }) => inTurn(() => confirmPayment(params.ordreId, paymentOf(body))),
    )
  }
