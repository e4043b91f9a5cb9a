import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createRealClock } from '../../../../src/platform/clock.ts'
import { createPool, type Tx } from '../../../../src/platform/database/database.ts'
import { sql } from '../../../../src/platform/database/sql.ts'
import { createOutbox } from '../../../../src/platform/events/outbox.ts'
import { eventually } from '../../eventually.ts'
import { pause } from '../../pause.ts'
import { createRandom, type Random } from '../../seeded-random.ts'
import { defineChange, TABLES } from './area.ts'
import { type ReceivedEvent, receiveAll } from './listener.ts'
import { type PairProcess, startPairs } from './start.ts'

type Options = {
  pairs: number
  seed: number
  databaseUrl: string
  amqpUrl: string
  onPairs?: (done: number) => void
}

const WRITERS = 8
const ORDERS_OF_ONE = 25
const PAIRS_A_KILL = 500
const LEAST_KILLS = 4
const SETTLED_MS = 120_000

/**
 * Changes orders in pairs of transactions: the first to announce its change commits last. Meanwhile it kills and
 * restarts the two processes that send and consume events. Then it checks that each event was sent, in the order of its
 * order's versions, and had one effect or became a dead letter.
 */
export async function runPairs({ pairs, seed, databaseUrl, amqpUrl, onPairs = () => {} }: Options) {
  const queue = `paires.${randomUUID()}`
  const kind = defineChange(queue)
  const addresses = { databaseUrl, amqpUrl, queue }
  const db = createPool(databaseUrl, { size: 2 * WRITERS + 2, onError: () => {} })
  const ledger = new pg.Client({ connectionString: databaseUrl })
  await ledger.connect()
  await ledger.query(TABLES)
  const listener = await receiveAll(amqpUrl, queue)
  const processes: PairProcess[] = await Promise.all([startPairs(addresses), startPairs(addresses)])
  const outbox = createOutbox(createRealClock())
  const recoverySeconds: number[] = []
  /** The number of pairs until a process is killed: once in each share of the pairs, at a random point. */
  let untilKill = 0
  let due = Promise.withResolvers<void>()

  async function change(tx: Tx, ordre: string, random: Random) {
    const { version } = await tx.one(sql<{ version: number }>`
      insert into public.ordre as known values (${ordre}, 1)
      on conflict (id) do update set version = known.version + 1 returning version`)
    await outbox.publish(tx, kind, { ordre, version, isBad: random.below(50) === 0 })
  }

  /** Each writer has separate orders, so that no writer waits for another. */
  async function write(writer: number, count: number, random: Random) {
    for (let i = 0; i < count; i++) {
      const [first, second] = [random.below(ORDERS_OF_ONE), 1 + random.below(ORDERS_OF_ONE - 1)]
      const named = (number: number) => `${writer}-${number % ORDERS_OF_ONE}`
      await db.transaction(async late => {
        await change(late, named(first), random)
        await db.transaction(early => change(early, named(first + second), random))
        if (random.below(4) === 0) await pause(random.below(5))
      })
      onPairs(1)
      if (--untilKill === 0) due.resolve()
    }
  }

  async function killOne(random: Random) {
    const i = random.below(processes.length)
    const start = performance.now()
    await processes[i]?.kill()
    processes[i] = await startPairs(addresses)
    recoverySeconds.push((performance.now() - start) / 1_000)
  }

  try {
    const rounds = Math.max(LEAST_KILLS, Math.floor(pairs / PAIRS_A_KILL))
    const shares = shareOut(pairs, rounds)
    const chance = createRandom(seed)
    const writers = Array.from({ length: WRITERS }, (_, i) => createRandom(seed + i + 1))
    for (const share of shares) {
      const counts = shareOut(share, WRITERS)
      untilKill = 1 + chance.below(share)
      due = Promise.withResolvers()
      await Promise.all([
        ...writers.map((random, i) => write(i, counts[i] ?? 0, random)),
        due.promise.then(() => killOne(chance)),
      ])
    }
    await eventually('every event was sent', async () => (await rowsOf('platform.outbox')) === 0, SETTLED_MS)
    await eventually(
      'every event is received',
      async () => new Set(listener.received.map(({ id }) => id)).size >= 2 * pairs,
      SETTLED_MS,
    )
    await eventually(
      'every event is consumed or rejected',
      async () => (await rowsOf('public.effet')) + (await rowsOf('platform.refus')) >= 2 * pairs,
      SETTLED_MS,
    )
    return { kills: recoverySeconds.length, recoverySeconds, ...(await check()) }
  } finally {
    for (const each of processes) await each.kill()
    await listener.close()
    await ledger.end()
    await db.close()
  }

  async function rowsOf(table: string) {
    return (await ledger.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]!
      .count
  }

  async function check() {
    const distinct = firstDeliveries(listener.received)
    assert.equal(distinct.length, 2 * pairs, 'an event was skipped or invented')
    const next = new Map<string, number>()
    for (const { ordre, version } of distinct) {
      assert.equal(version, (next.get(ordre) ?? 0) + 1, `the events of order ${ordre} are out of order`)
      next.set(ordre, version)
    }
    const { rows: twice } = await ledger.query(
      'select ordre, version from public.effet group by ordre, version having count(*) > 1',
    )
    assert.deepEqual(twice, [], 'repeated effects')
    const [effects, refused] = [await rowsOf('public.effet'), await rowsOf('platform.refus')]
    assert.equal(
      effects + refused,
      2 * pairs,
      'each event had one effect or is one dead letter with its reason',
    )
    return {
      effects,
      refused,
      received: listener.received.length,
      again: listener.received.length - distinct.length,
    }
  }
}

/** The events without redeliveries, as a consumer that checks message ids receives them. */
function firstDeliveries(received: readonly ReceivedEvent[]) {
  const seen = new Set<string>()
  return received.filter(({ id }) => !seen.has(id) && seen.add(id))
}

const shareOut = (whole: number, parts: number) =>
  Array.from(
    { length: parts },
    (_, i) => Math.floor((whole * (i + 1)) / parts) - Math.floor((whole * i) / parts),
  )
