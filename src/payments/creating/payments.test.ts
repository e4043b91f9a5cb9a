import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  ACCEPTED,
  CANCELLED,
  type CreatedPayment,
  cardPayment,
  createPaymentActions,
  type Detail,
  foreignOrder,
  REFUSED,
} from '../../../test/support/payments.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

let shop: TestPlatform
const { pay, paid, read, ended } = createPaymentActions(() => shop)
before(async () => {
  shop = await openPlatform({ only: ['payments', 'orders'], settings: { COMPTOIR_PAYMENT_DELAY_MS: '50' } })
})

describe('a card payment', () => {
  test('is stored immediately as pending, and returned with the address to return to', async () => {
    const orderId = foreignOrder()
    const { status, body } = await pay({ orderId })

    assert.equal(status, 201)
    assert.partialDeepStrictEqual(body.response, { status: 'en_attente', clientId: 'CLI_00000001' })
    assert.match(body.response.authorizationId, /^AUTH_[0-9A-F]{24}$/)
    const back = new URL(body.returnUrl)
    assert.equal(back.searchParams.get('orderId'), orderId)
    assert.equal(back.searchParams.get('status'), 'en_attente')
    assert.deepEqual(await ended(body.response.transactionId), {
      ...(await read(body.response.transactionId)),
      id: body.response.transactionId,
      montant: 12.34,
      devise: 'EUR',
      status: 'accepte',
      typePaiement: 'achat',
      orderId,
      clientId: 'CLI_00000001',
      authorizationId: body.response.authorizationId,
      moyenPaiement: { type: 'carte_bancaire', brand: 'visa', last4: '4242' },
      montantRembourse: 0,
    })
  })

  for (const code of [{ cvc: '739' }, { securityCode: 739 }, { cvc: null, marque: 'visa' }])
    test(`may include ${JSON.stringify(code)}`, async () => {
      const payment = cardPayment()
      const cb = { ...payment.moyenPaiement.cb, ...code }
      const body = { ...payment, moyenPaiement: { ...payment.moyenPaiement, cb } }
      const { status, body: answer } = await shop.call('POST', '/api/private/create_paiement', body)
      assert.equal(status, 201, JSON.stringify(answer))
    })

  for (const [cardNumber, status] of [
    [ACCEPTED, 'accepte'],
    [REFUSED, 'refuse'],
    [CANCELLED, 'annule'],
    ['5555 5555 5555 4444', 'accepte'],
  ] as const)
    test(`with ${cardNumber} ends as ${status}`, async () => {
      assert.equal((await ended(await paid({ cardNumber }))).status, status)
    })

  for (const montant of [0, -1, 12.345, 0.1 + 0.2, '12.34', null, 1e15])
    test(`of ${montant} is refused`, async () => {
      const { status } = await shop.call('POST', '/api/private/create_paiement', {
        ...cardPayment(),
        montant,
      })
      assert.equal(status, 400)
    })

  test('of type refund or with a number out of range is refused', async () => {
    for (const fault of [{ typePaiement: 'remboursement' }, { fidelise: 1e20 }])
      assert.equal(
        (await shop.call('POST', '/api/private/create_paiement', { ...cardPayment(), ...fault })).status,
        400,
      )
  })

  test('has the same amount when it is read, to the cent', async () => {
    for (const montant of [0.01, 1.1, 19.99, 1_234_567.89, 4.35])
      assert.equal((await read(await paid({ montant }))).montant, montant)
  })

  test('with an invalid card is refused without its number in the message', async () => {
    const cards = [
      { cardNumber: '4242424242424241' },
      { cardNumber: '4242' },
      { cardNumber: '0000000000000000' },
      { expirationDate: '13/30' },
      { expirationDate: '1230' },
      { expirationDate: '01/2020' },
      { cardHolderName: '' },
      { cardNumber: 4_242_424_242_424_242 },
    ]
    for (const card of cards) {
      const body = cardPayment()
      Object.assign(body.moyenPaiement.cb, card)
      const answer = await shop.call('POST', '/api/private/create_paiement', body)
      assert.equal(answer.status, 400, JSON.stringify(card))
      assert.ok(!JSON.stringify(answer.body).includes('4242'))
    }
  })

  test('accepts an expiry year of four digits or two, until the end of the month', async () => {
    const now = shop.platform.clock.now().toISOString()
    for (const expirationDate of ['09/2040', '09/40', `${now.slice(5, 7)}/${now.slice(0, 4)}`]) {
      const body = cardPayment()
      body.moyenPaiement.cb.expirationDate = expirationDate
      assert.equal((await shop.call('POST', '/api/private/transactions', body)).status, 201, expirationDate)
    }
  })
})

describe('one order', () => {
  test('has one of twenty concurrent payments: one 201, nineteen 409', async () => {
    const orderId = foreignOrder()
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay({ orderId })))
    assert.deepEqual(answers.map(answer => answer.status).sort(), [201, ...Array(19).fill(409)])
  })

  test('can be paid again after a refusal, not after an acceptance', async () => {
    const orderId = foreignOrder()
    await ended(await paid({ orderId, cardNumber: REFUSED }))
    await ended(await paid({ orderId, cardNumber: CANCELLED }))
    await ended(await paid({ orderId }))
    assert.equal((await pay({ orderId })).status, 409)
  })

  test('returns the same response for a repeated Idempotency-Key, and 422 with another body', async () => {
    const orderId = foreignOrder()
    const key = { 'idempotency-key': orderId }
    const first = await pay({ orderId }, key)
    const again = await pay({ orderId }, key)

    assert.deepEqual([again.status, again.body], [201, first.body])
    assert.equal((await pay({ orderId, montant: 5 }, key)).status, 422)
    const { body } = await shop.call<{ total: number }>('GET', `/api/private/transactions?orderId=${orderId}`)
    assert.equal(body.total, 1)
  })

  test('shows its payment status under its own ID and that of the payment', async () => {
    const orderId = foreignOrder()
    await ended(await paid({ orderId, cardNumber: REFUSED }))
    const transactionId = await paid({ orderId })
    const byOrder = await shop.call<Detail>('GET', `/api/publique/transaction-status?orderId=${orderId}`)
    const byId = await shop.call<Detail>('GET', `/api/publique/transaction-status/${transactionId}`)

    assert.equal(byOrder.status, 200)
    assert.partialDeepStrictEqual(byOrder.body, { transactionId, orderId })
    assert.partialDeepStrictEqual(byId.body, { transactionId, orderId })
    assert.deepEqual(Object.keys(byId.body).sort(), [
      'authorizationId',
      'orderId',
      'status',
      'transactionId',
      'updatedAt',
    ])
    const statusOf = async (url: string) => (await shop.call('GET', url)).status
    assert.equal(await statusOf('/api/publique/transaction-status?orderId=inconnue'), 404)
    assert.equal(await statusOf('/api/publique/transaction-status'), 400)
    assert.equal(await statusOf('/api/publique/transaction-status/999999'), 404)
    assert.equal(await statusOf('/api/publique/transaction-status/abc'), 400)
  })
})

test('a cash payment starts pending and ends accepted', async () => {
  const orderId = foreignOrder()
  const cash = { clientId: 'CLI_0000CA54', montant: 8, devise: 'EUR', orderId, magasinId: 3 }
  const { status, body } = await shop.call<Record<string, number>>(
    'POST',
    '/api/publique/paiement/create-cash-payment',
    cash,
  )

  assert.equal(status, 201)
  assert.partialDeepStrictEqual(body, { status: 'en_attente' })
  assert.equal(typeof body.message, 'string')
  const end = await ended(body.transactionId!)
  assert.partialDeepStrictEqual(end, { status: 'accepte', authorizationId: null })
  assert.deepEqual(end.moyenPaiement, { type: 'especes', brand: null, last4: null })
  assert.equal((await shop.call('POST', '/api/publique/paiement/create-cash-payment', cash)).status, 409)
  assert.equal(
    (await shop.call('POST', '/api/publique/paiement/create-cash-payment', { ...cash, montant: 0 })).status,
    400,
  )
})

test('payments and refunds are listed separately', async () => {
  const orderId = 'CMD-APART'
  const transactionId = await paid({ orderId, montant: 5 })
  await ended(transactionId)
  const refund = { transactionId, montant: 1 }
  const { body } = await shop.call<{ refundId: number }>('POST', '/api/publique/refund', refund)
  const ids = async (nature: string) =>
    (
      await shop.call<{ data: Detail[] }>(
        'GET',
        `/api/private/transactions?orderId=${orderId}&nature=${nature}`,
      )
    ).body.data.map(({ id }) => id)
  assert.deepEqual(await ids('remboursement'), [body.refundId])
  assert.deepEqual(await ids('paiement'), [transactionId])
})

test('transactions are listed by status, order, customer and date, in pages', async () => {
  const clientId = 'CLI_0000F117'
  const first = await paid({ clientId, cardNumber: REFUSED, montant: 1 })
  const others = [await paid({ clientId, montant: 2 }), await paid({ clientId, montant: 3 })]
  for (const id of [first, ...others]) await ended(id)
  const list = async (query: string) =>
    (
      await shop.call<{ data: Detail[]; total: number; page: number; limit: number }>(
        'GET',
        `/api/private/transactions?${query}`,
      )
    ).body
  const ids = async (query: string) => (await list(`clientId=${clientId}&${query}`)).data.map(({ id }) => id)
  const day = new Date(shop.platform.clock.now().getTime()).toLocaleDateString('sv', {
    timeZone: 'Europe/Paris',
  })

  assert.deepEqual(await ids(''), [first, ...others])
  assert.deepEqual(await ids('status=refuse'), [first])
  assert.deepEqual(await ids('page=2&limit=2'), others.slice(1))
  assert.deepEqual(await ids(`dateFrom=${day}&dateTo=${day}`), [first, ...others])
  assert.deepEqual(await ids('sort=-createdAt'), [first, ...others].reverse())
  assert.deepEqual(await ids(`sort=-createdAt&dateFrom=${day}`), [first, ...others].reverse())
  assert.deepEqual(await ids('dateFrom=2099-01-01'), [])
  assert.deepEqual(await ids('dateTo=2020-01-01T00:00:00Z'), [])
  const { total, page, limit } = await list(`clientId=${clientId}&limit=2`)
  assert.deepEqual({ total, page, limit }, { total: 3, page: 1, limit: 2 })
  for (const query of [
    'status=nonsense',
    'limit=0',
    'limit=101',
    'page=0',
    'dateFrom=hier',
    'nature=virement',
    'sort=montant',
    'dateFrom=2016-12-31T23:59:60Z',
  ])
    assert.equal((await shop.call('GET', `/api/private/transactions?${query}`)).status, 400, query)

  const { body } = await shop.call<Detail[]>('GET', `/api/publique/transactions/client/${clientId}`)
  assert.deepEqual(
    body.map(({ id, montant }) => [id, montant]),
    [
      [first, 1],
      [others[0], 2],
      [others[1], 3],
    ],
  )
  assert.deepEqual(Object.keys(body[0]!).sort(), [
    'createdAt',
    'devise',
    'id',
    'montant',
    'orderId',
    'status',
    'transactionRembourseeId',
    'typePaiement',
  ])
  assert.deepEqual((await shop.call('GET', '/api/publique/transactions/client/CLI_NOBODY')).body, [])
})

test('an unknown transaction is 404, an invalid ID 400', async () => {
  for (const path of ['/api/private/transactions', '/api/publique/transactions']) {
    assert.deepEqual((await shop.call('GET', `${path}/999999`)).body, {
      statusCode: 404,
      message: 'Transaction 999999 not found',
      error: 'Not Found',
      code: 'transaction-inconnue',
    })
    assert.equal((await shop.call('GET', `${path}/abc`)).status, 400)
  }
})

test('a test payment by card is processed immediately, under the name or the alias of the provider', async () => {
  const attempt = (provider: string, cardNumber: string) =>
    shop.call<CreatedPayment['response']>('POST', `/api/publique/${provider}/card-payment`, {
      cardNumber,
      amount: 1234,
      currency: 'EUR',
    })
  const accepted = await attempt('provider', ACCEPTED)
  const refused = await attempt('simule', REFUSED)

  assert.equal(accepted.status, 200)
  assert.partialDeepStrictEqual(accepted.body, { status: 'accepte', message: 'Paiement accepté' })
  assert.match(accepted.body.authorizationId, /^AUTH_/)
  assert.equal(refused.status, 402)
  assert.partialDeepStrictEqual(refused.body, {
    statusCode: 402,
    status: 'refuse',
    error: 'Payment Required',
    code: 'paiement-refuse',
  })
  assert.equal((await attempt('provider', CANCELLED)).status, 402)
  assert.equal((await attempt('provider', '4242424242424241')).status, 400)
  assert.equal((await attempt('nobody', ACCEPTED)).status, 404)
})

test('while orders is unavailable, a payment is 503 and not stored', async () => {
  const alone = await openPlatform({ only: ['payments'], started: false })
  const orderId = foreignOrder()
  const { status, headers } = await alone.call(
    'POST',
    '/api/private/create_paiement',
    cardPayment({ orderId }),
  )

  assert.equal(status, 503)
  assert.ok(headers['retry-after'])
  const { body } = await alone.call<{ total: number }>('GET', '/api/private/transactions')
  assert.equal(body.total, 0)
})
