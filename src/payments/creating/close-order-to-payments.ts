import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Problem } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { closeOrderToPayments as operation } from '../contract.ts'
import { findLiveOfOrder, lockOrders, pruneOrderClosures, upsertOrderClosure } from '../store.ts'

/** Longer than a payment can take between its admission and its insertion. */
const RETENTION_MS = 86_400_000

/**
 * Rejects payments that orders admitted up to `admission`; later ones are not affected. Throws 409 if a payment is
 * live. Inserting a payment takes the same lock, so either this call sees the payment or the payment is rejected.
 */
const closeOrderToPayments = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { orderId, admission }: { orderId: string; admission: number },
) =>
  db.transaction(async tx => {
    await lockOrders(tx, [orderId])
    if (await findLiveOfOrder(tx, orderId))
      throw new Problem(409, 'commande-payee', 'Un paiement de cette commande est en cours ou accepté')
    await upsertOrderClosure(tx, orderId, admission, clock.now())
  })

export const deleteOldClosedOrders = ({ db, clock }: Pick<Context, 'db' | 'clock'>) =>
  db.transaction(tx => pruneOrderClosures(tx, new Date(clock.now().getTime() - RETENTION_MS)))

export const closingRoute: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  app.route({
    ...operation,
    handler: async ({ body }, reply) => {
      await closeOrderToPayments(context, body)
      return reply.code(204).send(null)
    },
  })
}
