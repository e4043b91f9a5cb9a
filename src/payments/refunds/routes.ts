import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { eurosOf } from '../../platform/money.ts'
import type { Context } from '../context.ts'
import { refundPayment } from '../contract.ts'
import { type RefundResult, refundPayment as refund } from './refund-payment.ts'

const answerOf = ({ payment, refund }: RefundResult) => ({
  transactionId: payment.id,
  refundId: refund.id,
  status: refund.status,
  montant: eurosOf(refund.montantCents),
  message:
    payment.montantRembourseCents === payment.montantCents
      ? 'Paiement remboursé en totalité'
      : 'Paiement remboursé en partie',
})

export const refundRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  const { schema } = refundPayment
  const short = { url: '/api/publique/refund', schema: { ...schema, operationId: 'refundPaymentShort' } }
  for (const variant of [{}, short])
    app.route({
      ...refundPayment,
      ...variant,
      handler: async (request, reply) => {
        const refunded = await refund(context, request.body, (tx, made) =>
          request.remember(tx, 201, answerOf(made)),
        )
        return reply.code(201).send(answerOf(refunded))
      },
    })
}
