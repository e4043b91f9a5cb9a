import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import {
  apple,
  captureLog,
  countPending,
  createCustomer,
  deliver,
  fetchHistory,
  fetchTotal,
  openHistories,
  pear,
  publish,
  purchase,
} from '../../../test/support/histories.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { purchaseRecorded } from './record-purchases.ts'

let shop: TestPlatform
before(async () => {
  shop = await openHistories()
})

describe('a purchase message', () => {
  test('becomes one row for each article, listed by customer number and identifier', async () => {
    const client = await createCustomer()
    await deliver(purchaseRecorded, purchase(client.idClient))

    const { status, body } = await fetchHistory(client.id)
    assert.equal(status, 200)
    const [second, first] = body.data
    assert.deepEqual(first, {
      ...apple,
      id: first!.id,
      clientId: client.id,
      totalAmount: 1000,
      loyaltyPointsEarned: 0,
      purchaseDate: '2025-07-14T10:30:00.000Z',
      createdAt: first!.createdAt,
      updatedAt: first!.createdAt,
      deletedAt: null,
    })
    assert.partialDeepStrictEqual(second, { ...pear, category: null, totalAmount: 0 })
    assert.deepEqual(body.meta, { total: 2, page: 1, limit: 10, totalPages: 1 })
    assert.deepEqual((await fetchHistory(client.idClient)).body, body)
    assert.equal(
      (await shop.call('GET', `/purchases/api/publique/client-buy-history/${client.id}`)).status,
      200,
    )
  })

  test('accepts the number of the customer too', async () => {
    const client = await createCustomer()
    await deliver(purchaseRecorded, purchase(client.id))
    assert.equal(await fetchTotal(client.id), 2)
  })

  test('with an article of more than ten million euros is recorded', async () => {
    const client = await createCustomer()
    const ship = { ...apple, quantity: 2, unitPrice: 1_000_000_001 }
    await deliver(purchaseRecorded, purchase(client.idClient, {}, { purchases: [ship] }))
    assert.partialDeepStrictEqual((await fetchHistory(client.id)).body.data, [
      { ...ship, totalAmount: 2_000_000_002 },
    ])
  })

  test('with numbers as text and text as numbers is recorded the same way', async () => {
    const client = await createCustomer()
    const message = purchase(client.idClient)
    const loose = { ...apple, articleId: 7, unitPrice: '250', quantity: '4' }
    await deliver(purchaseRecorded, { ...message, data: { ...message.data, purchases: [loose, pear] } })
    assert.partialDeepStrictEqual((await fetchHistory(client.id)).body.data[1], {
      ...apple,
      totalAmount: 1000,
    })
    await deliver(purchaseRecorded, message)
    assert.equal(await fetchTotal(client.id), 2)
  })

  test('repeated five times in different formats is recorded once', async () => {
    const client = await createCustomer()
    const message = purchase(client.idClient)
    const rewritten = {
      ...message,
      requestId: message.requestId.toUpperCase(),
      timestamp: '2025-08-01T00:00:00Z',
      data: {
        purchases: [
          { ...apple, note: 'unknown field' },
          { ...pear, category: null },
        ],
        purchaseDate: '2025-07-14T12:30:00+02:00',
        clientId: client.idClient,
      },
    }
    const warnings = await captureLog('warn', () =>
      deliver(purchaseRecorded, message, message, rewritten, message, rewritten),
    )
    assert.equal(await fetchTotal(client.id), 2)
    assert.equal(warnings, '[]')
  })

  test('with other data under the same requestId is recorded, with a warning that contains the ID', async () => {
    const client = await createCustomer()
    const message = purchase(client.idClient)
    const other = purchase(client.idClient, { requestId: message.requestId }, { purchases: [apple] })
    await deliver(purchaseRecorded, message)
    const warnings = await captureLog('warn', () => deliver(purchaseRecorded, other, message, other))

    assert.equal(await fetchTotal(client.id), 3)
    assert.match(warnings, new RegExp(message.requestId))
    assert.equal(warnings.split('different data').length, 2)
  })

  for (const [what, change, data] of [
    ['another action', { action: 'delete' }, {}],
    ['no requestId', { requestId: undefined }, {}],
    ['a requestId that is not a UUID', { requestId: 'abc' }, {}],
    ['an invalid timestamp', { timestamp: 'now' }, {}],
    ['an invalid date', {}, { purchaseDate: '2025-02-30' }],
    ['no articles', {}, { purchases: [] }],
    ['a quantity of zero', {}, { purchases: [{ ...apple, quantity: 0 }] }],
    ['a fractional quantity', {}, { purchases: [{ ...apple, quantity: 0.5 }] }],
    ['a text as quantity', {}, { purchases: [{ ...apple, quantity: 'four' }] }],
    ['a negative price', {}, { purchases: [apple, { ...apple, unitPrice: -1 }] }],
    ['a price of 2^53', {}, { purchases: [{ ...apple, quantity: 1, unitPrice: 2 ** 53 }] }],
    ['a total of 2^53', {}, { purchases: [{ ...apple, quantity: 2, unitPrice: 2 ** 52 }] }],
    ['no article name', {}, { purchases: [{ ...apple, articleName: undefined }] }],
    ['a path as customer', {}, { clientId: '../clients' }],
    ['no data', { data: undefined }, {}],
  ] as const)
    test(`with ${what} is rejected as a whole and logged, and the next one is recorded`, async () => {
      const client = await createCustomer()
      const bad = purchase(client.idClient, change, data)
      const errors = await captureLog('error', () =>
        deliver(purchaseRecorded, bad, purchase(client.idClient, {}, { purchases: [pear] })),
      )
      assert.match(errors, /rejected/)
      assert.equal(await fetchTotal(client.id), 1)
    })

  test('of an unknown customer is rejected and logged', async () => {
    const errors = await captureLog('error', () =>
      deliver(purchaseRecorded, purchase('CLI_NOBODY'), purchase(987654)),
    )
    assert.match(errors, /CLI_NOBODY not found/)
    assert.match(errors, /987654 not found/)
  })

  test('waits while loyalty is unavailable, and is recorded afterwards', async () => {
    const client = await createCustomer()
    const without = await openPlatform({ only: ['purchases'] })
    const loyalty = await openPlatform({ only: ['loyalty', 'accounts'] })
    await loyalty.call('POST', '/api/publique/clients', {
      nom: 'L',
      prenom: 'A',
      adresseMail: client.adresseMail,
      idClient: client.idClient,
    })
    const message = purchase(client.idClient)
    const { log } = without.platform
    let delayed = 0
    log.warn = (() => delayed++) as typeof log.warn
    await publish(purchaseRecorded, message, without)
    await eventually('the message was attempted and is delayed', () => delayed > 0)
    assert.equal(await countPending(without), 1)
    assert.equal((await fetchHistory(1, '', without)).status, 503)
    await without.close()

    const url = await loyalty.server.listen({ port: 0, host: '127.0.0.1' })
    const again = await openPlatform({
      only: ['purchases'],
      databaseUrl: without.databaseUrl,
      settings: { COMPTOIR_LOYALTY_URL: `${url}/loyalty`, COMPTOIR_ACCOUNTS_URL: `${url}/accounts` },
    })
    await eventually('the message is consumed', async () => (await countPending(again)) === 0)
    assert.equal((await fetchHistory(client.idClient, '', again)).body.meta.total, 2)
    assert.equal((await fetchHistory('CLI_NOBODY', '', again)).status, 404)
    await again.close()
  })
})
