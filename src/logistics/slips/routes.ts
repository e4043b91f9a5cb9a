import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { pageOrData, prefers, sendData } from '../../platform/http/accept.ts'
import { addRoutes } from '../../platform/http/add-routes.ts'
import { readChunksById, sendWholeList } from '../../platform/http/lists.ts'
import { Id, pageOf } from '../../platform/http/pages.ts'
import { allowOnlyStores } from '../../platform/http/stores.ts'
import { pageHeaders } from '../../platform/pages/serve.ts'
import type { Peers } from '../../platform/peers/peers.ts'
import { Problem, problems } from '../../platform/problem.ts'
import { createSerializer } from '../../platform/schemas.ts'
import type { LogisticsPlatform } from '../context.ts'
import { changeReservation as changeReservationOperation } from '../contract.ts'
import { findEans, findStore } from '../peers.ts'
import { changeReservation } from './change-reservation.ts'
import { moveSlip } from './move-slip.ts'
import { renderSlipPage, type Sender, type SlipContext, styleRoutes } from './page/slip-page.ts'
import { Slip, SlipChange, SlipFormat, SlipPage, SlipSearch, SlipsToPrint, StoreSlips } from './schemas.ts'
import {
  countSlips,
  countWaitingByStore,
  findSlip,
  findSlips,
  listSlipsAfter,
  listSlipsOfOrder,
  readSlipPage,
} from './store.ts'

const writeSlip = createSerializer(Slip)
const config = { access: 'internal', rights: ['warehouse'] } as const

export const slipRoutes: FastifyPluginAsyncTypebox<LogisticsPlatform> = async (app, platform) => {
  const { db, peers } = platform
  app.get('/api/publique/bordereau', {
    config: { access: 'staff', rights: ['warehouse'], stores: { list: 'storeId' } },
    schema: {
      operationId: 'listSlips',
      summary: 'List delivery slips, oldest first',
      description:
        'Answers with an array of all slips or of those of an order; with a status, store or page parameter, answers with a page.',
      querystring: SlipSearch,
      response: { 200: Type.Union([Type.Array(Slip), SlipPage]), ...problems(400) },
    },
    handler: async ({ query, caller: { stores } }, reply) => {
      const { ordreId, ...filters } = query
      if (Object.keys(filters).length > 0) {
        const page = { page: query.page ?? 1, limit: query.limit ?? 20 }
        const search = { ...query, stores }
        return pageOf(page, readSlipPage(db, search, page), countSlips(db, search))
      }
      if (ordreId !== undefined) return listSlipsOfOrder(db, ordreId, stores)
      const chunks = readChunksById((after, most) => listSlipsAfter(db, stores, after, most))
      return sendWholeList(reply, chunks, writeSlip)
    },
  })

  app.get('/api/v1/privee/bordereaux-en-attente', {
    config: { ...config, stores: 'list', answersList: true },
    schema: {
      operationId: 'countWaitingSlips',
      summary: 'Count waiting slips by store',
      description:
        'Counts slips that wait for preparation. The store `null` stands for slips without a store.',
      response: { 200: Type.Array(StoreSlips) },
    },
    handler: ({ caller }) => countWaitingByStore(db, caller.stores),
  })

  app.patch('/api/v1/privee/bordereaux/:id', {
    config: { ...config, stores: 'record', errors: ['bordereau-inconnu', 'statut-incompatible'] },
    schema: {
      operationId: 'changeSlip',
      summary: 'Change the status of a delivery slip',
      description: 'Marks the slip as prepared, sent or delivered. The order receives the same status.',
      params: Type.Object({ id: Id }),
      body: SlipChange,
      response: { 200: Slip, ...problems(400, 404, 409) },
    },
    handler: request => moveSlip(platform, request, request.params.id, request.body),
  })

  await addRoutes(app, {}, styleRoutes)

  app.get('/api/v1/privee/bordereaux/:id', {
    config: { ...config, stores: 'record', errors: ['bordereau-inconnu'] },
    schema: {
      operationId: 'getSlip',
      summary: 'Read a delivery slip',
      description: 'Answers with JSON, or with a printable sheet where `Accept` prefers HTML.',
      params: Type.Object({ id: Id }),
      querystring: Type.Object({ format: SlipFormat }),
      response: { 200: pageOrData(Slip), ...problems(400, 404) },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      const slip = await findSlip(db, id)
      if (!slip) throw new Problem(404, 'bordereau-inconnu', `Delivery slip ${id} not found`)
      allowOnlyStores(request, [slip.storeId])
      return answerSlips(peers, request, reply, [slip], slip)
    },
  })

  app.get('/api/v1/privee/bordereaux', {
    config: { ...config, stores: 'record', answersList: true },
    schema: {
      operationId: 'getSlips',
      summary: 'Read several delivery slips',
      description: 'Answers with the slips as JSON, or as printable sheets where `Accept` prefers HTML.',
      querystring: SlipsToPrint,
      response: { 200: pageOrData(Type.Array(Slip)), ...problems(400) },
    },
    handler: async (request, reply) => {
      const ids = request.query.ids.split(',').filter(id => id !== '')
      const slips = await findSlips(db, ids.map(Number))
      for (const { storeId } of slips) allowOnlyStores(request, [storeId])
      return answerSlips(peers, request, reply, slips, slips)
    },
  })

  // Here rather than with the reservations, because a cancellation also cancels the unsent slips of the order.
  app.route({
    ...changeReservationOperation,
    handler: ({ params, body }) => changeReservation(platform, params.ordreId, body),
  })
}

type SlipRequest = FastifyRequest<{ Querystring: { format?: 'html' | 'json' } }>

/**
 * Responds with `data`, or with printable sheets if `format` requests them or, without it, if `Accept` prefers HTML.
 */
async function answerSlips(
  peers: Peers<'reference'>,
  request: SlipRequest,
  reply: FastifyReply,
  slips: readonly Slip[],
  data: Slip | readonly Slip[],
) {
  reply.header('vary', 'accept')
  const { format = prefers(request, 'text/html', 'application/json') ? 'html' : 'json' } = request.query
  if (format === 'json') return sendData(reply, data)
  const page = await renderSlipPage(request.originalUrl, slips, await readContext(peers, slips))
  return reply.headers(pageHeaders([])).type('text/html; charset=utf-8').send(page)
}

/** Slips must be printable while reference is unavailable; stores and articles then have their numbers. */
async function readContext(peers: Peers<'reference'>, slips: readonly Slip[]): Promise<SlipContext> {
  const articleIds = new Set(slips.flatMap(({ articles }) => articles.map(({ id }) => id)))
  const productIds = [...articleIds].filter(id => /^\d{1,15}$/.test(id))
  const [senders, eans] = await Promise.all([
    findSenders(peers, slips),
    findEans(peers, productIds).catch(() => new Map<string, string>()),
  ])
  return { senders, eans }
}

async function findSenders(peers: Peers<'reference'>, slips: readonly Slip[]) {
  const ids = [...new Set(slips.flatMap(({ storeId }) => storeId ?? []))]
  const found = await Promise.all(
    ids.map(async (id): Promise<[number, Sender][]> => {
      const store = await findStore(peers, id).catch(() => undefined)
      return store ? [[id, store]] : []
    }),
  )
  return new Map(found.flat())
}
