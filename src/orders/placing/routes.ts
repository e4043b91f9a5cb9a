import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { allowOnlyOwner } from '../../platform/http/caller.ts'
import { allowOnlyStores } from '../../platform/http/stores.ts'
import { problems } from '../../platform/problem.ts'
import { type Context, createRouteSemaphore } from '../context.ts'
import { checkTextSizes } from './checks.ts'
import { placeOrder } from './place-order.ts'
import { NewOrder, PlacedOrder, RefusedOrder } from './schemas.ts'

export const placingRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  const inTurn = createRouteSemaphore(context)
  const { ordersAMinute, textBytes } = context.settings
  const limit = {
    name: 'commandes',
    most: ordersAMinute,
    refusal: 'Trop de commandes en une minute : réessayez dans un instant',
  }

  app.post('/api/commandes', {
    config: {
      access: 'open',
      rights: ['shop', 'till', 'support'],
      stores: 'record',
      takes: ['bearer', 'key'],
      idempotent: true,
      limit,
      errors: [
        'donnees-d-autrui',
        'quantite-limitee',
        'stock-insuffisant',
        'code-refuse',
        'client-inconnu',
        'livraison-incoherente',
        'livraison-indisponible',
        'livraison-requise',
        'magasin-inconnu',
        'montant-trop-grand',
        'panier-change',
        'prix-change',
        'produit-hors-vente',
        'produit-inconnu',
        'trop-de-commandes',
      ],
    },
    schema: {
      operationId: 'placeOrder',
      summary: 'Place an order',
      description:
        'Verifies prices and promotions, reserves the goods for 30 minutes and stores the order as `EN_ATTENTE`. An unpaid order expires and its goods are released.',
      body: NewOrder,
      response: {
        201: PlacedOrder,
        ...problems(400, 401, 403, 409, 413),
        422: RefusedOrder,
        ...problems(429, 503),
      },
    },
    handler: async (request, reply) => {
      if (context.guard.on) checkTextSizes(request.body, textBytes)
      // The goods of a delivery may come from any store; those of a collection are reserved in its store alone.
      allowOnlyStores(request, [request.body.livraison?.magasinId], 'livraison.magasinId must be one of')
      if (request.caller.token) await allowOnlyOwner(request, request.body.clientId)
      const placed = await inTurn(() => placeOrder(context, request.body, request))
      return reply.code(201).send(placed)
    },
  })
}
