import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { reserveStock } from '../reservations/store/reservations.ts'
import type { CountedStock, StockItem, StoreQuantity } from '../stock-schemas.ts'
import { recordCounts } from './change-stock.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['logistics'] })
})

type Page = { data: object[]; pageNumber: number; pageLimit: number; totalItems: number; totalPages: number }
const stocks = '/api/publique/stocks'

let products = 0
let stores = 0
const newProduct = () => ++products
const newStore = () => ++stores
const count = (...counts: { productId: number; storeId: number; quantite: number }[]) =>
  shop.platform.db.transaction(tx => recordCounts(tx, counts, shop.platform))
const patch = (storeId: number | string, productId: number | string, body: unknown) =>
  shop.call<CountedStock>('PATCH', `/logistics/api/v1/privee/stocks/${storeId}/${productId}`, body)
const get = async <Body>(url: string) => (await shop.call<Body>('GET', url)).body

test('reserved goods are not shown as stock in any list', async () => {
  const [productId, storeId] = [newProduct(), newStore()]
  await count({ productId, storeId, quantite: 5 })
  await shop.call('POST', '/logistics/api/v1/privee/reservations', {
    ordreId: 'shown',
    articles: [{ id: String(productId), quantite: 2 }],
    expireLe: shop.platform.clock.after(60_000).toISOString(),
  })

  const [item] = await get<StockItem[]>(`${stocks}/${storeId}`)
  assert.deepEqual(item, { id: item?.id, stock: 3, productId, storeId })
  assert.deepEqual(
    (await get<StockItem[]>(stocks)).find(({ id }) => id === item?.id),
    item,
  )
  assert.deepEqual((await get<Page>(`${stocks}?store_id=${storeId}`)).data, [
    { productId, storeId, quantity: 3 },
  ])
  assert.deepEqual(await get<StoreQuantity[]>(`/api/publique/reserve/${productId}`), [
    { storeId, quantity: 3 },
  ])
})

test('everyone sees whether products are available, and the remaining units only if they are few', async () => {
  const [one, other] = [newStore(), newStore()]
  const [many, few, none, unknown] = [newProduct(), newProduct(), newProduct(), newProduct()]
  await count(
    ...[one, other].map(storeId => ({ productId: many, storeId, quantite: 3 })),
    { productId: few, storeId: one, quantite: 5 },
    { productId: none, storeId: other, quantite: 0 },
  )
  const route = '/api/v1/publique/disponibilites'
  const ids = [many, few, none, unknown, few]
  const shown = (enMagasin: (boolean | null)[]) => [
    { productId: many, enStock: true, reste: null, enMagasin: enMagasin[0] },
    { productId: few, enStock: true, reste: 5, enMagasin: enMagasin[1] },
    { productId: none, enStock: false, reste: null, enMagasin: enMagasin[2] },
  ]
  const { body, headers } = await shop.call('GET', `${route}?produits=${ids}`)
  assert.deepEqual(body, shown([null, null, null]))
  assert.equal(headers['cache-control'], 'public, max-age=10')
  assert.deepEqual(await get(`${route}?produits=${ids}&magasinId=${one}`), shown([true, true, null]))
  assert.deepEqual(await get(`${route}?produits=${ids}&magasinId=${other}`), shown([true, null, false]))
  for (const query of ['', '?produits=', '?produits=1,,2', '?produits=1&magasinId=x'])
    assert.equal((await shop.call('GET', route + query)).status, 400, query)
})

test('the stock of a store is listed in pages in the order of creation, with its total', async () => {
  const storeId = newStore()
  const ids = Array.from({ length: 25 }, newProduct).reverse()
  await count(...ids.slice(0, 20).map(productId => ({ productId, storeId, quantite: 1 })))
  await count(...ids.map(productId => ({ productId, storeId, quantite: 2 })))

  const page = (query: string) => get<Page>(`${stocks}?store_id=${storeId}${query}`)
  assert.deepEqual(await page(''), {
    data: ids.slice(0, 10).map(productId => ({ productId, storeId, quantity: 2 })),
    pageNumber: 1,
    pageLimit: 10,
    totalItems: 25,
    totalPages: 3,
  })
  const last = await page('&page=3&limit=12')
  assert.deepEqual(last.data, [{ productId: ids[24], storeId, quantity: 2 }])
  assert.deepEqual(await page('&page=9').then(({ data, totalItems }) => [data, totalItems]), [[], 25])
  assert.deepEqual(await get<Page>(`${stocks}?store_id=999999`), {
    data: [],
    pageNumber: 1,
    pageLimit: 10,
    totalItems: 0,
    totalPages: 0,
  })
})

test('a product lists its stores, and those with a sufficient quantity', async () => {
  const [productId, first, second] = [newProduct(), newStore(), newStore()]
  await count({ productId, storeId: first, quantite: 2 }, { productId, storeId: second, quantite: 5 })
  const stores = (query: string) => get<StoreQuantity[]>(`/api/publique/reserve/${productId}${query}`)
  const all = [
    { storeId: first, quantity: 2 },
    { storeId: second, quantity: 5 },
  ]
  assert.deepEqual(await stores(''), all)
  assert.deepEqual(await stores('?quantity=2'), all)
  assert.deepEqual(await stores('?quantity=3'), all.slice(1))
  assert.deepEqual(await stores('?quantity=6'), [])
})

test('the quantity for sale of products, in one store or all, omits products without stock', async () => {
  const [scarce, plenty, none] = [newProduct(), newProduct(), newProduct()]
  const [here, there] = [newStore(), newStore()]
  await count(
    { productId: plenty, storeId: here, quantite: 1_000_000_000 },
    { productId: plenty, storeId: there, quantite: 1_000_000_000 },
    { productId: plenty, storeId: newStore(), quantite: 1_000_000_000 },
    { productId: scarce, storeId: there, quantite: 4 },
  )
  await shop.call('POST', '/logistics/api/v1/privee/reservations', {
    ordreId: 'held',
    articles: [{ id: String(scarce), quantite: 3 }],
    expireLe: shop.platform.clock.after(60_000).toISOString(),
  })
  const url = '/api/v1/privee/disponibilites'
  const produits = `?produits=${plenty},${none},${scarce},${scarce}`
  assert.deepEqual(await get(`${url}${produits}`), [
    { productId: scarce, disponible: 1 },
    { productId: plenty, disponible: 3_000_000_000 },
  ])
  assert.deepEqual(await get(`${url}${produits}&magasinId=${here}`), [
    { productId: scarce, disponible: 0 },
    { productId: plenty, disponible: 1_000_000_000 },
  ])
  assert.deepEqual(await get(`${url}?produits=${none}`), [])
  const refused = [
    '',
    '?produits=',
    '?produits=1,',
    '?produits=x',
    '?produits=1&magasinId=0',
    `?produits=1${',1'.repeat(200)}`,
  ]
  for (const query of refused) assert.equal((await shop.call('GET', url + query)).status, 400, query)
})

test('rows created concurrently in one store get separate positions', async () => {
  const storeId = newStore()
  const ids = Array.from({ length: 40 }, newProduct)
  await Promise.all(
    ids.map((productId, i) =>
      count({ productId, storeId, quantite: 1 }, { productId: ids[(i + 7) % 40]!, storeId, quantite: 1 }),
    ),
  )
  const { data, totalItems } = await get<Page>(`${stocks}?store_id=${storeId}&limit=100`)
  assert.deepEqual([data.length, totalItems], [40, 40])
})

test('an invalid store, product or page is refused; an unknown store has no stock', async () => {
  for (const url of [
    `${stocks}?page=1`,
    `${stocks}?limit=10`,
    `${stocks}?store_id=abc`,
    `${stocks}?store_id=0`,
    `${stocks}?store_id=1&page=0`,
    `${stocks}?store_id=1&limit=101`,
    `${stocks}?store_id=1&limit=0`,
    `${stocks}/abc`,
    `${stocks}/1?stockId=%20`,
    `${stocks}/1?stockId=1,2`,
    '/api/publique/reserve/abc',
    '/api/publique/reserve/1.5',
    '/api/publique/reserve/0',
    '/api/publique/reserve/99999999999999999999',
    '/api/publique/reserve/1?quantity=abc',
    '/api/publique/reserve/1?quantity=0',
  ])
    assert.equal((await shop.call('GET', url)).status, 400, url)
  assert.deepEqual(await get(`${stocks}/999999`), [])
})

test('the stock of a store is filtered by product', async () => {
  const [productId, other, storeId] = [newProduct(), newProduct(), newStore()]
  await count({ productId, storeId, quantite: 4 }, { productId: other, storeId, quantite: 1 })
  const items = await get<StockItem[]>(`${stocks}/${storeId}?stockId=${productId}`)
  assert.deepEqual(
    items.map(({ stock, productId }) => [stock, productId]),
    [[4, productId]],
  )
})

test('a count sets the stock, a difference changes it, and it is never negative', async () => {
  const [productId, storeId] = [newProduct(), newStore()]
  await count({ productId, storeId, quantite: 4 })

  const { status, body } = await patch(storeId, productId, { quantity: 10 })
  assert.equal(status, 200)
  const { id, updatedAt, ...rest } = body
  assert.ok(id > 0 && updatedAt)
  assert.deepEqual(rest, { stock: 10, productId, storeId, enStock: 10, reserve: 0, seuil: null })
  assert.equal((await patch(storeId, productId, { difference: -10 })).body.stock, 0)
  assert.equal((await patch(storeId, productId, { difference: -1 })).status, 409)
  assert.equal((await patch(storeId, productId, { difference: 3 })).body.stock, 3)
  assert.equal((await patch(storeId, productId, { difference: 1_000_000_000 })).status, 409)
  assert.equal((await patch(storeId, 999_999, { difference: -1 })).status, 409)

  for (const bad of [
    {},
    { quantity: -1 },
    { quantity: 1.5 },
    { quantity: '3' },
    { quantity: 1, difference: 1 },
    { quantity: 1_000_000_001 },
    [],
    undefined,
  ])
    assert.equal((await patch(storeId, productId, bad)).status, 400, JSON.stringify(bad))
  assert.equal((await patch('x', productId, { quantity: 1 })).status, 400)
})

test('twenty of fifty concurrent decrements succeed when there are twenty units', async () => {
  const [productId, storeId] = [newProduct(), newStore()]
  await count({ productId, storeId, quantite: 20 })
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => patch(storeId, productId, { difference: -1 })),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 20)
  assert.deepEqual(await get(`/api/publique/reserve/${productId}`), [{ storeId, quantity: 0 }])
})

test('a count waits for the order that is being served, and neither change is lost', async () => {
  const [productId, storeId] = [newProduct(), newStore()]
  await count({ productId, storeId, quantite: 4 })
  const { db, clock } = shop.platform
  const [now, expireLe] = [clock.now(), clock.after(60_000)]
  const taken = [{ productId, storeId, quantite: 1 }]
  let counting: Promise<unknown> | undefined
  await db.transaction(async tx => {
    await reserveStock(tx, [{ ordreId: 'served', taken, expireLe }], now)
    counting = count({ productId, storeId, quantite: 9 })
    await eventually('the count waits for a lock', async () => {
      const { rowCount } = await db.pg.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return Boolean(rowCount)
    })
  })
  await counting
  assert.deepEqual(await get(`/api/publique/reserve/${productId}`), [{ storeId, quantity: 8 }])
})

test('stocks are readable while reference is unavailable; requests that need reference are 503', async () => {
  for (const [method, url, body] of [
    ['GET', '/api/publique/reserve/999999', undefined],
    ['GET', `${stocks}/1?stockId=2000000001012`, undefined],
    ['PATCH', '/logistics/api/v1/privee/stocks/1/999999', { quantity: 1 }],
  ] as const) {
    const { status, headers } = await shop.call(method, url, body)
    assert.deepEqual([status, Number(headers['retry-after']) > 0], [503, true], url)
  }
  const file = 'productId;storeId;quantity\n999999;1;1\n'
  const url = '/logistics/api/v1/privee/stocks/import'
  assert.equal((await shop.call('POST', url, file, { 'content-type': 'text/csv' })).status, 503)
})

describe('stocks with the reference area', () => {
  let both: TestPlatform
  let storeId: number
  let eans = 0
  const create = async (path: string, body: object) =>
    (await both.call<{ id: number }>('POST', `/reference/api/publique/${path}`, body)).body.id
  const newArticle = (ean = `2099${String(++eans).padStart(9, '0')}`) =>
    create('produits', { ean, nom: 'Article', prixDeVenteCents: 100 })

  before(async () => {
    both = await openPlatform({ only: ['logistics', 'reference'] })
    storeId = await create('magasins', { nom: 'Comptoir Lille', adresse: 'Lille' })
  })

  test('are created once: twenty concurrent first differences make one row of twenty', async () => {
    const productId = await newArticle()
    assert.deepEqual((await both.call('GET', `/api/publique/reserve/${productId}`)).body, [])
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        both.call('PATCH', `/api/v1/privee/stocks/${storeId}/${productId}`, { difference: 1 }),
      ),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(20).fill(200),
    )
    assert.deepEqual((await both.call('GET', `/api/publique/reserve/${productId}`)).body, [
      { storeId, quantity: 20 },
    ])
    const { body } = await both.call<Page>('GET', `${stocks}?store_id=${storeId}&limit=100`)
    assert.equal(body.totalItems, body.data.length)
  })

  test('are 404 for an unknown product or store', async () => {
    const productId = await newArticle()
    const messageOf = async (method: 'GET' | 'PATCH', url: string, body?: object) => {
      const answer = await both.call<{ message: string }>(method, url, body)
      return [answer.status, answer.body.message]
    }
    const path = '/api/v1/privee/stocks'
    assert.deepEqual(await messageOf('GET', '/api/publique/reserve/999999'), [
      404,
      'Product with id 999999 not found',
    ])
    assert.deepEqual(await messageOf('PATCH', `${path}/${storeId}/999999`, { quantity: 1 }), [
      404,
      'Product with id 999999 not found',
    ])
    assert.deepEqual(await messageOf('PATCH', `${path}/999999/${productId}`, { quantity: 1 }), [
      404,
      'Store with id 999999 not found',
    ])
  })

  test('are set for the product of an EAN', async () => {
    const ean = '2077777777777'
    const productId = await newArticle(ean)
    await both.call('PATCH', `/api/v1/privee/stocks/${storeId}/${productId}`, { quantity: 6 })
    const of = async (ref: string) =>
      (await both.call<StockItem[]>('GET', `${stocks}/${storeId}?stockId=${ref}`)).body
    assert.deepEqual(
      (await of(ean)).map(({ stock, productId }) => [stock, productId]),
      [[6, productId]],
    )
    assert.deepEqual(await of(String(productId)), await of(ean))
    assert.deepEqual(await of('2000000000000'), [])
    assert.deepEqual(await of('text'), [])
  })
})
