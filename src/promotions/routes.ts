import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { addRoutes } from '../platform/http/add-routes.ts'
import { ifMatch, parseIfMatch } from '../platform/http/conditional.ts'
import { readChunksById, sendWholeList } from '../platform/http/lists.ts'
import { Id } from '../platform/http/pages.ts'
import { problems } from '../platform/problem.ts'
import { createSerializer } from '../platform/schemas.ts'
import { listPromotionsOfTranche, listPromotionTranches, listReductionsOfTranche } from './contract.ts'
import { gatewayRoutes } from './gateway.ts'
import type { PromotionsPlatform } from './peers.ts'
import { previewRoutes } from './preview.ts'
import {
  changePromotion,
  createPromotion,
  deletePromotion,
  formatPromotion,
  messageOf,
} from './promotions.ts'
import { reductionsMessageOf } from './reductions.ts'
import {
  LivePromotions,
  NewPromotion,
  type Promotion,
  PromotionChange,
  PromotionData,
  TRANCHE,
} from './schemas.ts'
import { hasLiveCodes, listLivePromotions, listPromotionsAfter, listTranches, readTranche } from './store.ts'

const refusals = problems(400, 422, 503)
/** Error codes of an invalid promotion. */
const invalidPromotion = ['montant-invalide', 'cible-inconnue', 'valeur-inconnue', 'valeur-refusee']
const serialize = createSerializer(PromotionData)
const writePromotion = (promotion: Promotion) => serialize(formatPromotion(promotion))
/** Leaves out the targeted customers, which are personal data. */
const writeForStrangers = (promotion: Promotion) => {
  const { idClient: _, ...shown } = formatPromotion(promotion)
  return serialize(shown)
}
const catalogue = { access: 'staff', rights: ['catalogue'] } as const
const creation = { body: NewPromotion, response: { 201: PromotionData, ...refusals } }
const PromotionRef = Type.Object({ id: Id })

export const promotionRoutes: FastifyPluginAsyncTypebox<PromotionsPlatform> = async (app, platform) => {
  const { db, clock } = platform
  await addRoutes(app, platform, gatewayRoutes, previewRoutes)

  // Orders and the catalogue use these routes to compare their copies and to fetch missing or outdated promotions.
  app.route({
    ...listPromotionTranches,
    handler: async () => ({ taille: TRANCHE, tranches: await listTranches(db) }),
  })
  app.route({
    ...listPromotionsOfTranche,
    handler: async ({ query }) => (await readTranche(db, query.tranche)).map(messageOf),
  })
  app.route({
    ...listReductionsOfTranche,
    handler: async ({ query }) => (await readTranche(db, query.tranche)).map(reductionsMessageOf),
  })

  app.get('/api/publique/data', {
    config: { access: 'open', takes: ['key'] },
    schema: {
      operationId: 'listPromotions',
      summary: 'List promotions',
      description: 'Lists all promotions. Deleted ones are included and have a `dateSuppression`.',
      response: { 200: Type.Array(PromotionData) },
    },
    handler: async ({ caller }, reply) => {
      const promotions = readChunksById((after, most) => listPromotionsAfter(db, after, most))
      return sendWholeList(reply, promotions, caller.privileged ? writePromotion : writeForStrangers)
    },
  })

  app.get('/api/v1/publique/promotions-en-cours', {
    config: { access: 'open', answersList: true },
    schema: {
      operationId: 'listLivePromotions',
      summary: 'List the live promotions of the online shop',
      description: 'For shop fronts: lists the live promotions for everybody, and says whether codes exist.',
      querystring: Type.Object({
        limit: Type.Integer({
          minimum: 0,
          maximum: 100,
          default: 20,
          description: 'Maximum number of promotions; 0 to ask for `codes` alone',
        }),
      }),
      response: { 200: LivePromotions, ...problems(400) },
    },
    handler: async ({ query: { limit } }) => {
      const now = clock.now()
      const [promotions, codes] = await Promise.all([
        limit > 0 ? listLivePromotions(db, now, limit) : [],
        hasLiveCodes(db, now),
      ])
      return { promotions: promotions.map(formatPromotion), codes }
    },
  })

  app.post('/api/publique/data', {
    config: { ...catalogue, errors: invalidPromotion },
    schema: {
      operationId: 'createPromotion',
      summary: 'Create a promotion',
      description: 'Publishes the promotion to orders, which apply it to baskets.',
      ...creation,
    },
    handler: async (request, reply) => reply.code(201).send(await createPromotion(platform, request.body)),
  })

  for (const [path, operationId] of [
    ['/api/publique/data/fidelite', 'createLoyaltyPromotion'],
    ['/api/publique/promotions', 'createPromotionFromLoyalty'],
  ] as const)
    app.post(path, {
      config: { ...catalogue, errors: invalidPromotion },
      schema: {
        operationId,
        summary: 'Create a promotion of the loyalty application',
        description:
          'Sets `applicationCreatrice` to the loyalty application and publishes the promotion to orders.',
        ...creation,
      },
      handler: async (request, reply) => {
        const promotion = { ...request.body, applicationCreatrice: 'FIDELITE' }
        return reply.code(201).send(await createPromotion(platform, promotion))
      },
    })

  app.put('/api/publique/data/:id', {
    config: {
      ...catalogue,
      errors: ['promotion-inconnue', 'promotion-automatique', 'modifie-entre-temps', ...invalidPromotion],
    },
    schema: {
      operationId: 'changePromotion',
      summary: 'Change a promotion',
      description: 'Changes the given fields and publishes the promotion to orders.',
      params: PromotionRef,
      headers: ifMatch('dateModification'),
      body: PromotionChange,
      response: { 200: PromotionData, ...problems(404, 409, 412), ...refusals },
    },
    handler: ({ params, body, headers }) =>
      changePromotion(platform, params.id, body, parseIfMatch({ headers })),
  })

  app.delete('/api/publique/data/:id', {
    config: { ...catalogue, errors: ['promotion-inconnue'] },
    schema: {
      operationId: 'deletePromotion',
      summary: 'Delete a promotion',
      description: 'The promotion receives a `dateSuppression` and no longer applies to baskets.',
      params: PromotionRef,
      response: { 204: Type.Null(), ...problems(400, 404) },
    },
    handler: async ({ params }, reply) => {
      await deletePromotion(platform, params.id)
      return reply.code(204).send(null)
    },
  })
}
