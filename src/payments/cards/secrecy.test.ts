import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  cardPayment,
  createPaymentActions,
  findTablesContaining,
  foreignOrder,
} from '../../../test/support/payments.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { maskCardNumbers } from './card.ts'

const NUMBER = '5105105105105100'
const SPACED = '5105 1051 0510 5100'
const HOLDER = 'Zéphyrine Quatremer'

let shop: TestPlatform
const { read } = createPaymentActions(() => shop)
before(async () => {
  shop = await openPlatform({ only: ['payments', 'orders'], started: false })
})

test('no table contains the number of a card, or its holder in plain text', async () => {
  const body = cardPayment({ cardNumber: SPACED, orderId: foreignOrder() })
  body.moyenPaiement.cb.cardHolderName = HOLDER
  const key = { 'idempotency-key': 'card' }
  const { status, body: created } = await shop.call<{ response: { transactionId: number } }>(
    'POST',
    '/api/private/create_paiement',
    body,
    key,
  )
  assert.equal(status, 201)
  assert.equal((await shop.call('POST', '/api/private/create_paiement', body, key)).status, 201)
  const trial = { cardNumber: NUMBER, amount: 100, currency: 'EUR' }
  assert.equal((await shop.call('POST', '/api/publique/provider/card-payment', trial)).status, 200)

  assert.deepEqual((await read(created.response.transactionId)).moyenPaiement, {
    type: 'carte_bancaire',
    brand: 'mastercard',
    last4: '5100',
  })
  for (const text of [NUMBER, SPACED, HOLDER])
    assert.deepEqual(await findTablesContaining(shop, text), [], text)
  assert.deepEqual(await findTablesContaining(shop, 'CLI_00000001'), [
    'payments.transaction',
    'platform.outbox',
  ])
})

test('the token of a link is never stored, even if its response is stored for an Idempotency-Key', async () => {
  const body = { amount: 5, returnUrl: 'https://boutique.example/' }
  const link = () =>
    shop.call<{ redirectUrl: string }>('POST', '/api/publique/interface-paiement', body, {
      'idempotency-key': 'link',
    })
  const { redirectUrl } = (await link()).body

  assert.deepEqual(await findTablesContaining(shop, redirectUrl.split('/').at(-1)!), [])
  assert.equal((await link()).body.redirectUrl, redirectUrl)
})

test('a card used on the payment page is not stored in plain text either', async () => {
  const { body } = await shop.call<{ redirectUrl: string }>('POST', '/api/publique/interface-paiement', {
    amount: 5,
    returnUrl: 'https://boutique.example/',
  })
  const url = new URL(body.redirectUrl).pathname
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await shop.server.inject({ url })).body) ?? []
  const { statusCode } = await shop.server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      csrf,
      cardNumber: NUMBER,
      expirationDate: '12/40',
      cvc: '739',
      cardHolderName: HOLDER,
    }).toString(),
  })
  assert.equal(statusCode, 303)
  for (const text of [NUMBER, HOLDER]) assert.deepEqual(await findTablesContaining(shop, text), [], text)
})

test('possible card numbers are removed from a text, also among other digits, and other numbers remain', () => {
  for (const text of [
    NUMBER,
    SPACED,
    '5105-1051-0510-5100',
    `n° ${NUMBER} 12/40`,
    `123${NUMBER}`,
    `${NUMBER} 739`,
    '{"n":4242424242424242}',
    '378282246310005',
    '30569309025904',
    '4222222222222',
    '9'.repeat(2_000),
  ]) {
    const masked = maskCardNumbers(text)
    assert.ok(masked.includes('••••') && !/\d{12}|\d{4}[ -]\d{4}/.test(masked), masked)
  }
  for (const text of [
    '5105105105105101',
    '3017620422003',
    '4006381333931',
    '1763853306123456',
    '2026-11-22T23:15:06.123Z',
    '+33 6 12 34 56 78',
    'b3b7a0c4-8f1e-4d2a-9c55-123456789012',
  ])
    assert.equal(maskCardNumbers(text), text)
})
