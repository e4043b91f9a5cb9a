import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually, openPlatform, type TestPlatform } from '../../test/support/platform.ts'
import { sql } from '../platform/database/sql.ts'
import type { EventKind } from '../platform/events/event.ts'
import { OrderHistory, PurchaseRecorded } from './events.ts'
import type { Habits, Purchase } from './schemas.ts'

type Client = { id: number; idClient: string; adresseMail: string }
type Page = { data: Purchase[]; meta: { total: number; page: number; limit: number; totalPages: number } }
type Failure = { statusCode: number; message: string }

const only = ['accounts', 'loyalty', 'purchases']
let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only })
})

let counter = 0
async function newClient(at = shop, headers = {}): Promise<Client> {
  const body = { nom: 'Lovelace', prenom: 'Ada', adresseMail: `ada${++counter}@example.org` }
  return (await at.call<Client>('POST', '/api/publique/clients', body, headers)).body
}

const apple = { articleId: '7', articleName: 'Pomme', unitPrice: 250, quantity: 4, category: 'fruits' }
const pear = { articleId: '8', articleName: 'Poire Été', unitPrice: 0, quantity: 1 }

const purchase = (clientId: string | number, change: object = {}, data: object = {}) => ({
  action: 'create',
  timestamp: '2025-07-14T10:31:00Z',
  requestId: randomUUID() as string,
  data: { clientId, purchaseDate: '2025-07-14T10:30:00Z', purchases: [apple, pear], ...data },
  ...change,
})
const order = (clientId: string, change: object = {}) => ({
  ordreId: randomUUID() as string,
  clientId,
  transactionId: '1',
  montantTotalCents: 1000,
  articles: [apple],
  purchaseDate: '2025-07-15T10:30:00Z',
  timestamp: '2025-07-15T10:30:00Z',
  ...change,
})

const publish = (kind: EventKind, body: unknown, at = shop) =>
  at.platform.db.transaction(tx => at.platform.outbox.publish(tx, kind, body))
const waiting = async (at = shop) =>
  (await at.platform.db.rows(sql<{ queue: string }>`select queue from platform.outbox`)).length
/** Publishes, and waits until every message has been taken in or rejected. */
async function deliver(kind: EventKind, ...bodies: unknown[]) {
  for (const body of bodies) await publish(kind, body)
  await eventually('the outbox is empty', async () => (await waiting()) === 0)
}
const history = (ref: string | number, query = '', at = shop, headers = {}) =>
  at.call<Page & Failure>('GET', `/api/publique/client-buy-history/${ref}${query}`, undefined, headers)
const totalOf = async (ref: string | number, query = '') => (await history(ref, query)).body.meta.total

/** What was logged while `work` ran. */
async function logged(level: 'warn' | 'error', work: () => Promise<unknown>, at = shop) {
  const { log } = at.platform
  const original = log[level]
  const lines: unknown[][] = []
  log[level] = ((...line: unknown[]) => lines.push(line)) as typeof original
  try {
    await work()
  } finally {
    log[level] = original
  }
  return JSON.stringify(lines)
}

describe('a purchase message', () => {
  test('becomes one row for each article, read by number and by identifier', async () => {
    const client = await newClient()
    await deliver(PurchaseRecorded, purchase(client.idClient))

    const { status, body } = await history(client.id)
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
    assert.deepEqual((await history(client.idClient)).body, body)
    assert.equal(
      (await shop.call('GET', `/purchases/api/publique/client-buy-history/${client.id}`)).status,
      200,
    )
  })

  test('takes the customer by number too', async () => {
    const client = await newClient()
    await deliver(PurchaseRecorded, purchase(client.id))
    assert.equal(await totalOf(client.id), 2)
  })

  test('five times with the same data is recorded once, however it is written', async () => {
    const client = await newClient()
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
    const warnings = await logged('warn', () =>
      deliver(PurchaseRecorded, message, message, rewritten, message, rewritten),
    )
    assert.equal(await totalOf(client.id), 2)
    assert.equal(warnings, '[]')
  })

  test('with other data under its requestId is recorded, with a warning that names it', async () => {
    const client = await newClient()
    const message = purchase(client.idClient)
    const other = purchase(client.idClient, { requestId: message.requestId }, { purchases: [apple] })
    await deliver(PurchaseRecorded, message)
    const warnings = await logged('warn', () => deliver(PurchaseRecorded, other, message, other))

    assert.equal(await totalOf(client.id), 3)
    assert.match(warnings, new RegExp(message.requestId))
    assert.equal(warnings.split('other data').length, 2)
  })

  for (const [what, change, data] of [
    ['another action', { action: 'delete' }, {}],
    ['no requestId', { requestId: undefined }, {}],
    ['a requestId that is no UUID', { requestId: 'abc' }, {}],
    ['a bad timestamp', { timestamp: 'now' }, {}],
    ['a bad date', {}, { purchaseDate: '2025-02-30' }],
    ['no articles', {}, { purchases: [] }],
    ['a quantity of zero', {}, { purchases: [{ ...apple, quantity: 0 }] }],
    ['half a quantity', {}, { purchases: [{ ...apple, quantity: 0.5 }] }],
    ['a quantity in words', {}, { purchases: [{ ...apple, quantity: '4' }] }],
    ['a negative price', {}, { purchases: [apple, { ...apple, unitPrice: -1 }] }],
    ['no article name', {}, { purchases: [{ ...apple, articleName: undefined }] }],
    ['a customer that is a path', {}, { clientId: '../clients' }],
    ['no data', { data: undefined }, {}],
  ] as const)
    test(`with ${what} is rejected whole and logged, and the next one goes through`, async () => {
      const client = await newClient()
      const bad = purchase(client.idClient, change, data)
      const errors = await logged('error', () =>
        deliver(PurchaseRecorded, bad, purchase(client.idClient, {}, { purchases: [pear] })),
      )
      assert.match(errors, /rejected/)
      assert.equal(await totalOf(client.id), 1)
    })

  test('of an unknown customer is rejected and logged', async () => {
    const errors = await logged('error', () =>
      deliver(PurchaseRecorded, purchase('CLI_NOBODY'), purchase(987654)),
    )
    assert.match(errors, /CLI_NOBODY not found/)
    assert.match(errors, /987654 not found/)
  })

  test('waits while loyalty is away, and is recorded when it is back', async () => {
    const client = await newClient()
    const without = await openPlatform({ only: ['purchases'] })
    const loyalty = await openPlatform({ only: ['loyalty', 'accounts'] })
    await loyalty.call('POST', '/api/publique/clients', {
      nom: 'L',
      prenom: 'A',
      adresseMail: client.adresseMail,
      idClient: client.idClient,
    })
    const message = purchase(client.idClient)
    await publish(PurchaseRecorded, message, without)
    await sleep(700)
    assert.equal(await waiting(without), 1)
    assert.equal((await history(1, '', without)).status, 503)
    await without.close()

    const url = await loyalty.server.listen({ port: 0, host: '127.0.0.1' })
    const again = await openPlatform({
      only: ['purchases'],
      databaseUrl: without.databaseUrl,
      settings: { COMPTOIR_LOYALTY_URL: `${url}/loyalty`, COMPTOIR_ACCOUNTS_URL: `${url}/accounts` },
    })
    await eventually('taken in', async () => (await waiting(again)) === 0)
    assert.equal((await history(client.idClient, '', again)).body.meta.total, 2)
    assert.equal((await history('CLI_NOBODY', '', again)).status, 404)
    await again.close()
  })
})

describe('an order', () => {
  test('enters the history once', async () => {
    const client = await newClient()
    const message = order(client.idClient)
    await deliver(OrderHistory, message, message, { ...message, timestamp: '2025-07-16T00:00:00Z' })

    const { data } = (await history(client.id)).body
    assert.equal(data.length, 1)
    assert.partialDeepStrictEqual(data[0], { ...apple, clientId: client.id, totalAmount: 1000 })
  })

  test('under an identifier that loyalty has replaced is its customer’s', async () => {
    const alone = await openPlatform({ only: ['accounts'], databaseUrl: shop.databaseUrl })
    const register = async () => {
      const body = { email: `o${++counter}@example.org`, motDePasse: 'secret', prenom: 'A', nom: 'L' }
      return (await alone.call<{ email: string; clientId: string }>('POST', '/api/auth/register', body)).body
    }
    const [joinedLater, replaced] = [await register(), await register()]
    const { body: client } = await shop.call<Client>('POST', '/api/publique/clients', {
      nom: 'L',
      prenom: 'A',
      adresseMail: replaced.email,
    })

    await deliver(OrderHistory, order(replaced.clientId), order(joinedLater.clientId))

    assert.equal(await totalOf(client.id), 1)
    assert.equal(await totalOf(replaced.clientId), 1)
    assert.equal(await totalOf(joinedLater.clientId), 1)
  })

  test('under digits is that account’s, never the loyalty customer’s with that number', async () => {
    const client = await newClient()
    const body = { email: client.adresseMail, motDePasse: 'secret', prenom: 'A', nom: 'L' }
    const { body: account } = await shop.call<{ userId: number }>('POST', '/api/auth/register', body)
    const stranger = await newClient()
    assert.notEqual(account.userId, stranger.id)

    await deliver(OrderHistory, order(String(account.userId)), order(String(stranger.id)))

    assert.equal(await totalOf(client.idClient), 1)
    assert.equal(await totalOf(stranger.idClient), 0)
  })

  test('of an unknown customer is rejected and logged', async () => {
    assert.match(await logged('error', () => deliver(OrderHistory, order('CLI_0'))), /CLI_0 not found/)
  })
})

describe('the history', () => {
  let client: Client
  before(async () => {
    client = await newClient()
    const days = ['2025-01-10T08:00:00Z', '2025-03-31T22:30:00Z', '2025-02-20T08:00:00Z']
    await deliver(
      PurchaseRecorded,
      ...days.map(purchaseDate => purchase(client.idClient, {}, { purchaseDate })),
      purchase((await newClient()).idClient),
    )
  })

  test('is newest first, in pages', async () => {
    const pages = await Promise.all([1, 2, 3].map(page => history(client.id, `?limit=2&page=${page}`)))
    const rows = pages.flatMap(({ body }) => body.data)
    assert.deepEqual(
      rows.map(row => String(row.purchaseDate).slice(5, 7)),
      ['03', '03', '02', '02', '01', '01'],
    )
    assert.equal(new Set(rows.map(row => row.id)).size, 6)
    assert.deepEqual(pages[1]!.body.meta, { total: 6, page: 2, limit: 2, totalPages: 3 })
    assert.deepEqual((await history(client.id, '?page=9')).body.data, [])
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
    test(`${query}: ${total}`, async () => {
      const { body } = await history(client.id, `?${query}`)
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
    test(`${query}: 400`, async () => {
      assert.equal((await history(client.id, `?${query}`)).status, 400)
    })

  for (const ref of ['999999', 'CLI_NOBODY', 'nonsense', '%2e%2e%2fclients', '9'.repeat(60), '-1'])
    test(`of ${ref}: 404`, async () => {
      assert.equal((await history(ref)).status, 404)
      assert.equal((await shop.call('GET', `/api/publique/clients/${ref}/habits`)).status, 404)
    })
})

describe('habits', () => {
  const habits = (ref: string | number, query = '') =>
    shop.call<Habits>('GET', `/api/publique/clients/${ref}/habits${query}`)
  const ago = (days: number) =>
    new Date(shop.platform.clock.now().getTime() - days * 86_400_000).toISOString()

  test('rank articles and categories of the last twelve months by quantity, then amount', async () => {
    const client = await newClient()
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
      PurchaseRecorded,
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

  test('of a customer who bought nothing are empty', async () => {
    const { body } = await habits((await newClient()).id)
    assert.deepEqual([body.topItems, body.topCategories], [[], []])
  })

  for (const query of ['limitItems=0', 'limitCategories=101', 'limitItems=x'])
    test(`${query}: 400`, async () => {
      assert.equal((await habits((await newClient()).id, `?${query}`)).status, 400)
    })
})

describe('the private routes', () => {
  const url = '/api/privee/client-buy-history'

  test('count all purchases, and find them by the names that they have now', async () => {
    const client = await newClient()
    const find = async (query: string) => (await shop.call<Page>('GET', `${url}${query}`)).body.meta.total
    const [before] = [await find('')]
    const quince = { ...apple, articleId: 'q1', articleName: 'Coing d’Été' }
    await deliver(PurchaseRecorded, purchase(client.idClient, {}, { purchases: [quince, quince, apple] }))
    const { body } = await shop.call<Page>('GET', `${url}?articleId=q1`)
    assert.equal(body.meta.total, 2)
    assert.equal(await find('?articleName=coing%20d%E2%80%99ete'), 2)

    await shop.call('PATCH', `${url}/${body.data[0]!.id}`, { articleName: 'Nèfle' })
    await shop.call('DELETE', `${url}/${body.data[1]!.id}`)

    assert.equal(await find(''), before! + 2)
    assert.equal(await find('?articleName=coing'), 0)
    assert.equal(await find('?articleName=NEFLE'), 1)
  })

  test('refuse a total beyond all numbers', async () => {
    const client = await newClient()
    const dear = { ...apple, quantity: 1, unitPrice: Number.MAX_SAFE_INTEGER }
    await deliver(OrderHistory, order(client.idClient, { articles: [dear] }))
    const [row] = (await history(client.id)).body.data
    assert.equal(row!.totalAmount, Number.MAX_SAFE_INTEGER)
    assert.equal((await shop.call('PATCH', `${url}/${row!.id}`, { quantity: 1_000_000 })).status, 400)

    await deliver(
      OrderHistory,
      order(client.idClient, {
        articles: [dear, dear],
        purchaseDate: shop.platform.clock.now().toISOString(),
      }),
    )
    const habits = await shop.call<Habits>('GET', `/api/publique/clients/${client.id}/habits`)
    assert.equal(habits.body.topItems[0]!.totalAmount, Number.MAX_SAFE_INTEGER)
  })

  const write = (body: unknown) =>
    shop.call<{ message: string; data: Purchase[] } & Failure>('POST', url, body)

  test('write, change and delete rows; the total follows', async () => {
    const client = await newClient()
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
    assert.deepEqual((await history(client.id)).body.data, [other])
  })

  test('refuse nonsense and unknown customers', async () => {
    const client = await newClient()
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
    assert.equal(await totalOf(client.id), 0)

    const { body } = await write(good)
    for (const change of [{ quantity: 0 }, { unitPrice: -1 }, { articleName: '' }, { articleId: null }])
      assert.equal((await shop.call('PATCH', `${url}/${body.data[0]!.id}`, change)).status, 400)
    for (const id of ['0', 'x', '1.5', '99999999999999999999'])
      assert.equal((await shop.call('GET', `${url}/${id}`)).status, 400, id)
    assert.equal((await shop.call('GET', `${url}/999999`)).status, 404)
  })
})

test('with API keys a history is for its customer and for key holders', async () => {
  const guarded = await openPlatform({ only, settings: { COMPTOIR_API_KEYS: 'the-key' } })
  const key = { 'x-api-key': 'the-key' }
  // Shifts the numbers: an account must not open the history of the loyalty customer who has its number.
  const first = await newClient(guarded, key)
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
    [client.id, own, 200],
    [first.id, own, 403],
    [first.idClient, own, 403],
    [first.id, key, 200],
    [first.id, {}, 401],
    [account.clientId, { authorization: 'Bearer nonsense' }, 401],
  ]
  for (const [ref, headers, status] of tries) {
    assert.equal((await history(ref, '', guarded, headers)).status, status, `history ${ref}`)
    const url = `/api/publique/clients/${ref}/habits`
    assert.equal((await guarded.call('GET', url, undefined, headers)).status, status, `habits ${ref}`)
  }
})
