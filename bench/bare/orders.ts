import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { type Database, readsOf, type Tx } from '../../src/platform/database/database.ts'
import type { Sql } from '../../src/platform/database/sql.ts'
import { newOrder, work } from '../orders/work.ts'

/**
 * The bare limit: Fastify and pg sending the same statements in the same transactions, one after another, and nothing else:
 * no prices compared, no promotions, no peers, checks of shape, request ids, metrics, consumers.
 */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 })
const app = Fastify()

const names = new Map<string, string>()
type Client = Pick<pg.Pool, 'query'>
function send(client: Client, { text, values }: Sql) {
  if (!names.has(text)) names.set(text, `n${names.size}`)
  return client.query({ name: names.get(text), text, values: [...values] })
}
const over = (client: Client): Database & Pick<Tx, 'run'> => ({
  ...readsOf(async statement => (await send(client, statement)).rows),
  run: async statement => (await send(client, statement)).rowCount ?? 0,
})
const db = over(pool)

async function transaction(begin: string, run: (tx: Tx) => Promise<unknown>) {
  const client = await pool.connect()
  try {
    await client.query(begin)
    await run(over(client) as Tx)
    await client.query('commit')
  } finally {
    client.release()
  }
}

type NewOrder = { articles: { id: string }[] }
let placed = 0
const mark = process.pid.toString(36)

app.post<{ Body: NewOrder }>('/order', async ({ body }, reply) => {
  const now = new Date()
  const ordreId = `CMD-${mark}-${placed++}`
  const productId = Number(body.articles[0]!.id)
  await work.lookUp(db, productId)
  await transaction('begin; set local synchronous_commit = off', tx =>
    work.reserve(tx, ordreId, productId, now),
  )
  await transaction('begin', tx => work.keep(tx, newOrder(ordreId, productId, now), 1))
  return reply.code(201).send({ ordreId, statut: 'EN_ATTENTE', montantTotalCents: 1_000, createdAt: now })
})

type Payment = { transactionId: string }
app.post<{ Params: { ordreId: string }; Body: Payment }>('/confirm/:ordreId', async ({ params, body }) => {
  const { ordreId } = params
  const now = new Date()
  await work.readPaid(db, ordreId, Number(body.transactionId))
  await transaction('begin', tx =>
    work.confirm(tx, newOrder(ordreId, 1, now), { id: body.transactionId, eventId: randomUUID() }, now),
  )
  return { ordreId, statut: 'EN_ATTENTE', message: 'Paiement confirmé' }
})

await app.listen({ host: '127.0.0.1', port: Number(process.argv[3]) })
console.log('ready')
