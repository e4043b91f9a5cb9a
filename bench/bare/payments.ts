import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { IntentAnswer } from '../../src/payments/intents/schemas.ts'
import { LinkAnswer } from '../../src/payments/schemas.ts'
import { TransactionStatus } from '../../src/payments/transaction-schemas.ts'
import { app, args, listen, pool, query } from './server.ts'
import './payment.ts'

await pool.query(`
  create table bench.link (
    id uuid primary key, "tokenHash" text not null unique, cents bigint not null, "returnUrl" text not null,
    until timestamptz not null)`)

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Inserts a payment link; returns its id and token. */
async function insertLink(cents: number, returnUrl: string) {
  const [id, token] = [randomUUID(), randomBytes(32).toString('base64url')]
  const insert =
    'insert into bench.link (id, "tokenHash", cents, "returnUrl", until) values ($1, $2, $3, $4, $5)'
  await query(pool, insert, [id, hashOf(token), cents, returnUrl, new Date()])
  return { id, token }
}

app.post<{ Body: { amount: string; orderId: string; returnUrl: string } }>(
  '/link',
  { schema: { response: { 201: LinkAnswer } } },
  async ({ body: { amount, orderId, returnUrl } }, reply) => {
    const { token } = await insertLink(Math.round(Number(amount) * 100), returnUrl)
    return reply.code(201).send({ paymentUrl: `http://127.0.0.1/paiement/${token}`, orderId })
  },
)

app.post<{ Body: { amount: number; currency: string } }>(
  '/intent',
  { schema: { response: { 201: IntentAnswer } } },
  async ({ body: { amount, currency } }, reply) => {
    const { id, token } = await insertLink(amount, '')
    const intent = { paymentIntentId: id, status: 'en_attente', amount, currency, clientSecret: token }
    return reply.code(201).send(intent)
  },
)

app.get<{ Params: { id: string } }>(
  '/status/:id',
  { schema: { response: { 200: TransactionStatus } } },
  async ({ params }) => {
    const read = `select id as "transactionId", status, "authorizationId", "orderId", "updatedAt"
      from payments.transaction where id = $1`
    return (await query(pool, read, [params.id])).rows[0]
  },
)

// The platform's payment page, fetched once. A request only looks up the link and its latest payment, and inserts the
// token.
const [pageUrl = '', shown = ''] = args
const page = (await (await fetch(pageUrl)).text()).split(shown)
app.get<{ Params: { token: string } }>('/page/:token', async ({ params: { token } }, reply) => {
  const link = await query(pool, 'select id from payments.lien where "tokenHash" = $1', [hashOf(token)])
  const latest = 'select id, status from payments.transaction where "lienId" = $1 order by id desc limit 1'
  await query(pool, latest, [link.rows[0].id])
  return reply.type('text/html; charset=utf-8').send(page.join(token))
})

await listen()
