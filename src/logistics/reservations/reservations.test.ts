import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import Type from 'typebox'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { orderToPrepare } from '../../orders/contract.ts'
import { eventKind } from '../../platform/events/event.ts'
import type { Reservation } from '../reservation-schemas.ts'
import { prepareOrder } from '../slips/prepare-order.ts'
import type { Slip } from '../slips/schemas.ts'
import type { StoreQuantity } from '../stock-schemas.ts'
import { recordCounts } from '../stocks/change-stock.ts'
import { sweepReservations } from './create-reservation.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['logistics'] })
})

const path = '/logistics/api/v1/privee/reservations'
const minutes = (count: number) => shop.platform.clock.after(count * 60_000).toISOString()

let products = 0
/** Stocks a new product with these quantities in store 1, store 2 and so on; returns its id. */
async function product(...quantities: number[]) {
  products += 1
  const productId = products
  const counts = quantities.map((quantite, i) => ({ productId, storeId: i + 1, quantite }))
  await shop.platform.db.transaction(tx => recordCounts(tx, counts, shop.platform))
  return productId
}

const wants = (...articles: [productId: number | string, quantite: number][]) =>
  articles.map(([id, quantite]) => ({ id: String(id), quantite }))

const reserve = (ordreId: string, articles: object[], expireLe = minutes(30), at = shop) =>
  at.call<Reservation>('POST', path, { ordreId, articles, expireLe })
const change = (ordreId: string, body: object) => shop.call<Reservation>('PATCH', `${path}/${ordreId}`, body)
const release = (ordreId: string) => shop.call('DELETE', `${path}/${ordreId}`)

/** Returns the quantities for sale in store 1, store 2 and so on. */
const free = async (productId: number, at = shop) =>
  (await at.call<StoreQuantity[]>('GET', `/api/publique/reserve/${productId}`)).body.map(
    ({ quantity }) => quantity,
  )

const messageOf = (ordreId: string, articles: { id: string; quantite: number }[]) => ({
  ordreId,
  clientId: 'CLI_0000ABCD',
  articles: articles.map(article => ({ ...article, nom: `Produit ${article.id}` })),
  adresseLivraison: { ville: 'Lille' },
  timestamp: '2026-01-01T00:00:00.000Z',
})
const slipsOf = async (ordreId: string) =>
  (await shop.call<Slip[]>('GET', `/api/publique/bordereau?ordreId=${ordreId}`)).body

/** Announces the order as the orders area does, and waits for its slip. */
async function prepare(ordreId: string, articles: { id: string; quantite: number }[]) {
  const { db, outbox } = shop.platform
  await db.transaction(tx => outbox.publish(tx, orderToPrepare, messageOf(ordreId, articles)))
  return eventually(`order ${ordreId} has a slip`, async () => (await slipsOf(ordreId))[0])
}

test('an order with numeric article IDs gets its slip', async () => {
  const id = await product(3)
  const body = { ...messageOf('of-numbers', []), articles: [{ id, nom: 'Écran', quantite: '2' }] }
  const { db, outbox } = shop.platform
  const fromOutside = eventKind(orderToPrepare.queue, Type.Unknown())
  await db.transaction(tx => outbox.publish(tx, fromOutside, body))

  const slip = await eventually('the order has a slip', async () => (await slipsOf('of-numbers'))[0])

  assert.deepEqual(slip.articles, [{ id: String(id), nom: 'Écran', quantite: 2, storeId: 1, manquant: 0 }])
})

const linesOf = ({ articles }: Slip) =>
  articles.map(({ id, quantite, storeId, manquant }) => [Number(id), quantite, storeId, manquant])

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
    shop.call<Reservation & { message: string }>('POST', path, {
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

test('an expired reservation blocks no sale, and an extended one has not expired', async () => {
  const a = await product(4)
  await reserve('expires', wants([a, 2]), minutes(5))
  await reserve('held', wants([a, 2]), minutes(5))
  await change('held', { expireLe: minutes(30) })
  // Simulates that ten minutes have passed for these two reservations.
  await shop.platform.db.pg.query(
    `update logistics.reservation set "expireLe" = "expireLe" - interval '10 minutes' where "ordreId" in ('expires', 'held')`,
  )

  assert.equal((await reserve('buyer', wants([a, 2]))).status, 201)
  assert.equal((await reserve('greedy', wants([a, 1]))).status, 409)
  assert.equal((await change('expires', { expireLe: minutes(5) })).status, 409)
  assert.equal((await reserve('expires', wants([a, 2]))).status, 409)
  assert.deepEqual(await free(a), [0])
})

test('a sale waits for goods that a sweep is releasing', async () => {
  const a = await product(2)
  await reserve('being-swept', wants([a, 2]), shop.platform.clock.after(-1).toISOString())
  const { pg } = shop.platform.db
  const sweeper = await pg.connect()
  await sweeper.query('begin')
  await sweeper.query(`update logistics.reservation set statut = 'expiree' where "ordreId" = 'being-swept'`)
  await sweeper.query(`delete from logistics.ligne where "ordreId" = 'being-swept'`)
  await sweeper.query('update logistics.stock set reserve = 0 where "productId" = $1', [a])

  let answered = false
  const sale = reserve('waits-for-sweep', wants([a, 2])).finally(() => (answered = true))
  const waiting = 'select 1 from pg_stat_activity where datname = current_database() and wait_event_type = $1'
  await eventually(
    'the request waits for the lock',
    async () => answered || (await pg.query(waiting, ['Lock'])).rowCount !== 0,
  )
  await sweeper.query('commit')
  sweeper.release()

  assert.equal((await sale).status, 201)
  assert.deepEqual(await free(a), [0])
})

test('goods that a store is sending while their order is cancelled are not restocked', async () => {
  const a = await product(2)
  await reserve('being-sent', wants([a, 2]))
  const slip = await prepare('being-sent', wants([a, 2]))
  const { pg } = shop.platform.db
  const sender = await pg.connect()
  await sender.query('begin')
  await sender.query(`update logistics.bordereau set statut = 'expedie' where id = $1`, [slip.id])

  let answered = false
  const cancelled = change('being-sent', { statut: 'annulee' }).finally(() => (answered = true))
  const waiting = 'select 1 from pg_stat_activity where datname = current_database() and wait_event_type = $1'
  await eventually(
    'the request waits for the lock',
    async () => answered || (await pg.query(waiting, ['Lock'])).rowCount !== 0,
  )
  await sender.query('commit')
  sender.release()

  assert.equal((await cancelled).body.statut, 'annulee')
  assert.deepEqual(await free(a), [0])
  assert.equal((await slipsOf('being-sent'))[0]?.statut, 'expedie')
})

test('a reservation expires by the clock without a request', async () => {
  const fast = await openPlatform({
    only: ['logistics'],
    databaseUrl: undefined,
    settings: { COMPTOIR_CLOCK_MULTIPLIER: '600' },
    schedules: true,
  })
  const { db, clock } = fast.platform
  await db.transaction(tx => recordCounts(tx, [{ productId: 1, storeId: 1, quantite: 3 }], fast.platform))
  await reserve('quick', wants([1, 3]), clock.after(30 * 60_000).toISOString(), fast)
  assert.deepEqual(await free(1, fast), [0])
  await eventually('the goods are released', async () => (await free(1, fast))[0] === 3)
  await fast.close()
})

test('a sweep releases all expired reservations; five concurrent sweeps restock once', async () => {
  const a = await product(500)
  for (const sweeps of [1, 5]) {
    const past = shop.platform.clock.after(-1).toISOString()
    const ids = Array.from({ length: 300 }, (_, i) => `swept-${sweeps}-${i}`)
    await Promise.all(ids.map(ordreId => reserve(ordreId, wants([a, 1]), past)))
    await Promise.all(Array.from({ length: sweeps }, () => sweepReservations(shop.platform)))
    assert.deepEqual(await free(a), [500])
  }
})

test('the goods of a paid order leave the stock and appear once on the slip of their store, even if it is announced again', async () => {
  const [a, b] = [await product(5, 2), await product(1)]
  const articles = wants([a, 6], [b, 1], [888_888, 2])
  await reserve('paid', articles)

  const slip = await prepare('paid', articles)
  await prepare('paid', articles)
  const { db } = shop.platform
  const again = () => db.transaction(tx => prepareOrder(tx, shop.platform, messageOf('paid', articles)))
  await Promise.all([again(), again(), again()])

  const [, other, ...more] = await slipsOf('paid')
  assert.deepEqual(more, [])
  assert.partialDeepStrictEqual(slip, {
    ordreId: 'paid',
    clientId: 'CLI_0000ABCD',
    adresseLivraison: { ville: 'Lille' },
    statut: 'a_preparer',
  })
  assert.match(slip.numero, /^BL-\d{8}$/)
  assert.deepEqual(linesOf(slip), [
    [a, 5, 1, 0],
    [b, 1, 1, 0],
    [888_888, 2, null, 0],
  ])
  assert.deepEqual(other && linesOf(other), [[a, 1, 2, 0]])
  assert.deepEqual([await free(a), await free(b)], [[0, 1], [0]])
  assert.equal((await reserve('paid', articles)).status, 409)
  assert.equal((await release('paid')).status, 204)
  assert.deepEqual(await free(a), [0, 1])
})

test('a paid order whose reservation ended gets the free units; the rest is a shortage on its slip', async () => {
  const a = await product(3)
  await reserve('late', wants([a, 3]))
  await release('late')
  await reserve('faster', wants([a, 2]))

  const slip = await prepare('late', wants([a, 3]))

  assert.equal(slip.statut, 'incomplet')
  assert.deepEqual(linesOf(slip), [
    [a, 1, 1, 0],
    [a, 2, null, 2],
  ])
  assert.deepEqual(linesOf(await prepare('faster', wants([a, 2]))), [[a, 2, 1, 0]])
  assert.deepEqual(await free(a), [0])
})

test('goods found missing by a count come from another store, or else are a shortage', async () => {
  const a = await product(4, 1)
  await reserve('counted', wants([a, 4]))
  const count = (quantity: number) =>
    shop.call('PATCH', `/logistics/api/v1/privee/stocks/1/${a}`, { quantity })
  assert.partialDeepStrictEqual((await count(2)).body, { stock: 0, enStock: 2, reserve: 4 })

  const slip = await prepare('counted', wants([a, 4]))

  assert.deepEqual(linesOf(slip), [
    [a, 2, 1, 0],
    [a, 1, null, 1],
  ])
  const [, other] = await slipsOf('counted')
  assert.deepEqual(other && [other.statut, linesOf(other)], ['a_preparer', [[a, 1, 2, 0]]])
  assert.partialDeepStrictEqual((await count(0)).body, { stock: 0, enStock: 0, reserve: 0 })
})

test('an order without a reservation is prepared from free stock', async () => {
  const a = await product(2)
  assert.deepEqual(linesOf(await prepare('unreserved', wants([a, 1]))), [[a, 1, 1, 0]])
  assert.deepEqual(await free(a), [1])
})

test('a cancelled order restocks once the reserved or prepared goods, and its slip is cancelled', async () => {
  const a = await product(5, 5)
  await reserve('cancelled-early', wants([a, 5]))
  await reserve('cancelled-late', wants([a, 3]))
  await prepare('cancelled-late', wants([a, 3]))
  const cancel = (ordreId: string) => change(ordreId, { statut: 'annulee' })

  const answers = await Promise.all(
    ['cancelled-early', 'cancelled-early', 'cancelled-late', 'cancelled-late', 'cancelled-unknown'].map(
      cancel,
    ),
  )

  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.statut]),
    Array(5).fill([200, 'annulee']),
  )
  assert.deepEqual(await free(a), [5, 5])
  // The message is delivered again.
  const { platform } = shop
  await platform.db.transaction(tx => prepareOrder(tx, platform, messageOf('cancelled-late', wants([a, 3]))))
  assert.deepEqual(
    (await slipsOf('cancelled-late')).map(({ statut }) => statut),
    ['annule'],
  )
  for (const ordreId of ['cancelled-early', 'cancelled-unknown']) {
    const slip = await prepare(ordreId, wants([a, 5]))
    assert.equal(slip.statut, 'annule')
    assert.deepEqual(linesOf(slip), [[a, 5, null, 0]])
    assert.equal((await reserve(ordreId, wants([a, 1]))).status, 409)
  }
  assert.deepEqual(await free(a), [5, 5])
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
    assert.equal((await shop.call('POST', path, body)).status, 400, JSON.stringify(body))
  for (const body of [{}, { statut: 'liberee' }, { expireLe: 1 }])
    assert.equal((await change('x', body)).status, 400)
  assert.equal((await reserve('huge', wants([await product(1), Number.MAX_SAFE_INTEGER]))).status, 409)
})
