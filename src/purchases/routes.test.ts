import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  apple,
  createCustomer,
  deliver,
  type Failure,
  fetchHistory,
  fetchTotal,
  openHistories,
  order,
  type Page,
  pear,
  purchase,
} from '../../test/support/histories.ts'
import type { TestPlatform } from '../../test/support/platform.ts'
import { orderConfirmed } from '../orders/contract.ts'
import { purchaseRecorded } from './recording/record-purchases.ts'
import type { Habits, Purchase } from './schemas.ts'

let shop: TestPlatform
before(async () => {
  shop = await openHistories()
})

describe('the private routes', () => {
  const url = '/api/privee/client-buy-history'
  const write = (body: unknown) =>
    shop.call<{ message: string; data: Purchase[] } & Failure>('POST', url, body)

  test('count all purchases, and find them by their current names', async () => {
    const client = await createCustomer()
    const find = async (query: string) => (await shop.call<Page>('GET', `${url}${query}`)).body.meta.total
    const [before] = [await find('')]
    const quince = { ...apple, articleId: 'q1', articleName: 'Coing d’Été' }
    await deliver(purchaseRecorded, purchase(client.idClient, {}, { purchases: [quince, quince, apple] }))
    const { body } = await shop.call<Page>('GET', `${url}?articleId=q1`)
    assert.equal(body.meta.total, 2)
    assert.equal(await find('?articleName=coing%20d%E2%80%99ete'), 2)

    await shop.call('PATCH', `${url}/${body.data[0]!.id}`, { articleName: 'Nèfle' })
    await shop.call('DELETE', `${url}/${body.data[1]!.id}`)

    assert.equal(await find(''), before! + 2)
    assert.equal(await find('?articleName=coing'), 0)
    assert.equal(await find('?articleName=NEFLE'), 1)
  })

  test('accept prices and quantities whose total is a safe integer, and refuse others', async () => {
    const client = await createCustomer()
    const written = async (quantity: number, unitPrice: number) => {
      const purchases = [{ ...apple, quantity, unitPrice }]
      const { status, body } = await write({ clientId: client.id, purchaseDate: '2025-07-14', purchases })
      return { status, message: body.message, row: body.data?.[0] }
    }
    for (const [quantity, unitPrice] of [
      [1, Number.MAX_SAFE_INTEGER],
      [Number.MAX_SAFE_INTEGER, 1],
      [3, 3_002_399_751_580_330],
      [2_000_000, 1_000_000_001],
    ] as const) {
      const { status, row } = await written(quantity, unitPrice)
      assert.equal(status, 201)
      assert.partialDeepStrictEqual(row, { quantity, unitPrice, totalAmount: quantity * unitPrice })
    }
    for (const [quantity, unitPrice] of [
      [2, 4_503_599_627_370_496],
      [3_000_000_000, 3_100_000_000],
      [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ] as const) {
      const { status, message } = await written(quantity, unitPrice)
      assert.deepEqual(
        [status, message],
        [400, 'body/purchases/0: quantity x unitPrice must not exceed 9007199254740991'],
      )
    }
    assert.equal((await written(1, 2 ** 53)).status, 400)
  })

  test('refuse a change whose total is not a safe integer, whatever the total was before', async () => {
    const client = await createCustomer()
    const dear = { ...apple, quantity: 1, unitPrice: Number.MAX_SAFE_INTEGER }
    const { body } = await write({ clientId: client.id, purchaseDate: '2025-07-14', purchases: [dear] })
    const at = `${url}/${body.data[0]!.id}`
    for (const quantity of [2, 1_000, Number.MAX_SAFE_INTEGER]) {
      const refused = await shop.call<Failure>('PATCH', at, { quantity })
      assert.equal(refused.status, 400)
      assert.equal(refused.body.message, 'body: quantity x unitPrice must not exceed 9007199254740991')
    }
    assert.equal((await shop.call<Purchase>('GET', at)).body.quantity, 1)
    assert.equal((await shop.call('PATCH', at, { quantity: 2, unitPrice: 4e15 })).status, 200)
  })

  test('add up purchases beyond the safe integers', async () => {
    const client = await createCustomer()
    const dear = { ...apple, quantity: 1, unitPrice: Number.MAX_SAFE_INTEGER }
    await deliver(orderConfirmed, order(client.idClient, { articles: [dear] }))

    await deliver(
      orderConfirmed,
      order(client.idClient, {
        articles: [dear, dear],
        purchaseDate: shop.platform.clock.now().toISOString(),
      }),
    )
    const habits = await shop.call<Habits>('GET', `/api/publique/clients/${client.id}/habits`)
    assert.equal(habits.body.topItems[0]!.totalAmount, Number.MAX_SAFE_INTEGER)
  })

  test('create, change and delete rows, and the total follows', async () => {
    const client = await createCustomer()
    const { status, body } = await write({
      clientId: client.idClient,
      purchaseDate: '2025-07-14',
      purchases: [apple, pear],
    })
    assert.equal(status, 201)
    assert.deepEqual(
      body.data.map(row => [row.clientId, row.articleId, row.totalAmount]),
      [
        [client.id, '7', 1000],
        [client.id, '8', 0],
      ],
    )
    const [row, other] = body.data
    const at = `${url}/${row!.id}`
    assert.deepEqual((await shop.call<Purchase>('GET', at)).body, row)

    const { body: changed } = await shop.call<Purchase>('PATCH', at, { quantity: 3, unitPrice: 0 })
    assert.deepEqual(changed, {
      ...row,
      quantity: 3,
      unitPrice: 0,
      totalAmount: 0,
      updatedAt: changed.updatedAt,
    })
    assert.ok(changed.updatedAt > row!.updatedAt)
    const { body: renamed } = await shop.call<Purchase>('PATCH', at, { articleName: 'Coing', articleId: '9' })
    assert.partialDeepStrictEqual(renamed, { articleName: 'Coing', articleId: '9', quantity: 3 })
    const { body: all } = await shop.call<Page>('GET', `${url}?articleName=coing`)
    assert.deepEqual(all.data, [renamed])

    const gone = await Promise.all([1, 2, 3].map(() => shop.call('DELETE', at)))
    assert.deepEqual(gone.map(answer => answer.status).sort(), [200, 404, 404])
    assert.equal((await shop.call('GET', at)).status, 404)
    assert.equal((await shop.call('PATCH', at, { quantity: 1 })).status, 404)
    assert.deepEqual((await fetchHistory(client.id)).body.data, [other])
  })

  test('refuse invalid values and unknown customers', async () => {
    const client = await createCustomer()
    const good = { clientId: client.id, purchaseDate: '2025-07-14T10:00:00Z', purchases: [apple] }
    const statusOf = async (change: object) => (await write({ ...good, ...change })).status

    assert.equal(await statusOf({ clientId: 'CLI_NOBODY' }), 404)
    assert.equal(await statusOf({ clientId: 999_999 }), 404)
    assert.equal(await statusOf({ clientId: undefined }), 400)
    assert.equal(await statusOf({ purchaseDate: 'nonsense' }), 400)
    assert.equal(await statusOf({ purchaseDate: '0000-01-01' }), 400)
    assert.equal(await statusOf({ purchases: [] }), 400)
    assert.equal(await statusOf({ purchases: [apple, { ...apple, quantity: -1 }] }), 400)
    assert.equal(await statusOf({ purchases: [{ ...apple, unitPrice: '250' }] }), 400)
    assert.equal((await write(undefined)).status, 400)
    assert.equal(await fetchTotal(client.id), 0)

    const { body } = await write(good)
    for (const change of [{ quantity: 0 }, { unitPrice: -1 }, { articleName: '' }, { articleId: null }])
      assert.equal((await shop.call('PATCH', `${url}/${body.data[0]!.id}`, change)).status, 400)
    for (const id of ['0', 'x', '1.5', '99999999999999999999'])
      assert.equal((await shop.call('GET', `${url}/${id}`)).status, 400, id)
    assert.equal((await shop.call('GET', `${url}/999999`)).status, 404)
  })
})
