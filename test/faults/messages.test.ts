import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { describe, type TestContext, test } from 'node:test'
import pg from 'pg'
import { realClock } from '../../src/platform/clock.ts'
import { createPool } from '../../src/platform/database/database.ts'
import { createOutbox } from '../../src/platform/events/outbox.ts'
import { freshDatabase } from '../support/database.ts'
import { changedOn, TABLES } from '../support/fault-injection/pairs/area.ts'
import { hearAll } from '../support/fault-injection/pairs/listener.ts'
import { runPairs } from '../support/fault-injection/pairs/run.ts'
import { startPairs } from '../support/fault-injection/pairs/start.ts'
import { eventually } from '../support/platform.ts'
import { rabbitUrl, withoutRabbit } from '../support/rabbit.ts'
import { severable } from '../support/severable.ts'

const amqpUrl = rabbitUrl ?? ''
/** What acknowledges and what rejects a message, as it goes over the line: class 60, methods 80 and 120. */
const ACK = '\0<\0P'
const NACK = '\0<\0x'

async function lineToRabbit() {
  const url = new URL(amqpUrl)
  const line = await severable(`postgres://${url.hostname}:${url.port || 5672}/`)
  url.host = new URL(line.url).host
  return { ...line, url: url.href }
}

/** A database and a queue for processes that are killed. */
async function stage(context: TestContext) {
  const databaseUrl = await freshDatabase()
  const queue = `entre.${randomUUID()}`
  const listener = await hearAll(amqpUrl, queue)
  const db = createPool(databaseUrl, { size: 2, onError: () => {} })
  const ledger = new pg.Client({ connectionString: databaseUrl })
  await ledger.connect()
  await ledger.query(TABLES)
  const count = async (what: string) =>
    (await ledger.query<{ count: number }>(`select count(*)::int as count from ${what}`)).rows[0]?.count
  context.after(async () => {
    await listener.close()
    await ledger.end()
    await db.close()
  })
  return {
    ...{ listener, count, databaseUrl, queue },
    kept: async () => (await ledger.query('select motif, fois from platform.refus')).rows,
    announce: (version: number, isBad = false) =>
      db.transaction(tx =>
        createOutbox(realClock()).publish(tx, changedOn(queue), { ordre: 'a', version, isBad }),
      ),
    async start(lines: { databaseUrl?: string; amqpUrl?: string } = {}) {
      const started = await startPairs({ databaseUrl, amqpUrl, queue, ...lines })
      context.after(() => started.kill())
      return started
    },
  }
}

describe('a process is killed', { skip: withoutRabbit }, () => {
  test('after the broker has confirmed an event and before the outbox knows: it is sent again and has its effect once', async context => {
    const { start, announce, count, listener, databaseUrl } = await stage(context)
    const line = await severable(databaseUrl)
    const first = await start({ databaseUrl: line.url })
    const marking = line.breakAt('delete from platform.outbox', 'stalled')
    await announce(1)
    await marking
    await eventually('the broker has it', async () => listener.heard.length === 1)
    await first.kill()
    assert.equal(await count('platform.outbox'), 1)

    await start()
    await eventually('it is sent again', async () => listener.heard.length === 2)
    await eventually('the outbox knows', async () => (await count('platform.outbox')) === 0)
    await announce(2)
    await eventually('both have had their effect', async () => (await count('public.effet')) === 2)
    await eventually('none is left', async () => (await listener.waiting()) === 0)
    assert.equal(await count('public.effet'), 2)
    assert.equal(listener.heard[0]?.id, listener.heard[1]?.id)
  })

  test('after an effect was committed and before the message is acknowledged: the message comes again to no effect', async context => {
    const { start, announce, count, listener } = await stage(context)
    const line = await lineToRabbit()
    const first = await start({ amqpUrl: line.url })
    const acknowledging = line.breakAt(ACK, 'stalled')
    await announce(1)
    await acknowledging
    assert.equal(await count('public.effet'), 1)
    await first.kill()
    await eventually('the broker takes it back', async () => (await listener.waiting()) === 1)

    await start()
    await announce(2)
    await eventually(
      'the next one has its effect',
      async () => (await count('public.effet where version = 2')) === 1,
    )
    await eventually('none is left', async () => (await listener.waiting()) === 0)
    assert.equal(await count('public.effet'), 2)
  })

  test('after a message was refused and before it is rejected: it is kept, and refused again it is the same one', async context => {
    const { start, announce, kept, listener } = await stage(context)
    const line = await lineToRabbit()
    const first = await start({ amqpUrl: line.url })
    const rejecting = line.breakAt(NACK, 'stalled')
    await announce(1, true)
    await rejecting
    assert.deepEqual(await kept(), [{ motif: 'Nobody wants it', fois: 1 }])
    await first.kill()
    await eventually('the broker takes it back', async () => (await listener.waiting()) === 1)

    await start()
    await eventually('it is refused again', async () => (await kept())[0]?.fois === 2)
    assert.deepEqual(await kept(), [{ motif: 'Nobody wants it', fois: 2 }])
    await eventually('the broker lets it go', async () => (await listener.waiting()) === 0)
  })
})

test('500 pairs of events whose commits come in reversed order, while processes are killed: none skipped, none out of order', {
  skip: withoutRabbit,
  timeout: 120_000,
}, async context => {
  const seed = randomInt(2 ** 31)
  context.diagnostic(`again with: npm run faults -- pairs --cases 500 --seed ${seed}`)
  const { kills, effects, refused } = await runPairs({
    ...{ pairs: 500, seed, amqpUrl },
    databaseUrl: await freshDatabase(),
  })
  assert.ok(kills >= 4 && refused > 0, `${kills} kills, ${refused} refused`)
  assert.equal(effects + refused, 1_000)
})
