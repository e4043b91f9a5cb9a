import { Connection } from 'rabbitmq-client'
import { migrationsOf } from '../../src/platform/area.ts'
import { createRealClock } from '../../src/platform/clock.ts'
import { createPool } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { createQueues } from '../../src/platform/events/queues.ts'
import { startRelay } from '../../src/platform/events/relay.ts'
import { createLog } from '../../src/platform/log.ts'
import { provideServer } from '../../test/servers/rabbitmq/install.ts'
import { startNode } from '../../test/servers/rabbitmq/node.ts'
import type { Bench } from '../support/bench.ts'
import { type Figures, figuresOf } from '../support/measure.ts'
import { SINK } from '../support/settled.ts'

const EVENTS = 20_000

/** Measures the relay: from a full outbox of events of half a kilobyte until the last one is confirmed and deleted. */
export async function measureRelay(bench: Bench): Promise<Figures[]> {
  const rabbit = await provideServer()
  if (!rabbit) throw new Error('This needs RabbitMQ: apt-get install rabbitmq-server')
  const node = await startNode(rabbit)
  bench.atEnd(node.stop)
  const url = await bench.database()
  await migrate(url, migrationsOf([]))
  const db = createPool(url, { size: 4, onError: console.error })
  bench.atEnd(() => db.close())
  const stopping = new AbortController()
  const log = createLog('warn', [])
  const relay = startRelay({
    ...{ db, clock: createRealClock(), log, stopping: stopping.signal },
    connect: () => new Connection({ url: node.url }).on('error', console.error),
    exchange: SINK,
    queues: createQueues({ log, exchange: SINK, kinds: [{ queue: SINK }] }),
  })
  bench.atEnd(() => {
    stopping.abort()
    return relay.ended
  })
  const rounds: Figures[] = []
  for (let round = 0; round <= bench.options.rounds; round++) {
    const began = performance.now()
    let sent = 0
    let spent = 0
    while (spent < bench.options.seconds * 1_000) {
      await db.transaction(tx => tx.run(fill))
      const start = performance.now()
      relay.wake()
      while (await db.first(sql`select from platform.outbox limit 1`))
        await new Promise(resolve => setTimeout(resolve, 5))
      spent += performance.now() - start
      sent += EVENTS
    }
    // The first round is a warm-up.
    if (round > 0) {
      rounds.push(figuresOf(sent, spent / 1_000))
      bench.progress.step()
    }
    bench.progress.now(`events sent, ${Math.round((performance.now() - began) / 1_000)} s`)
  }
  return rounds
}

const fill = sql`
  insert into platform.outbox (queue, "messageId", "requestId", body, "createdAt")
  select ${SINK}, gen_random_uuid(), 'bench', json_build_object('n', n, 'text', repeat('x', 480)), ${new Date()}
  from generate_series(1, ${EVENTS}) as n`
