import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createReservationActions, wants } from '../../../test/support/reservations.ts'
import { recordCounts } from '../stocks/change-stock.ts'
import { sweepReservations } from './create-reservation.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['logistics'] })
})
const { change, free, minutes, product, reserve } = createReservationActions(() => shop)

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
