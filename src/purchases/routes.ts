import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { isOutOfRange } from '../platform/database/faults.ts'
import { Id } from '../platform/http/pages.ts'
import { parseMoment } from '../platform/moment.ts'
import { Problem, problems } from '../platform/problem.ts'
import { findLoyaltyClient, type PurchasesPlatform } from './peers.ts'
import { readHistory } from './reading/read-history.ts'
import { requireClient } from './recording/record-orders.ts'
import {
  checkTotals,
  History,
  HistorySearch,
  isExact,
  MessageAnswer,
  NewPurchase,
  Purchase,
  PurchaseChange,
  RecordedPurchases,
  totalTooLarge,
} from './schemas.ts'
import { deletePurchase, findPurchase, insertPurchase, updatePurchase } from './store.ts'

/**
 * Records a purchase entered by staff and returns its rows. Throws 400 for an invalid date or too large a total, 404
 * for an unknown customer, 503 while loyalty is unavailable.
 */
async function writePurchase({ db, clock, peers }: PurchasesPlatform, { clientId, ...rest }: NewPurchase) {
  checkTotals(rest.purchases, 'body/purchases')
  const purchaseDate = parseMoment(rest.purchaseDate, 'body/purchaseDate')
  const client = requireClient(await findLoyaltyClient(peers, String(clientId)), clientId)
  return db.transaction(tx =>
    insertPurchase(tx, { client, purchaseDate, items: rest.purchases }, clock.now()),
  )
}

/**
 * Changes a row and its total. Returns undefined for an unknown or deleted row. Throws 400 if the total would not be
 * exact.
 */
const changePurchase = ({ db, clock }: PurchasesPlatform, id: number, change: PurchaseChange) =>
  db
    .transaction(async tx => {
      const changed = await updatePurchase(tx, id, change, clock.now())
      if (changed && !isExact(changed.totalAmount)) throw totalTooLarge('body')
      return changed
    })
    .catch(error => {
      throw isOutOfRange(error) ? totalTooLarge('body') : error
    })

const path = '/api/privee/client-buy-history'
const config = { access: 'internal', rights: ['till', 'support'] } as const
const params = Type.Object({ id: Id })
const refusals = problems(400, 401, 404)

function throwUnknownPurchase(id: number): never {
  throw new Problem(404, 'achat-inconnu', `Purchase with id ${id} not found`)
}

/** Routes by which internal tools read and change the purchases of all customers. */
export const privateRoutes: FastifyPluginAsyncTypebox<PurchasesPlatform> = async (app, purchases) => {
  const { db, clock } = purchases

  app.post(path, {
    config: { ...config, errors: ['montant-trop-grand', 'client-inconnu'] },
    schema: {
      operationId: 'writePurchase',
      summary: "Record a customer's purchase",
      description: 'Stores one row for each article. The customer must exist in loyalty.',
      body: NewPurchase,
      response: { 201: RecordedPurchases, ...refusals, ...problems(503) },
    },
    handler: async (request, reply) => {
      const data = await writePurchase(purchases, request.body)
      return reply.code(201).send({ message: 'The purchase was recorded', data })
    },
  })

  app.get(path, {
    config,
    schema: {
      operationId: 'listPurchases',
      summary: 'List the purchases of all customers',
      description: 'Answers with the newest purchase first.',
      querystring: HistorySearch,
      response: { 200: History, ...problems(400, 401) },
    },
    handler: ({ query }) => readHistory(db, query),
  })

  app.get(`${path}/:id`, {
    config: { ...config, errors: ['achat-inconnu'] },
    schema: {
      operationId: 'readPurchase',
      summary: 'Read a purchase',
      description: 'Answers with one row of the purchase history.',
      params,
      response: { 200: Purchase, ...refusals },
    },
    handler: async ({ params: { id } }) => (await findPurchase(db, id)) ?? throwUnknownPurchase(id),
  })

  app.patch(`${path}/:id`, {
    config: { ...config, errors: ['montant-trop-grand', 'achat-inconnu'] },
    schema: {
      operationId: 'changePurchase',
      summary: 'Change a purchase',
      description: 'Changes the given fields of one row and recomputes its total.',
      params,
      body: PurchaseChange,
      response: { 200: Purchase, ...refusals },
    },
    handler: async ({ params: { id }, body }) =>
      (await changePurchase(purchases, id, body)) ?? throwUnknownPurchase(id),
  })

  app.delete(`${path}/:id`, {
    config: { ...config, errors: ['achat-inconnu'] },
    schema: {
      operationId: 'deletePurchase',
      summary: 'Delete a purchase',
      description: 'The row is marked as deleted and disappears from all answers.',
      params,
      response: { 200: MessageAnswer, ...refusals },
    },
    handler: async ({ params: { id } }) => {
      const deleted = await db.transaction(tx => deletePurchase(tx, id, clock.now()))
      if (!deleted) throwUnknownPurchase(id)
      return { message: 'The purchase was deleted' }
    },
  })
}
