import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { allowOnlyOwner, hasIdentifier } from '../../platform/http/caller.ts'
import { createTotalsCache, readChunksById, sendWholeList } from '../../platform/http/lists.ts'
import { Id, Nullish, PageOf, Shape } from '../../platform/http/pages.ts'
import { parsePeriod } from '../../platform/moment.ts'
import { Problem, problems } from '../../platform/problem.ts'
import { createSerializer } from '../../platform/schemas.ts'
import type { Context } from '../context.ts'
import { getTransactionPrivately, getTransactionStatusOfOrder } from '../contract.ts'
import { listIdentifiers } from '../peers.ts'
import { cancelPayment } from '../processing/process-payment.ts'
import { OrderId } from '../schemas.ts'
import {
  countTransactions,
  findLatestOfOrder,
  findTransaction,
  listClientTransactions,
  searchTransactions,
} from '../store.ts'
import type { Transaction } from '../tables.ts'
import {
  TransactionDetail,
  TransactionQuery,
  TransactionRef,
  TransactionStatus,
  TransactionSummary,
} from '../transaction-schemas.ts'
import { formatDetail, formatStatus, formatSummary } from './show.ts'

const identity = problems(401, 403, 503)

/** Returns the identifier of the proven customer of a transaction; empty, which matches nobody, if there is none. */
const ownerOf = ({ clientId, prouve }: Transaction) => (prouve ? (clientId ?? '') : '')

const writeSummary = createSerializer(TransactionSummary)

export const transactionRoutes: FastifyPluginAsyncTypebox<Context> = async (app, context) => {
  const { db } = context
  const totals = createTotalsCache()

  async function getOrThrow(id: number): Promise<Transaction> {
    const transaction = await findTransaction(db, id)
    if (!transaction) throw new Problem(404, 'transaction-inconnue', `Transaction ${id} not found`)
    return transaction
  }

  app.get('/api/private/transactions', {
    config: { access: 'internal', rights: ['support'] },
    schema: {
      operationId: 'searchTransactions',
      summary: 'List transactions',
      description: 'Filters by status, order, customer and date.',
      querystring: TransactionQuery,
      response: { 200: PageOf('ListeTransactions', TransactionDetail), ...problems(400) },
    },
    handler: async ({ query }) => {
      const { page, limit, sort, ...filter } = query
      const search = { ...filter, ...parsePeriod(query) }
      const [rows, total] = await Promise.all([
        searchTransactions(db, search, { page, limit, sort }),
        totals(search, () => countTransactions(db, search)),
      ])
      return { data: rows.map(row => formatDetail(context, row)), total, page, limit }
    },
  })

  app.route({
    ...getTransactionPrivately,
    handler: async ({ params }) => formatDetail(context, await getOrThrow(params.id)),
  })

  app.get('/api/publique/transactions/:id', {
    config: { access: 'customer', rights: ['shop', 'till', 'support'], errors: ['transaction-inconnue'] },
    schema: {
      operationId: 'getTransaction',
      summary: 'Read an own transaction',
      description: 'The transaction belongs to the customer of the bearer token, or the caller has a key.',
      params: TransactionRef,
      response: { 200: TransactionDetail, ...problems(400, 404), ...identity },
    },
    handler: async request => {
      const transaction = await getOrThrow(request.params.id)
      await allowOnlyOwner(request, ownerOf(transaction))
      return formatDetail(context, transaction)
    },
  })

  app.get('/api/publique/transactions/client/:clientId', {
    config: { access: 'customer', rights: ['shop', 'support'] },
    schema: {
      operationId: 'listTransactionsOfClient',
      summary: "List a customer's transactions",
      description: 'Includes the transactions under every identifier of the customer.',
      params: Type.Object({ clientId: Type.String({ minLength: 1, maxLength: 50 }) }),
      response: { 200: Type.Array(TransactionSummary), ...problems(400), ...identity },
    },
    handler: async (request, reply) => {
      const { clientId } = request.params
      await allowOnlyOwner(request, clientId)
      const clientIds = await listIdentifiers(context, clientId)
      // A caller who may act for the customer also sees payments that others made in their name.
      const whose = { clientIds, provenAlone: !request.caller.may('shop', 'support') }
      const chunks = readChunksById((after, limit) => listClientTransactions(db, whose, after, limit))
      return sendWholeList(reply, chunks, transaction => writeSummary(formatSummary(transaction)))
    },
  })

  /**
   * Whether the caller may see the transaction's order and authorization: they sent the order's identifier, have a key
   * or a staff session, or are the proven customer, or no keys are configured.
   */
  async function mayKnowOrder({ caller }: FastifyRequest, transaction: Transaction, given?: string) {
    if (caller.privileged || (given !== undefined && given === transaction.orderId)) return true
    const customer = await caller.customer()
    return customer !== undefined && hasIdentifier(customer, ownerOf(transaction))
  }

  app.get('/api/publique/transaction-status/:transactionId', {
    config: { access: 'open', takes: ['bearer', 'key'], errors: ['transaction-inconnue'] },
    schema: {
      operationId: 'getTransactionStatus',
      summary: 'Read the status of a payment',
      description: 'Use it to wait for the end of a payment that is pending.',
      params: Type.Object({ transactionId: Id }),
      querystring: Type.Object({
        orderId: Type.Optional(
          Type.String({
            maxLength: 100,
            keepEmpty: true,
            description: 'Order of the payment, if the caller may read it',
          }),
        ),
      }),
      response: { 200: TransactionStatus, ...problems(400, 404), ...identity },
    },
    handler: async request => {
      const transaction = await getOrThrow(request.params.transactionId)
      return formatStatus(transaction, await mayKnowOrder(request, transaction, request.query.orderId))
    },
  })

  app.route({
    ...getTransactionStatusOfOrder,
    handler: async ({ query: { orderId } }) => {
      const transaction = await findLatestOfOrder(db, orderId)
      if (!transaction) throw new Problem(404, 'transaction-inconnue', `Order ${orderId} has no transaction`)
      return formatStatus(transaction, true)
    },
  })

  app.patch('/api/v1/publique/transactions/:id', {
    // For a payment of an order, the order's identifier, known only to its customer, is the credential.
    config: {
      access: 'customer',
      rights: ['shop', 'till', 'support'],
      addressIsCredential: true,
      errors: ['donnees-d-autrui', 'transaction-inconnue', 'paiement-non-annulable', 'transaction-d-autrui'],
    },
    schema: {
      operationId: 'cancelTransaction',
      summary: 'Cancel a payment',
      description: 'Only a pending payment can be cancelled; another one answers 409.',
      params: TransactionRef,
      body: Shape('Annulation', { status: Type.Literal('annule'), orderId: Nullish(OrderId) }),
      response: { 200: TransactionStatus, ...problems(400, 404, 409, 422), ...identity },
    },
    handler: async request => {
      const { id } = request.params
      const transaction = await getOrThrow(id)
      const { orderId } = transaction
      if (orderId === null) await allowOnlyOwner(request, ownerOf(transaction))
      if ((request.body.orderId ?? null) !== orderId)
        throw new Problem(422, 'transaction-d-autrui', `Transaction ${id} does not belong to this order`)
      return formatStatus(await cancelPayment(context, transaction), true)
    },
  })
}
