import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { createTotalsCache } from '../../platform/http/lists.ts'
import { Id, pageOf } from '../../platform/http/pages.ts'
import { Problem, problems } from '../../platform/problem.ts'
import { countPromotionCodes } from '../contract.ts'
import type { OrdersPlatform } from '../peers.ts'
import { type CodeLot, createCodes, sendLot } from './create-codes.ts'
import { CodePage, CodeSearch, CreatedCodes, NewCodes, type PromotionCode } from './schemas.ts'
import { countCodes, countCodesOfPromotion, listCodes, revokeCode } from './store/codes.ts'

export const codeRoutes: FastifyPluginAsyncTypebox<OrdersPlatform> = async (app, platform) => {
  const { clock, db } = platform
  const send = (reply: FastifyReply, created: PromotionCode | CodeLot) =>
    'lotId' in created
      ? sendLot(reply, db, created)
      : reply.type('application/json; charset=utf-8').send(created)

  app.post('/api/v1/privee/codes-promotion', {
    config: {
      access: 'internal',
      rights: ['catalogue'],
      idempotent: true,
      replay: (reply, answer) => send(reply, answer as PromotionCode | CodeLot),
      errors: ['code-existant', 'promotion-automatique', 'promotion-inconnue', 'valeur-refusee'],
    },
    schema: {
      operationId: 'createPromotionCodes',
      summary: 'Create promotion codes',
      description:
        'Creates the `code`, or generates `nombre` codes and answers with them as CSV once all are stored. The promotion must not apply automatically.',
      body: NewCodes,
      response: { 201: CreatedCodes, ...problems(400, 409, 422, 503) },
    },
    handler: async ({ body, remember }, reply) =>
      send(reply.code(201), await createCodes(platform, body, remember)),
  })

  const totals = createTotalsCache()
  app.get('/api/v1/privee/codes-promotion', {
    config: { access: 'internal', rights: ['catalogue', 'support'] },
    schema: {
      operationId: 'listPromotionCodes',
      summary: 'List promotion codes',
      description: 'Lists the codes of all promotions or of one, in the order of their creation.',
      querystring: CodeSearch,
      response: { 200: CodePage, ...problems(400) },
    },
    handler: ({ query }) => {
      const { promotionId, search } = query
      const wanted = { promotionId, search }
      const total = totals(wanted, () => countCodes(db, wanted))
      return pageOf(query, listCodes(db, wanted, query, clock.now()), total)
    },
  })

  app.delete('/api/v1/privee/codes-promotion/:id', {
    config: { access: 'internal', rights: ['catalogue'], errors: ['code-inconnu'] },
    schema: {
      operationId: 'revokePromotionCode',
      summary: 'Revoke a promotion code',
      description: 'Nobody can use the code any longer. Orders that used it keep their price.',
      params: Type.Object({ id: Id }),
      response: { 204: Type.Null(), ...problems(400, 404) },
    },
    handler: async ({ params: { id } }, reply) => {
      if (!(await db.transaction(tx => revokeCode(tx, id, clock.now()))))
        throw new Problem(404, 'code-inconnu', `No promotion code has the id ${id}`)
      return reply.code(204).send(null)
    },
  })

  app.route({
    ...countPromotionCodes,
    handler: async ({ params }) => ({ codes: await countCodesOfPromotion(db, params.promotionId) }),
  })
}
