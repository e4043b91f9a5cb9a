import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  ACCEPTED,
  createPaymentActions,
  findTablesContaining,
  foreignOrder,
  REFUSED,
} from '../../../test/support/payments.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'

let shop: TestPlatform
const { paid, ended } = createPaymentActions(() => shop)
before(async () => {
  shop = await openPlatform({ settings: { COMPTOIR_PAYMENT_DELAY_MS: '0' } })
})

type Intent = {
  paymentIntentId: string
  clientSecret: string
  status: string
  amount: number
  currency: string
  transactionId: number | null
}
const CREATE = '/api/private/provider/create-payment-intent'
const create = (body: object, { url = CREATE, headers = {} } = {}) =>
  shop.call<Intent>(
    'POST',
    url,
    { amount: 1234, currency: 'EUR', clientId: 'CLI_0A1B2C3D', ...body },
    headers,
  )
const cb = (cardNumber = ACCEPTED) => ({ cardNumber, expirationDate: '12/40', cardHolderName: 'Ada' })
const pay = (id: string, body: object) =>
  shop.call<Intent>('PATCH', `/api/v1/publique/intentions-paiement/${id}`, body)

test('an intent is created, paid with its secret, and read', async () => {
  const orderId = foreignOrder()
  const { status, body } = await create({ orderId })
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(body).sort(), [
    'amount',
    'clientSecret',
    'currency',
    'paymentIntentId',
    'status',
  ])
  assert.partialDeepStrictEqual(body, { status: 'en_attente', amount: 1234, currency: 'EUR' })

  const paidNow = await pay(body.paymentIntentId, { clientSecret: body.clientSecret, cb: cb() })
  assert.equal(paidNow.status, 200)
  const payment = await ended(paidNow.body.transactionId!)
  assert.partialDeepStrictEqual(payment, {
    status: 'accepte',
    montant: 12.34,
    orderId,
    clientId: 'CLI_0A1B2C3D',
  })
  const read = await shop.call<Intent>('GET', `/api/v1/privee/intentions-paiement/${body.paymentIntentId}`)
  assert.partialDeepStrictEqual(read.body, { status: 'accepte', transactionId: payment.id })
  assert.deepEqual(await findTablesContaining(shop, body.clientSecret), [])
})

test('twenty concurrent requests pay an intent once, and it can be paid after a refusal', async () => {
  const { paymentIntentId, clientSecret } = (await create({ orderId: foreignOrder() })).body
  const refused = await pay(paymentIntentId, { clientSecret, cb: cb(REFUSED) })
  assert.equal((await ended(refused.body.transactionId!)).status, 'refuse')

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => pay(paymentIntentId, { clientSecret, cb: cb() })),
  )
  assert.ok(answers.every(({ status }) => status === 200 || status === 409))
  const again = await pay(paymentIntentId, { clientSecret, cb: cb() })
  const ids = new Set([...answers.flatMap(({ body }) => body.transactionId ?? []), again.body.transactionId])
  assert.equal(ids.size, 1)
  assert.notEqual(again.body.transactionId, refused.body.transactionId)
})

test('a repeated Idempotency-Key returns the same intent and secret', async () => {
  const body = { orderId: foreignOrder() }
  const headers = { 'idempotency-key': body.orderId }
  const first = await create(body, { headers })
  assert.deepEqual((await create(body, { headers })).body, first.body)
  assert.equal((await create({ ...body, amount: 1 }, { headers })).status, 422)
})

test('an intent has the amount of its order, and a paid order gets none', async () => {
  const { id } = await createShopActions(shop).product()
  const { ordreId } = await createShopActions(shop).placed([{ id, quantite: 1, prixUnitaireCents: 1000 }])
  const wrong = await create({ orderId: ordreId, amount: 999 })
  assert.partialDeepStrictEqual(wrong, {
    status: 422,
    body: { code: 'montant-different', attendu: 1000 } as object,
  })
  assert.equal((await create({ orderId: ordreId, amount: 1000, currency: 'usd' })).status, 422)
  const intent = (await create({ orderId: ordreId, amount: 1000 })).body
  await paid({ orderId: ordreId, montant: 10 })
  assert.equal((await create({ orderId: ordreId, amount: 1000 })).status, 409)
  const late = await pay(intent.paymentIntentId, { clientSecret: intent.clientSecret, cb: cb() })
  assert.equal(late.status, 409)
})

test('invalid values are refused, and an intent cannot be paid without its secret', async () => {
  for (const fault of [
    { amount: 0 },
    { amount: -1 },
    { amount: 12.5 },
    { amount: '100' },
    { amount: 1e15 },
    { amount: undefined },
    { currency: 'EURO' },
    { orderId: 7 },
    { clientId: {} },
  ])
    assert.equal((await create(fault)).status, 400, JSON.stringify(fault))
  assert.equal((await shop.call('POST', CREATE)).status, 400)
  assert.equal((await create({}, { url: CREATE.replace('/provider/', '/nobody/') })).status, 404)
  assert.equal((await create({}, { url: CREATE.replace('/provider/', '/simule/') })).status, 201)

  const one = (await create({})).body
  const two = (await create({})).body
  const status = async (id: string, body: object) => (await pay(id, body)).status
  assert.equal(await status(one.paymentIntentId, { clientSecret: two.clientSecret, cb: cb() }), 404)
  assert.equal(await status(one.paymentIntentId, { clientSecret: 'x', cb: cb() }), 404)
  assert.equal(await status(one.paymentIntentId, { cb: cb() }), 400)
  assert.equal(await status(one.paymentIntentId, { clientSecret: one.clientSecret }), 400)
  assert.equal(
    await status(one.paymentIntentId, { clientSecret: one.clientSecret, cb: cb('4242424242424241') }),
    400,
  )
  assert.equal(await status('nonsense', { clientSecret: 'x', cb: cb() }), 400)
  assert.equal(await status(crypto.randomUUID(), { clientSecret: 'x', cb: cb() }), 404)
  assert.equal(
    (await shop.call('GET', `/api/v1/privee/intentions-paiement/${crypto.randomUUID()}`)).status,
    404,
  )
})

test('an intent expires after 30 minutes', async () => {
  const { paymentIntentId, clientSecret } = (await create({})).body
  await shop.platform.db.pg.query(`update payments.lien set "expireLe" = "createdAt" where id = $1`, [
    paymentIntentId,
  ])
  assert.equal((await pay(paymentIntentId, { clientSecret, cb: cb() })).status, 409)
})
