import assert from 'node:assert/strict'
import { once } from 'node:events'
import { before, beforeEach, describe, test } from 'node:test'
import { afterwards } from '../../test/support/afterwards.ts'
import { createTestDatabase } from '../../test/support/database.ts'
import { eventually } from '../../test/support/eventually.ts'
import { createRealClock } from './clock.ts'
import { createPool, type DatabasePool, type Tx } from './database/database.ts'
import { sql } from './database/sql.ts'
import { backoffMs, createBreaker, startDelivery } from './delivery.ts'
import { createLog } from './log.ts'

type Parcel = { id: number; destination: string; attempts: number }

const clock = createRealClock()
const log = createLog('silent', [])

describe('a delivery', () => {
  let db: DatabasePool
  before(async () => {
    db = createPool(await createTestDatabase(), { size: 6, onError: () => {} })
    afterwards(() => db.close())
    await db.pg.query(`create table public.parcel (
      id int generated always as identity primary key, destination text not null, due timestamptz not null,
      attempts int not null default 0, sent boolean not null default false)`)
  })
  beforeEach(() => db.pg.query('truncate public.parcel restart identity'))

  const insert = (destination: string, count = 1) =>
    db.pg.query('insert into public.parcel (destination, due) select $1, $2 from generate_series(1, $3)', [
      ...[destination, clock.real(), count],
    ])
  const parcels = () =>
    db.rows(sql<Parcel & { due: Date; sent: boolean }>`select * from public.parcel order by id`.unprepared())
  const sentOf = async (destination: string) =>
    (await parcels()).filter(parcel => parcel.destination === destination && parcel.sent).length

  const claimOf = (tx: Tx, destination: string, limit: number) =>
    tx.rows(sql<Parcel>`
      with due as (
        select id from public.parcel where destination = ${destination} and not sent and due <= ${clock.real()}
        order by id limit ${limit} for update skip locked)
      update public.parcel set attempts = attempts + 1, due = ${clock.real(60_000)} from due where parcel.id = due.id
      returning parcel.id, destination, attempts`)
  const markSent = ({ id }: Parcel) =>
    db.transaction(tx => tx.run(sql`update public.parcel set sent = true where id = ${id}`))

  /** Starts a delivery of parcels, which is stopped after the tests of the file at the latest. */
  function deliver(
    limits: Record<string, number>,
    attempt: (parcel: Parcel, ending: AbortSignal) => unknown = () => {},
    { beforeClaim = () => {}, graceMs }: { beforeClaim?: () => void; graceMs?: number } = {},
  ) {
    const delivery = startDelivery<Parcel, string>({
      ...{ log, rows: 'parcels', ...(graceMs !== undefined && { graceMs }) },
      limits: () => new Map(Object.entries(limits)),
      claim: free =>
        db.transaction(async tx => {
          beforeClaim()
          const claimed: Parcel[] = []
          for (const [destination, limit] of free) claimed.push(...(await claimOf(tx, destination, limit)))
          return claimed
        }),
      destinationOf: ({ destination }) => destination,
      async send(parcel, ending) {
        await attempt(parcel, ending)
        await markSent(parcel)
      },
    })
    afterwards(delivery.stop)
    return delivery
  }

  test('sends up to the limit of a destination concurrently, and one that hangs does not delay another', async () => {
    await insert('slow', 5)
    await insert('quick', 5)
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    let [slow, most] = [0, 0]
    const delivery = deliver({ slow: 2, quick: 1 }, async ({ destination }) => {
      if (destination === 'quick') return
      most = Math.max(most, ++slow)
      await answered
      slow--
    })
    await eventually('the fast messages are sent', async () => (await sentOf('quick')) === 5)
    assert.equal(await sentOf('slow'), 0)
    assert.deepEqual([slow, most], [2, 2])
    answer()
    await eventually('the slow messages are sent', async () => (await sentOf('slow')) === 5)
    assert.equal(most, 2)
    await delivery.stop()
  })

  test('sends nothing to a destination with a limit of 0', async () => {
    await insert('closed')
    await insert('open')
    const delivery = deliver({ closed: 0, open: 1 })
    await eventually('the other message is sent', async () => (await sentOf('open')) === 1)
    await delivery.stop()
    assert.equal(await sentOf('closed'), 0)
  })

  test('sends a row again after its claim ends if its outcome was not recorded', async () => {
    await insert('a', 3)
    const delivery = deliver({ a: 1 }, ({ id, attempts }) => {
      if (id === 1 && attempts === 1) throw new Error('Not recorded')
    })
    await eventually('the other messages are sent', async () => (await sentOf('a')) === 2)
    const [first] = await parcels()
    assert.equal(first?.sent, false)
    assert.ok(first.due > clock.real(30_000), 'the claim postpones it')
    await db.pg.query('update public.parcel set due = $1', [clock.real()])
    delivery.wake()
    await eventually('the message is sent', async () => (await sentOf('a')) === 3)
    assert.deepEqual(
      (await parcels()).map(({ attempts }) => attempts),
      [2, 1, 1],
    )
    await delivery.stop()
  })

  test('continues after a failed claim', async () => {
    await insert('a')
    let claims = 0
    const beforeClaim = () => {
      if (++claims === 1) throw new Error('The database is unavailable')
    }
    const delivery = deliver({ a: 1 }, undefined, { beforeClaim })
    await eventually('the message is sent', async () => (await sentOf('a')) === 1)
    await delivery.stop()
  })

  test('in two processes sends each row once', async () => {
    await insert('a', 60)
    const attempted: number[] = []
    const deliveries = [1, 2].map(() => deliver({ a: 4 }, ({ id }) => attempted.push(id)))
    await eventually('all messages are sent', async () => (await sentOf('a')) === 60)
    await Promise.all(deliveries.map(({ stop }) => stop()))
    assert.equal(attempted.length, 60)
    assert.equal(new Set(attempted).size, 60)
  })

  for (const [what, graceMs, isInterrupted] of [
    ['waits for an attempt that ends within the grace period', 60_000, false],
    ['interrupts an attempt that exceeds the grace period', 1, true],
  ] as const)
    test(`${what} when it stops, and claims no more`, async () => {
      await insert('a')
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
      const signals: AbortSignal[] = []
      const attempt = async (_parcel: Parcel, ending: AbortSignal) => {
        signals.push(ending)
        await Promise.race([answered, once(ending, 'abort')])
      }
      const delivery = deliver({ a: 1 }, attempt, { graceMs })
      await eventually('the message is being sent', () => signals.length === 1)
      const stopped = delivery.stop()
      await insert('a')
      if (!isInterrupted) answer()
      await stopped
      assert.deepEqual(
        signals.map(({ aborted }) => aborted),
        [isInterrupted],
      )
      assert.deepEqual(
        (await parcels()).map(({ attempts }) => attempts),
        [1, 0],
      )
    })
})

describe('a circuit breaker', () => {
  let time: number
  const breaker = (threshold: number) => {
    time = 0
    return createBreaker({ threshold, longestMs: 3_000, now: () => time })
  }

  test('opens after a number of consecutive failures, then allows one attempt after each pause', () => {
    const destination = breaker(3)
    for (const isAvailable of [false, false, true, false, false]) destination.record(isAvailable)
    assert.deepEqual([destination.limit(8), destination.remainingMs()], [8, 0])
    const pauses: number[] = []
    for (let i = 0; i < 4; i++) {
      destination.record(false)
      assert.equal(destination.limit(8), 0)
      pauses.push(destination.remainingMs())
      time += destination.remainingMs()
      assert.equal(destination.limit(8), 1)
    }
    assert.deepEqual(pauses, [1_000, 2_000, 3_000, 3_000])
    destination.record(true)
    assert.equal(destination.limit(8), 8)
  })

  test('ends its pause when an earlier attempt succeeds, and does not extend it when one fails', () => {
    const destination = breaker(1)
    destination.record(false)
    time = 400
    destination.record(false)
    assert.equal(destination.remainingMs(), 600)
    destination.record(true)
    assert.deepEqual([destination.limit(8), destination.remainingMs()], [8, 0])
    destination.record(false)
    assert.equal(destination.remainingMs(), 1_000)
  })
})

test('pauses double up to the longest', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7, 2_000].map(failures => backoffMs(failures, 30_000)),
    [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000],
  )
  assert.equal(backoffMs(3, 3_600_000, 10_000), 40_000)
})
