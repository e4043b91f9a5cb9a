import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { problems } from '../../platform/problem.ts'
import { BasketAnswer, BasketRequest, NewBasket, PricedBasket } from '../basket-schemas.ts'
import { type Context, createRouteSemaphore } from '../context.ts'
import { calculateBasket, priceBasket } from './price-basket.ts'

/** A basket of 200 lines needs up to 20 ms of CPU time, one of a single line 5 ms, so 50 lines count as one call. */
const LINES_A_CALL = 50
const weight = ({ body }: FastifyRequest) =>
  (body as BasketRequest | NewBasket).articles.length / LINES_A_CALL

export const basketRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  const inTurn = createRouteSemaphore(context)

  app.post('/api/publique/promotions/calculer-panier', {
    config: {
      access: 'open',
      stores: 'none',
      takes: ['bearer', 'key'],
      weight,
      errors: ['montant-trop-grand'],
    },
    schema: {
      operationId: 'calculateBasket',
      summary: 'Calculate a basket',
      description: 'Answers with the total after promotions, in cents. Nothing is stored or reserved.',
      body: BasketRequest,
      response: { 200: BasketAnswer, ...problems(400, 401, 422, 503) },
    },
    handler: async request => ({
      totalApresPromo: await inTurn(() => calculateBasket(context, request, request.body)),
    }),
  })

  app.post('/api/v1/publique/paniers', {
    config: {
      access: 'open',
      stores: 'none',
      takes: ['bearer', 'key'],
      weight,
      errors: ['magasin-inconnu', 'montant-trop-grand', 'produit-hors-vente', 'produit-inconnu'],
    },
    schema: {
      operationId: 'priceBasket',
      summary: 'Price a basket',
      description:
        'Answers with current prices, available quantities and the discount of each line. Nothing is stored or reserved.',
      body: NewBasket,
      response: { 200: PricedBasket, ...problems(400, 401, 422, 503) },
    },
    handler: request => inTurn(() => priceBasket(context, request, request.body)),
  })
}
