import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  type Client,
  createCustomer,
  deliver,
  fetchHistory,
  historyAreas,
  openHistories,
  purchase,
} from '../../../test/support/histories.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { purchaseRecorded } from '../recording/record-purchases.ts'
import type { Habits } from '../schemas.ts'

let shop: TestPlatform
before(async () => {
  shop = await openHistories()
})

describe('the history', () => {
  let client: Client
  before(async () => {
    client = await createCustomer()
    const days = ['2025-01-10T08:00:00Z', '2025-03-31T22:30:00Z', '2025-02-20T08:00:00Z']
    await deliver(
      purchaseRecorded,
      ...days.map(purchaseDate => purchase(client.idClient, {}, { purchaseDate })),
      purchase((await createCustomer()).idClient),
    )
  })

  test('is sorted from newest to oldest, in pages', async () => {
    const pages = await Promise.all([1, 2, 3].map(page => fetchHistory(client.id, `?limit=2&page=${page}`)))
    const rows = pages.flatMap(({ body }) => body.data)
    assert.deepEqual(
      rows.map(row => String(row.purchaseDate).slice(5, 7)),
      ['03', '03', '02', '02', '01', '01'],
    )
    assert.equal(new Set(rows.map(row => row.id)).size, 6)
    assert.deepEqual(pages[1]!.body.meta, { total: 6, page: 2, limit: 2, totalPages: 3 })
    assert.deepEqual((await fetchHistory(client.id, '?page=9')).body.data, [])
  })

  for (const [query, total] of [
    ['dateFrom=2025-02-20T08:00:00Z', 4],
    ['dateTo=2025-02-20T08:00:00Z', 4],
    ['dateFrom=2025-02-20T08:00:00.001Z', 2],
    ['dateFrom=2025-02-20&dateTo=2025-02-20', 2],
    ['dateTo=2025-03-31', 4],
    ['dateFrom=2025-04-01', 2],
    ['minAmount=1000', 3],
    ['minAmount=1001', 0],
    ['maxAmount=0', 3],
    ['minAmount=0&maxAmount=1000', 6],
    ['articleId=7', 3],
    ['articleId=unknown', 0],
    ['articleName=POM', 3],
    ['articleName=poire%20ete', 3],
    ['articleName=%25', 0],
    ['articleName=poi&minAmount=1&dateFrom=2025-01-01', 0],
    ['articleName=pom&minAmount=1&dateFrom=2025-03-01&articleId=7', 1],
  ] as const)
    test(`has ${total} purchases for ${query}`, async () => {
      const { body } = await fetchHistory(client.id, `?${query}`)
      assert.equal(body.meta.total, total)
      assert.equal(body.data.length, total)
    })

  for (const query of [
    'page=0',
    'page=x',
    'limit=0',
    'limit=101',
    'dateFrom=yesterday',
    'dateTo=2025-02-30',
    'minAmount=-1',
    'maxAmount=1.5',
  ])
    test(`is 400 for ${query}`, async () => {
      assert.equal((await fetchHistory(client.id, `?${query}`)).status, 400)
    })

  for (const ref of ['999999', 'CLI_NOBODY', 'nonsense', '%2e%2e%2fclients', '9'.repeat(60), '-1'])
    test(`of customer ${ref} is 404`, async () => {
      assert.equal((await fetchHistory(ref)).status, 404)
      assert.equal((await shop.call('GET', `/api/publique/clients/${ref}/habits`)).status, 404)
    })
})

describe('purchase habits', () => {
  const habits = (ref: string | number, query = '') =>
    shop.call<Habits>('GET', `/api/publique/clients/${ref}/habits${query}`)
  const ago = (days: number) =>
    new Date(shop.platform.clock.now().getTime() - days * 86_400_000).toISOString()

  test('list articles and categories of the last twelve months by quantity, then amount', async () => {
    const client = await createCustomer()
    const line = (articleId: string, quantity: number, unitPrice: number, category: string | null) => ({
      articleId,
      articleName: `Article ${articleId}`,
      quantity,
      unitPrice,
      category,
    })
    const bought = (days: number, ...purchases: object[]) =>
      purchase(client.idClient, {}, { purchaseDate: ago(days), purchases })
    await deliver(
      purchaseRecorded,
      bought(300, line('a', 2, 100, 'fruits'), line('b', 3, 100, 'pain')),
      bought(10, { ...line('a', 1, 150, 'fruits'), articleName: 'New name' }, line('c', 5, 1, null)),
      bought(367, line('old', 99, 1, 'old')),
      bought(-1, line('future', 99, 1, 'future')),
    )
    const { status, body } = await habits(client.id)

    assert.equal(status, 200)
    assert.deepEqual(body.topItems, [
      { articleId: 'c', articleName: 'Article c', totalQuantity: 5, totalAmount: 5 },
      { articleId: 'a', articleName: 'New name', totalQuantity: 3, totalAmount: 350 },
      { articleId: 'b', articleName: 'Article b', totalQuantity: 3, totalAmount: 300 },
    ])
    assert.deepEqual(body.topCategories, [
      { category: 'fruits', totalQuantity: 3, totalAmount: 350 },
      { category: 'pain', totalQuantity: 3, totalAmount: 300 },
    ])
    assert.partialDeepStrictEqual(body.meta, {
      period: 'last_12_months',
      limits: { limitItems: 5, limitCategories: 5 },
    })
    const few = (await habits(client.idClient, '?limitItems=2&limitCategories=1')).body
    assert.deepEqual([few.topItems.length, few.topCategories.length], [2, 1])
  })

  test('of a customer without purchases are empty', async () => {
    const { body } = await habits((await createCustomer()).id)
    assert.deepEqual([body.topItems, body.topCategories], [[], []])
  })

  for (const query of ['limitItems=0', 'limitCategories=101', 'limitItems=x'])
    test(`are 400 for ${query}`, async () => {
      assert.equal((await habits((await createCustomer()).id, `?${query}`)).status, 400)
    })
})

test('purchases are grouped by month in Paris time, oldest first, and the total includes all years', async () => {
  const { idClient } = await createCustomer()
  const year = Number(shop.platform.clock.now().toISOString().slice(0, 4))
  const bought = (purchaseDate: string) => purchase(idClient, {}, { purchaseDate })
  await deliver(
    purchaseRecorded,
    bought(`${year - 1}-03-31T22:30:00Z`),
    bought(`${year - 1}-04-30T21:30:00Z`),
    bought(`${year - 1}-01-10T08:00:00Z`),
    bought('2015-01-10T08:00:00Z'),
  )
  const months = (ref: string | number) =>
    shop.call<{ data: object[]; total: object }>('GET', `/api/v1/privee/clients/${ref}/achats-par-mois`)

  const { body } = await months(idClient)

  assert.deepEqual(body.data, [
    { mois: `${year - 1}-01`, totalQuantity: 5, totalAmount: 1_000 },
    { mois: `${year - 1}-04`, totalQuantity: 10, totalAmount: 2_000 },
  ])
  assert.deepEqual(body.total, { totalQuantity: 20, totalAmount: 4_000 })
  assert.deepEqual((await months((await createCustomer()).id)).body, {
    data: [],
    total: { totalQuantity: 0, totalAmount: 0 },
  })
  assert.equal((await months('CLI_NOBODY')).status, 404)
})

test('with API keys a history is readable by its customer and key holders', async () => {
  const guarded = await openPlatform({ only: historyAreas, settings: { COMPTOIR_API_KEYS: 'the-key' } })
  const key = { 'x-api-key': 'the-key' }
  // The number of this loyalty customer equals the account's id: the account must not read the customer's history.
  const first = await createCustomer(guarded, key)
  const { body: account } = await guarded.call<{ accessToken: string; userId: number; clientId: string }>(
    'POST',
    '/api/auth/register',
    { email: 'own@example.org', motDePasse: 'secret', prenom: 'A', nom: 'L' },
  )
  assert.equal(account.userId, first.id)
  const own = { authorization: `Bearer ${account.accessToken}` }
  const { body: client } = await guarded.call<Client>(
    'GET',
    `/api/privee/clients/${account.clientId}`,
    undefined,
    key,
  )
  const tries: [string | number, Record<string, string>, number][] = [
    [account.clientId, own, 200],
    // 403 until the address is confirmed, because the number would reveal an earlier loyalty customer.
    [client.id, own, 403],
    [first.id, own, 403],
    [first.idClient, own, 403],
    [first.id, key, 200],
    [first.id, {}, 401],
    [account.clientId, { authorization: 'Bearer nonsense' }, 401],
  ]
  for (const [ref, headers, status] of tries) {
    assert.equal((await fetchHistory(ref, '', guarded, headers)).status, status, `history ${ref}`)
    const url = `/api/publique/clients/${ref}/habits`
    assert.equal((await guarded.call('GET', url, undefined, headers)).status, status, `habits ${ref}`)
  }
})
