import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { ClosedShape, Nullable, Nullish } from '../../platform/http/pages.ts'
import { LinkQuery } from '../../platform/http/signed-links.ts'
import { Problem, problems } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { getOrderForCaller } from '../customer.ts'
import { OrderAnswer, OrderRef } from '../schemas.ts'
import type { CancelledBy } from '../status/schemas.ts'
import { cancelOrder } from './cancel-order.ts'

const Cancellation = ClosedShape('AnnulationCommande', {
  siImpayee: Nullish(
    Type.Boolean({ description: 'Cancels only if no payment is pending or accepted; otherwise answers 409' }),
  ),
  annuleePar: Nullish(
    Type.Enum(['client', 'boutique'], {
      description:
        'Author of the cancellation in the history. `boutique` requires the right `support` and is the default for callers with it; `client` is the default for others',
    }),
  ),
})
type Cancellation = Static<typeof Cancellation>

/**
 * Returns the author of a cancellation. Throws 403 for `boutique` without the right `support`. When no keys are
 * configured every caller has every right, so only an explicit `boutique` marks the shop.
 */
function cancelledBy({ caller }: FastifyRequest, { annuleePar, siImpayee }: Cancellation): CancelledBy {
  const isShop = annuleePar ? annuleePar === 'boutique' : caller.agent !== undefined && caller.may('support')
  if (isShop && !caller.may('support'))
    throw new Problem(403, 'droit-absent', 'Cancelling on behalf of the shop requires the right support')
  if (isShop) return 'boutique'
  return siImpayee ? 'impaye' : 'client'
}

export const cancellingRoute: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  app.post('/api/v1/publique/commandes/:ordreId/annulation', {
    config: {
      access: 'customer',
      rights: ['shop', 'support'],
      stores: 'record',
      idempotent: true,
      opensByLink: context.links.opens,
      errors: ['commande-inconnue', 'commande-annulee', 'commande-en-preparation', 'commande-payee'],
    },
    schema: {
      operationId: 'cancelOrder',
      summary: 'Cancel an order',
      description:
        'Cancels the order, releases its goods and refunds what was paid. The `jeton` of a mailed link also admits the caller. With `siImpayee`, only an unpaid order without a pending payment is cancelled; another answers 409 `commande-payee`.',
      params: OrderRef,
      querystring: LinkQuery,
      body: Nullable(Cancellation),
      response: { 200: OrderAnswer, ...problems(400, 401, 403, 404, 409, 422, 503) },
    },
    handler: async request => {
      const { ordreId } = request.params
      await getOrderForCaller(context, request, ordreId)
      const given = request.body ?? {}
      const cancellation = { annuleePar: cancelledBy(request, given), siImpayee: given.siImpayee ?? false }
      return cancelOrder(context, ordreId, cancellation, request.remember)
    },
  })
}
