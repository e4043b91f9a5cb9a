import { createCipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

/**
 * The bare limit: Fastify and pg doing the least SQL for the same work, with named statements and nothing else: no schema,
 * order, idempotency, access, metrics. A payment is its row, its job, its event and what was announced, in one transaction.
 */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 })
const app = Fastify()

await pool.query(`
  create schema if not exists bench;
  create table bench.payment (
    id bigint generated always as identity primary key, cents bigint not null, status text not null,
    "orderId" text not null, "clientId" text not null, "authorizationId" text not null unique, card text not null,
    at timestamptz not null);
  create unique index on bench.payment ("orderId") where status <> 'refuse';
  create table bench.job (id bigint generated always as identity primary key, payload json not null, "runAt" timestamptz not null);
  create table bench.event (id bigint generated always as identity primary key, body json not null);
  create table bench.announcement (id bigint generated always as identity primary key, payment bigint not null, status text not null);
  create table bench.link (
    id uuid primary key, "tokenHash" text not null unique, cents bigint not null, "returnUrl" text not null, until timestamptz not null)`)

const key = randomBytes(32)
function seal(text: string) {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

type Payment = {
  client: { id: string }
  montant: number
  orderId: string
  moyenPaiement: { cb: { cardNumber: string } }
}
app.post<{ Body: Payment }>('/payment', async ({ body }, reply) => {
  const { client: customer, montant, orderId, moyenPaiement } = body
  const authorizationId = randomBytes(12).toString('hex')
  const at = new Date()
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query({
      name: 'payment',
      text: `insert into bench.payment (cents, status, "orderId", "clientId", "authorizationId", card, at)
        values ($1, 'en_attente', $2, $3, $4, $5, $6) returning id`,
      values: [
        Math.round(montant * 100),
        orderId,
        customer.id,
        authorizationId,
        seal(moyenPaiement.cb.cardNumber.slice(-4)),
        at,
      ],
    })
    const id = Number(rows[0].id)
    for (const [name, text, values] of [
      ['job', 'insert into bench.job (payload, "runAt") values ($1, $2)', [JSON.stringify({ id }), at]],
      [
        'event',
        'insert into bench.event (body) values ($1)',
        [JSON.stringify({ id, orderId, status: 'en_attente' })],
      ],
      ['announce', 'insert into bench.announcement (payment, status) values ($1, $2)', [id, 'en_attente']],
    ] as const)
      await client.query({ name, text, values: [...values] })
    await client.query('commit')
    return reply.code(201).send({ id, authorizationId })
  } finally {
    client.release()
  }
})

app.post<{ Body: { amount: number; returnUrl?: string } }>('/link', async ({ body }, reply) => {
  const token = randomBytes(32).toString('base64url')
  await pool.query({
    name: 'link',
    text: 'insert into bench.link (id, "tokenHash", cents, "returnUrl", until) values ($1, $2, $3, $4, $5)',
    values: [randomUUID(), hashOf(token), Math.round(body.amount * 100), body.returnUrl ?? '', new Date()],
  })
  return reply.code(201).send({ url: `http://localhost/${token}` })
})

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

app.get<{ Params: { id: string } }>('/status/:id', async ({ params }) => {
  const text = 'select id, status, "authorizationId", "updatedAt" from payments.transaction where id = $1'
  return (await pool.query({ name: 'status', text, values: [Number(params.id)] })).rows[0]
})

/** The page of the platform itself, of which only the link and its last payment are looked up. */
const page = await (await fetch(process.argv[3]!)).text()
app.get<{ Params: { token: string } }>('/page/:token', async ({ params }, reply) => {
  const { rows } = await pool.query({
    name: 'find',
    text: 'select id from payments.lien where "tokenHash" = $1',
    values: [hashOf(params.token)],
  })
  await pool.query({
    name: 'latest',
    text: 'select id, status from payments.transaction where "lienId" = $1 order by id desc limit 1',
    values: [rows[0].id],
  })
  return reply.type('text/html; charset=utf-8').send(page)
})

await app.listen({ host: '127.0.0.1', port: Number(process.argv[4]) })
console.log('ready')
