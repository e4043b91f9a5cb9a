import { createCipheriv, randomBytes } from 'node:crypto'
import { PaymentAnswer } from '../../src/payments/creating/routes.ts'
import { app, pool, query, transaction } from './server.ts'

await pool.query(`
  create schema if not exists bench;
  create table bench.payment (
    id bigint generated always as identity primary key, cents bigint not null, status text not null,
    "orderId" text not null, "clientId" text not null, "authorizationId" text not null unique, card text not null,
    at timestamptz not null);
  create unique index on bench.payment ("orderId") where status <> 'refuse';
  create table bench.job (id bigint generated always as identity primary key, payload json not null, "runAt" timestamptz not null);
  create table bench.event (id bigint generated always as identity primary key, body json not null);
  create table bench.announcement (id bigint generated always as identity primary key, payment bigint not null, status text not null)`)

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

/** Inserts a payment in one transaction: its row with an encrypted card, its job, its event and its announced state. */
const insertPayment = ({ client: { id: clientId }, montant, orderId, moyenPaiement }: Payment) =>
  transaction(async (_, client) => {
    const authorizationId = `AUTH_${randomBytes(12).toString('hex').toUpperCase()}`
    const at = new Date()
    const status = 'en_attente'
    const card = seal(moyenPaiement.cb.cardNumber.slice(-4))
    const { rows } = await query(
      client,
      `insert into bench.payment (cents, status, "orderId", "clientId", "authorizationId", card, at)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [Math.round(montant * 100), status, orderId, clientId, authorizationId, card, at],
    )
    const transactionId: number = rows[0].id
    await query(client, 'insert into bench.job (payload, "runAt") values ($1, $2)', [{ transactionId }, at])
    await query(client, 'insert into bench.event (body) values ($1)', [{ transactionId, orderId, status }])
    const announced = 'insert into bench.announcement (payment, status) values ($1, $2)'
    await query(client, announced, [transactionId, status])
    const message = 'Paiement en attente de traitement'
    return { transactionId, status, clientId, message, authorizationId }
  })

app.post<{ Body: Payment }>(
  '/payment',
  { schema: { response: { 201: PaymentAnswer } } },
  async ({ body }, reply) => {
    const returnUrl = `http://127.0.0.1/paiement/retour?orderId=${body.orderId}`
    return reply.code(201).send({ response: await insertPayment(body), returnUrl })
  },
)
