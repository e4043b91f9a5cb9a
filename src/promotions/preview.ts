import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import { previewBasket } from '../orders/contract.ts'
import { Id, Nullish, Shape } from '../platform/http/pages.ts'
import { Problem, problems } from '../platform/problem.ts'
import { findClientIdentifier, type PromotionsPlatform } from './peers.ts'
import { resolveTargets } from './resolve-targets.ts'
import { applyDefaults, checkPromotion } from './rules.ts'
import { NewPromotion } from './schemas.ts'

const PromotionToPreview = Shape('PromotionAEssayer', {
  promotion: NewPromotion,
  promotionId: Nullish({ ...Id, description: 'Id of the promotion being changed' }),
  idClient: Nullish(
    Type.String({
      maxLength: 50,
      description: 'Customer of the basket: `CLI_` identifier or loyalty number',
    }),
  ),
  articles: previewBasket.schema.body.properties.articles,
})
type PromotionToPreview = Static<typeof PromotionToPreview>

const PromotionPreview = previewBasket.schema.response[200]

/**
 * Prices a basket without and with an unsaved promotion, which is validated like a new one. Forwards the 422 of orders,
 * and throws 422 for an unknown customer.
 */
async function previewPromotion(
  { peers }: PromotionsPlatform,
  { promotion, promotionId = null, idClient = null, articles }: PromotionToPreview,
) {
  const fields = applyDefaults(promotion)
  checkPromotion(fields)
  const [{ clientsVises, produitsVises }, client] = await Promise.all([
    resolveTargets(peers, fields),
    idClient === null ? null : getClientIdentifier(peers, idClient),
  ])
  const targets = { idClient: clientsVises ?? null, idProduit: produitsVises ?? null }
  const { status, body } = await peers.ask(previewBasket, {
    body: { promotion: { ...fields, ...targets }, promotionId, idClient: client, articles },
    expect: [422],
  })
  if (status === 422) throw new Problem(422, body.code, body.message)
  return body
}

async function getClientIdentifier(peers: PromotionsPlatform['peers'], idClient: string): Promise<string> {
  const found = await findClientIdentifier(peers, idClient)
  if (found === undefined) throw new Problem(422, 'client-inconnu', `Customer ${idClient} not found`)
  return found
}

export const previewRoutes: FastifyPluginAsyncTypebox<PromotionsPlatform> = async (app, platform) => {
  app.post('/api/v1/privee/apercus-de-promotion', {
    config: {
      access: 'internal',
      rights: ['catalogue'],
      keepsNothing: true,
      errors: ['cible-inconnue', 'client-inconnu', 'produit-inconnu', 'valeur-inconnue', 'valeur-refusee'],
    },
    schema: {
      operationId: 'previewPromotion',
      summary: 'Preview a promotion on a basket',
      description: 'Calculates a basket without and with a promotion. Nothing is stored.',
      body: PromotionToPreview,
      response: { 200: PromotionPreview, ...problems(400, 422, 503) },
    },
    handler: ({ body }) => previewPromotion(platform, body),
  })
}
