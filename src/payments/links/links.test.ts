import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { foreignOrder } from '../../../test/support/payments.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({
    only: ['payments', 'orders'],
    started: false,
    settings: { COMPTOIR_PUBLIC_URL: 'https://payer.example/' },
  })
})

type Links = {
  redirectUrl: string
  paymentUrl: string
  orderId: string | null
  sessionId: string
  message: string
}

const variantA = () => ({
  client: {
    id: 7,
    nom: 'Lovelace',
    prenom: 'Ada',
    email: 'ada@example.org',
    adresse: '1 rue des Lilas',
    ville: 'Lyon',
    pays: 'France',
    civilite: 2,
    telephoneMobile: 612345678,
    clientFideliseId: 12,
  },
  amount: 49.9,
  currency: 'EUR',
  orderId: foreignOrder(),
  source: 'e-commerce',
  returnUrl: 'https://boutique.example/retour?panier=3',
})
const LONG = '/api/publique/paiement/interface-paiement'
const link = (body: object, url = LONG, headers?: Record<string, string>) =>
  shop.call<Links>('POST', url, body, headers)

const PAGE = /^https:\/\/payer\.example\/paiement\/[\w-]{43}$/

test('the response of each variant has the same fields; only variant A has a message', async () => {
  const a = await link(variantA())
  const { orderId } = variantA()
  const b = await link({ ...variantA(), orderId, amount: '49.90' }, '/api/publique/interface-paiement')
  const c = await link({
    orderId,
    amount: 49.9,
    customerEmail: 'ada@example.org',
    returnUrl: 'http://localhost:5173/',
  })

  assert.deepEqual([a.status, b.status, c.status], [201, 201, 201])
  const common = ['orderId', 'paymentUrl', 'redirectUrl', 'sessionId']
  assert.deepEqual(Object.keys(a.body).sort(), ['message', ...common])
  for (const { body } of [b, c]) assert.deepEqual(Object.keys(body).sort(), common)
  assert.equal(b.body.orderId, orderId)
  for (const { body } of [a, b, c]) {
    assert.match(body.paymentUrl, PAGE)
    assert.equal(body.redirectUrl, body.paymentUrl)
    assert.ok(!body.paymentUrl.includes(body.sessionId))
  }
  assert.equal(new Set([a, b, c].map(({ body }) => body.sessionId)).size, 3)
  const without = await link({ ...variantA(), orderId: undefined })
  assert.deepEqual([without.status, without.body.orderId], [201, null])
  const throughOrders = await link(
    { ...variantA(), amount: '49.90' },
    '/orders/api/publique/interface-paiement',
  )
  assert.deepEqual(Object.keys(throughOrders.body).sort(), common)
})

test('each variant accepts the fields of all variants, and unknown customer fields', async () => {
  const whole = { ...variantA(), customerEmail: 'ada@example.org' }
  for (const body of [whole, { ...whole, amount: '49.90', client: { ...whole.client, prenom2: 'Augusta' } }])
    assert.equal((await link({ ...body, orderId: foreignOrder() })).status, 201)
})

test('two requests create two tokens', async () => {
  const body = variantA()
  assert.notEqual((await link(body)).body.redirectUrl, (await link(body)).body.redirectUrl)
})

test('a repeated Idempotency-Key returns the same link', async () => {
  const body = variantA()
  const key = { 'idempotency-key': body.orderId }
  const first = await link(body, LONG, key)
  assert.deepEqual((await link(body, LONG, key)).body, first.body)
  assert.equal((await link({ ...body, amount: 1 }, LONG, key)).status, 422)
})

test('invalid values are refused', async () => {
  const faults = [
    { amount: 0 },
    { amount: -5 },
    { amount: 10.001 },
    { amount: '10,5' },
    { amount: '' },
    { amount: undefined },
    { returnUrl: undefined },
    { returnUrl: 'javascript:alert(1)' },
    { returnUrl: 'data:text/html,x' },
    { returnUrl: '//boutique.example' },
    { returnUrl: 'ftp://boutique.example' },
    { currency: 'EURO' },
    { customerEmail: 'nonsense' },
    { client: { email: 'ada' } },
    { client: { clientFideliseId: 1e20 } },
    { client: { telephone: 'abc' } },
    { orderId: { $ne: 1 } },
  ]
  for (const fault of faults) {
    const { status, body } = await link({ ...variantA(), ...fault })
    assert.equal(status, 400, JSON.stringify(fault))
    assert.equal(typeof (body as unknown as { message: string }).message, 'string')
  }
  assert.equal((await shop.call('POST', LONG)).status, 400)
})

test('the return URL must belong to a configured origin', async () => {
  const strict = await openPlatform({
    only: ['payments', 'orders'],
    started: false,
    settings: { COMPTOIR_RETURN_ORIGINS: 'https://boutique.example, https://www.boutique.example/' },
  })
  const status = async (returnUrl: string) =>
    (await strict.call('POST', LONG, { ...variantA(), returnUrl })).status

  assert.equal(await status('https://boutique.example/merci'), 201)
  assert.equal(await status('https://www.boutique.example/merci'), 201)
  assert.equal(await status('http://boutique.example/merci'), 400)
  assert.equal(await status('https://boutique.example.evil.example/'), 400)
  assert.equal(await status('https://boutique.example@evil.example/'), 400)
})

test('while orders is unavailable, a link for an order is 503, and one without an order is created', async () => {
  const alone = await openPlatform({ only: ['payments'], started: false })
  assert.equal((await alone.call('POST', LONG, variantA())).status, 503)
  assert.equal((await alone.call('POST', LONG, { ...variantA(), orderId: undefined })).status, 201)
})
