import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createPaymentActions, type Detail, foreignOrder, REFUSED } from '../../../test/support/payments.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createContext } from '../open.ts'
import { processPayment } from '../processing/process-payment.ts'

let shop: TestPlatform
const { pay, paid, read, announced, events } = createPaymentActions(() => shop)
before(async () => {
  shop = await openPlatform({ only: ['payments', 'orders'], started: false })
})

type Refund = { transactionId: number; refundId: number; status: string; montant: number; message: string }

async function made(wanted?: Parameters<typeof paid>[0]) {
  const id = await paid(wanted)
  await processPayment(createContext(shop.platform), id)
  return id
}

const refund = (transactionId: unknown, more: object = {}, headers?: Record<string, string>) =>
  shop.call<Refund>(
    'POST',
    '/api/publique/paiement/refund',
    { transactionId, motif: 'retour', source: 'test', ...more },
    headers,
  )

test('partial refunds are separate transactions, each announced, and never exceed the payment', async () => {
  const orderId = foreignOrder()
  const id = await made({ montant: 30.1, orderId })
  const part = await refund(id, { montant: 10.05, clientId: 'CLI_00000001' })
  assert.equal((await pay({ orderId })).status, 409)
  const tooMuch = await refund(id, { montant: 20.06 })
  assert.equal(tooMuch.status, 422)
  assert.partialDeepStrictEqual(tooMuch.body as unknown, { code: 'remboursement-trop-grand', attendu: 20.05 })
  const rest = await refund(String(id))

  assert.equal(part.status, 201)
  assert.partialDeepStrictEqual(part.body, { transactionId: id, status: 'accepte', montant: 10.05 })
  assert.partialDeepStrictEqual(rest.body, { transactionId: id, status: 'accepte', montant: 20.05 })
  assert.partialDeepStrictEqual(await read(id), { status: 'accepte', montant: 30.1, montantRembourse: 30.1 })
  assert.partialDeepStrictEqual(await read(rest.body.refundId), {
    montant: 20.05,
    status: 'accepte',
    typePaiement: 'remboursement',
    orderId,
    moyenPaiement: { type: 'carte_bancaire', brand: null, last4: null },
  })
  assert.deepEqual(await announced(id), ['en_attente', 'accepte', 'rembourse', 'rembourse'])
  assert.deepEqual(
    (await events(id)).map(({ montantRembourse, partiel }) => [montantRembourse, partiel]),
    [
      [undefined, undefined],
      [undefined, undefined],
      [10.05, true],
      [30.1, undefined],
    ],
  )
  assert.equal((await refund(id)).status, 422)
  const { body } = await shop.call<Refund>('GET', `/api/publique/transaction-status?orderId=${orderId}`)
  assert.equal(body.transactionId, id)
  assert.equal((await pay({ orderId })).status, 201)
})

test('twenty concurrent partial refunds never exceed the payment', async () => {
  const id = await made({ montant: 10 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => refund(id, { montant: 1.5 })))

  assert.deepEqual(answers.map(answer => answer.status).sort(), [
    ...Array(6).fill(201),
    ...Array(14).fill(422),
  ])
  assert.equal((await read(id)).montantRembourse, 9)
  const { rows } = await shop.platform.db.pg.query(
    'select sum("montantCents")::int as cents, count(*)::int as refunds from payments.transaction where "rembourseId" = $1',
    [id],
  )
  assert.deepEqual(rows, [{ cents: 900, refunds: 6 }])
})

test('one of twenty concurrent full refunds succeeds', async () => {
  const id = await made({ montant: 10 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => refund(id)))
  assert.deepEqual(answers.map(answer => answer.status).sort(), [201, ...Array(19).fill(422)])
  assert.equal(answers.find(answer => answer.status === 201)?.body.montant, 10)
})

test('only completed payments can be refunded', async () => {
  const pending = await paid()
  const refused = await made({ cardNumber: REFUSED })
  const back = (await refund(await made())).body.refundId

  assert.equal((await refund(pending)).status, 409)
  assert.equal((await refund(refused)).status, 409)
  assert.equal((await refund(back)).status, 409)
  assert.equal((await refund(999_999)).status, 404)
  for (const montant of [0, -1, 1.001, '1', null])
    assert.equal((await refund(await made(), { montant })).status, 400, String(montant))
  assert.equal((await refund('abc')).status, 400)
  assert.equal((await refund(undefined)).status, 400)
})

test('a payment of another customer is not refunded', async () => {
  const id = await made()
  assert.equal((await refund(id, { clientId: 'CLI_0BAD0BAD' })).status, 422)
  assert.equal((await read(id)).montantRembourse, 0)
})

test('a repeated Idempotency-Key refunds once', async () => {
  const id = await made({ montant: 10 })
  const key = { 'idempotency-key': `refund-${id}` }
  const first = await refund(id, { montant: 4 }, key)
  const again = await refund(id, { montant: 4 }, key)

  assert.deepEqual([again.status, again.body], [201, first.body])
  assert.equal((await read(id)).montantRembourse, 4)
})

test('a refund works under the short path too', async () => {
  const id = await made()
  const { status, body } = await shop.call<Detail>('POST', '/api/publique/refund', { transactionId: id })
  assert.equal(status, 201)
  assert.equal(body.montant, 12.34)
})
