import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ProblemBody } from '../../platform/http/problem.ts'
import { eurosOf } from '../../platform/money.ts'
import type { Context } from '../context.ts'
import { RefundAnswer, RefundRequest } from '../schemas.ts'
import { type Refunded, refundPayment } from './refund-payment.ts'

const answerOf = ({ payment, refund }: Refunded) => ({
  transactionId: payment.id,
  refundId: refund.id,
  status: refund.status,
  montant: eurosOf(refund.montantCents),
  message:
    payment.montantRembourseCents === payment.montantCents
      ? 'Paiement remboursé en totalité'
      : 'Paiement remboursé en partie',
})

export const refundRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async app => {
    for (const [path, operationId] of [
      ['/api/publique/paiement/refund', 'refundPayment'],
      ['/api/publique/refund', 'refundPaymentShort'],
    ] as const)
      app.post(
        path,
        {
          config: { access: 'staff', idempotent: true },
          schema: {
            operationId,
            summary: 'Give back a payment, or part of it',
            body: RefundRequest,
            response: {
              201: RefundAnswer,
              400: ProblemBody,
              404: ProblemBody,
              409: ProblemBody,
              422: ProblemBody,
            },
          },
        },
        async (request, reply) => {
          const refunded = await refundPayment(context, request.body, (tx, made) =>
            request.remember(tx, 201, answerOf(made)),
          )
          return reply.code(201).send(answerOf(refunded))
        },
      )
  }
