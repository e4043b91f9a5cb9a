import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Id } from '../../platform/http/pages.ts'
import { Problem, problems } from '../../platform/problem.ts'
import type { Purchases } from '../context.ts'
import { readHistory } from '../reading/read-history.ts'
import {
  Done,
  History,
  HistorySearch,
  NewPurchase,
  Purchase,
  PurchaseChange,
  RecordedPurchases,
} from '../schemas.ts'
import { deletePurchase, findPurchase } from '../store/purchases.ts'
import { changePurchase } from './change-purchase.ts'
import { writePurchase } from './write-purchase.ts'

const path = '/api/privee/client-buy-history'
const config = { access: 'internal', rights: ['till', 'support'] } as const
const params = Type.Object({ id: Id })
const refusals = problems(400, 401, 404)

const notFound = (id: number) => new Problem(404, 'achat-inconnu', `Purchase with id ${id} not found`)

/** The purchases of all customers, for internal tools. */
export const privateRoutes =
  (purchases: Purchases): FastifyPluginAsyncTypebox =>
  async app => {
    const { db, clock } = purchases

    app.post(
      path,
      {
        config,
        schema: {
          operationId: 'writePurchase',
          summary: "Write a customer's purchase, one row for each article",
          body: NewPurchase,
          response: { 201: RecordedPurchases, ...refusals, ...problems(503) },
        },
      },
      async (request, reply) => {
        const data = await writePurchase(purchases, request.body)
        return reply.code(201).send({ message: 'The purchase was recorded', data })
      },
    )

    app.get(
      path,
      {
        config,
        schema: {
          operationId: 'listPurchases',
          summary: "All customers' purchases, newest first",
          querystring: HistorySearch,
          response: { 200: History, ...problems(400, 401) },
        },
      },
      ({ query }) => readHistory(db, query),
    )

    app.get(
      `${path}/:id`,
      {
        config,
        schema: {
          operationId: 'readPurchase',
          summary: 'One row',
          params,
          response: { 200: Purchase, ...refusals },
        },
      },
      async ({ params: { id } }) => {
        const purchase = await findPurchase(db, id)
        if (!purchase) throw notFound(id)
        return purchase
      },
    )

    app.patch(
      `${path}/:id`,
      {
        config,
        schema: {
          operationId: 'changePurchase',
          summary: 'Change a row; its total follows',
          params,
          body: PurchaseChange,
          response: { 200: Purchase, ...refusals },
        },
      },
      async ({ params: { id }, body }) => {
        const purchase = await changePurchase(purchases, id, body)
        if (!purchase) throw notFound(id)
        return purchase
      },
    )

    app.delete(
      `${path}/:id`,
      {
        config,
        schema: {
          operationId: 'deletePurchase',
          summary: 'Delete a row, softly',
          params,
          response: { 200: Done, ...refusals },
        },
      },
      async ({ params: { id } }) => {
        const deleted = await db.transaction(tx => deletePurchase(tx, id, clock.now()))
        if (!deleted) throw notFound(id)
        return { message: 'The purchase was deleted' }
      },
    )
  }
