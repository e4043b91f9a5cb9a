import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import {
  createReservationActions,
  messageOf,
  RESERVATIONS,
  wants,
} from '../../../test/support/reservations.ts'
import type { Reservation } from '../reservation-schemas.ts'
import { prepareOrder } from '../slips/prepare-order.ts'
import { recordCounts } from '../stocks/change-stock.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['logistics'] })
})
const { change, free, minutes, product, release, reserve } = createReservationActions(() => shop)

test('one of two hundred concurrent orders gets the last unit, and the others learn which product is short', async () => {
  const only = await product(1)

  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) => reserve(`hundred-${i}`, wants([only, 1]))),
  )

  const refused = answers.filter(({ status }) => status === 409)
  assert.deepEqual([answers.filter(({ status }) => status === 201).length, refused.length], [1, 199])
  assert.deepEqual(refused[0]?.body, {
    statusCode: 409,
    message: `Stock insuffisant pour le produit ${only} : 1 demandé(s), 0 disponible(s)`,
    error: 'Conflict',
    code: 'stock-insuffisant',
  })
  assert.deepEqual(await free(only), [0])
})

test('two hundred concurrent orders for the same products in opposite order all succeed', async () => {
  const [a, b] = [await product(60, 60, 60, 60), await product(60, 60, 60, 60)]

  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      reserve(`opposite-${i}`, i % 2 ? wants([a, 1], [b, 1]) : wants([b, 1], [a, 1])),
    ),
  )

  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(200).fill(201),
  )
  for (const id of [a, b])
    assert.equal(
      (await free(id)).reduce((sum, quantity) => sum + quantity),
      40,
    )
})

test('two processes sell the last units of several stores, each unit once and all of them', async () => {
  const other = await openPlatform({ only: ['logistics'], databaseUrl: shop.databaseUrl })
  const scarce = await product(7, 0, 11, 5)

  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, i) =>
      reserve(`last-units-${i}`, wants([scarce, 1 + (i % 3)]), minutes(30), i % 2 ? shop : other),
    ),
  )
  await other.close()

  const served = answers.flatMap(({ status }, i) => (status === 201 ? [1 + (i % 3)] : []))
  assert.ok(answers.every(({ status }) => status === 201 || status === 409))
  // Forty of the requests are for a single unit, which any remainder can serve, so no unit is left over.
  assert.equal(
    served.reduce((sum, units) => sum + units, 0),
    23,
  )
  assert.deepEqual(await free(scarce), [0, 0, 0, 0])
  const { rows } = await shop.platform.db.pg.query(
    `select (select sum(reserve) from logistics.stock where "productId" = $1)::int as reserved,
       (select sum(quantite) from logistics.ligne where "productId" = $1)::int as held`,
    [scarce],
  )
  assert.deepEqual(rows, [{ reserved: 23, held: 23 }])
})

test('a reservation is all or nothing: a shortage names its product, and nothing is reserved', async () => {
  const [plenty, scarce] = [await product(10), await product(1, 1)]

  const { status, body } = await reserve('all-or-nothing', wants([plenty, 2], [scarce, 3]))

  assert.equal(status, 409)
  assert.match(JSON.stringify(body), new RegExp(`produit ${scarce} : 3 demandé\\(s\\), 2 disponible\\(s\\)"`))
  assert.deepEqual([await free(plenty), await free(scarce)], [[10], [1, 1]])
  assert.equal((await change('all-or-nothing', { expireLe: minutes(60) })).status, 404)
})

test('one store with the whole order is preferred, even if another has more of one product', async () => {
  const [a, b] = [await product(9, 3), await product(0, 3)]
  assert.equal((await reserve('whole', wants([a, 2], [b, 2]))).status, 201)
  assert.deepEqual(
    [await free(a), await free(b)],
    [
      [9, 1],
      [0, 1],
    ],
  )
})

test('if no store has the whole order, the one with the most units allocates first', async () => {
  const [a, b] = [await product(2, 5, 4), await product(3)]
  assert.equal((await reserve('split', wants([a, 8], [b, 1]))).status, 201)
  assert.deepEqual([await free(a), await free(b)], [[2, 0, 1], [2]])
})

test('quantities of a repeated product add up; one without stock rows or with another kind of ID is not tracked', async () => {
  const a = await product(3)
  assert.equal((await reserve('twice-named', wants([a, 2], [a, 2]))).status, 409)
  assert.equal((await reserve('untracked', wants([a, 3], [999_999, 50], ['2000000001012', 7]))).status, 201)
  assert.deepEqual(await free(a), [0])
  assert.equal((await reserve('nothing-tracked', wants(['abc', 1]))).status, 201)
})

test('with COMPTOIR_UNTRACKED_STOCK=refuse, a product without stock rows is refused until a store counts it', async () => {
  const strict = await openPlatform({
    only: ['logistics'],
    settings: { COMPTOIR_UNTRACKED_STOCK: 'refuse' },
  })
  const count = (productId: number, quantite: number) =>
    strict.platform.db.transaction(tx =>
      recordCounts(tx, [{ productId, storeId: 1, quantite }], strict.platform),
    )
  await count(1, 5)
  const order = wants([1, 2], [2, 3])
  const twenty = await Promise.all(
    Array.from({ length: 20 }, (_, i) => reserve(`refused-${i}`, order, minutes(30), strict)),
  )
  for (const { status, body } of twenty)
    assert.partialDeepStrictEqual(
      { status, ...body },
      {
        status: 409,
        code: 'stock-insuffisant',
        message: 'Stock inconnu pour le produit 2 : 3 demandé(s)',
      },
    )
  assert.deepEqual(await free(1, strict), [5])
  assert.equal((await reserve('tracked', wants([1, 1]), minutes(30), strict)).status, 201)

  await count(2, 0)
  assert.match(
    String(Object(await reserve('counted', order, minutes(30), strict)).body.message),
    /^Stock insuffisant pour le produit 2 : 3 demandé\(s\), 0 disponible\(s\)$/,
  )
  await count(2, 3)
  assert.equal((await reserve('counted', order, minutes(30), strict)).status, 201)
})

test('a repeated reservation is extended and never shortened; twenty concurrent ones reserve once', async () => {
  const a = await product(5)
  const twenty = await Promise.all(Array.from({ length: 20 }, () => reserve('again', wants([a, 2]))))
  assert.deepEqual(twenty.map(({ status }) => status).sort(), [...Array(19).fill(200), 201])
  assert.deepEqual(await free(a), [3])

  const later = minutes(90)
  assert.equal((await reserve('again', wants([a, 2]), later)).body.expireLe, later)
  assert.equal((await reserve('again', wants([a, 2]), minutes(1))).body.expireLe, later)
  assert.equal((await change('again', { expireLe: minutes(1) })).body.expireLe, later)
  const latest = minutes(120)
  assert.deepEqual((await change('again', { expireLe: latest })).body, {
    ordreId: 'again',
    statut: 'active',
    expireLe: latest,
    magasins: [1],
  })
})

test('a requested store allocates everything or nothing is reserved; the response names the stores', async () => {
  const [a, b] = [await product(3, 3), await product(1)]
  const reserveIn = (ordreId: string, magasinId: number | null, articles: object[]) =>
    shop.call<Reservation & { message: string }>('POST', RESERVATIONS, {
      ...{ ordreId, magasinId, articles },
      expireLe: minutes(30),
    })
  for (const [quantite, left] of [
    [4, [3, 3]],
    [2, [3, 1]],
  ] as const) {
    const { status, body } = await reserveIn('in-two', 2, wants([a, quantite]))
    assert.deepEqual([status, body.magasins], quantite === 4 ? [409, undefined] : [201, [2]])
    assert.deepEqual(await free(a), left)
  }
  assert.equal((await reserveIn('again-in-two', 2, wants([a, 1], [b, 1]))).status, 409, 'b does not exist')
  assert.deepEqual((await reserveIn('in-any', null, wants([a, 4]))).body.magasins, [1, 2])
  assert.deepEqual(await free(a), [0, 0])
  assert.deepEqual((await reserveIn('untracked-in-two', 2, wants([888_888, 1]))).body.magasins, [])
})

test('an order with the last units keeps them when it reserves again, and does not block the next order', async () => {
  for (let i = 0; i < 10; i++) {
    const [a, b] = [await product(2), await product(1)]
    const holder = `holds-the-last-${i}`
    assert.equal((await reserve(holder, wants([a, 1]))).status, 201)

    // The first request runs alone, so the other two are allocated in one batch: first the holder, then the next order.
    const answers = await Promise.all([
      reserve(`first-${i}`, wants([b, 1])),
      reserve(holder, wants([a, 1])),
      reserve(`next-${i}`, wants([a, 1])),
    ])

    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 200, 201],
    )
    assert.equal((await reserve(holder, wants([a, 1]))).status, 200)
    assert.equal((await reserve(`too-late-${i}`, wants([a, 1]))).status, 409)
  }
})

test('a release restocks once, succeeds without a reservation, and allows the order to reserve again', async () => {
  const a = await product(5)
  await reserve('released', wants([a, 4]))
  const answers = await Promise.all([release('released'), release('released'), release('never-was')])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [204, 204, 204],
  )
  assert.deepEqual(await free(a), [5])
  assert.equal((await change('released', { expireLe: minutes(5) })).status, 409)
  assert.equal((await change('never-was', { expireLe: minutes(5) })).status, 404)

  assert.equal((await reserve('released', wants([a, 4]))).status, 201)
  assert.deepEqual(await free(a), [1])
})

test('after concurrent reservations, releases, cancellations and preparations the stock adds up', async () => {
  const [a, b] = [await product(40, 40), await product(40, 40)]
  const { db } = shop.platform
  const ids = Array.from({ length: 60 }, (_, i) => `rush-${i}`)
  await Promise.all(
    ids.map(async (ordreId, i) => {
      const articles = i % 2 ? wants([a, 1], [b, 1]) : wants([b, 1], [a, 1])
      assert.equal((await reserve(ordreId, articles)).status, 201)
      if (i % 3 === 0) await Promise.all([release(ordreId), change(ordreId, { statut: 'annulee' })])
      if (i % 3 === 1)
        await db.transaction(tx => prepareOrder(tx, shop.platform, messageOf(ordreId, articles)))
    }),
  )
  for (const id of [a, b])
    assert.equal(
      (await free(id)).reduce((sum, each) => sum + each),
      40,
    )
})

test('an invalid reservation is refused', async () => {
  const good = { ordreId: 'x', articles: wants([1, 1]), expireLe: minutes(1) }
  for (const body of [
    { ...good, articles: [] },
    { ...good, articles: [{ id: 1, quantite: 1 }] },
    { ...good, articles: wants([1, 0]) },
    { ...good, articles: wants([1, 1.5]) },
    { ...good, expireLe: 'soon' },
    { ...good, ordreId: '' },
    undefined,
  ])
    assert.equal((await shop.call('POST', RESERVATIONS, body)).status, 400, JSON.stringify(body))
  for (const body of [{}, { statut: 'liberee' }, { expireLe: 1 }])
    assert.equal((await change('x', body)).status, 400)
  assert.equal((await reserve('huge', wants([await product(1), Number.MAX_SAFE_INTEGER]))).status, 409)
})
