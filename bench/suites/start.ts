import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startRabbit } from '../../test/servers/rabbitmq.ts'
import type { Bench } from '../support/bench.ts'
import { measure } from '../support/measure.ts'
import { memory } from '../support/memory.ts'
import { report } from '../support/report.ts'
import { starts } from '../support/starts.ts'
import { spread, spreadText, table } from '../support/statistics.ts'
import type { Suite } from '../support/suite.ts'

const REST_MS = 5_000

/** The memory of a server that has answered nobody for some seconds after its start, in MB, round after round. */
async function atRest(bench: Bench, url: string, areas: readonly string[], env = {}) {
  const rounds: number[] = []
  for (let round = 0; round < bench.options.rounds; round++) {
    const server = await bench.platform(url, env, { areas })
    await sleep(REST_MS)
    const { nowMb } = memory(server.pid) ?? {}
    if (nowMb !== undefined) rounds.push(nowMb)
    await server.stop()
  }
  return rounds.length > 0 ? spreadText(spread(rounds)) : 'not known on this system'
}

/** Empty databases, one after another, on one PostgreSQL. */
async function emptyDatabases(bench: Bench) {
  const url = await bench.database()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  bench.atEnd(() => client.end())
  let made = 0
  return async () => {
    const name = `start${made++}`
    await client.query(`create database ${name}`)
    return url.replace('/comptoir?', `/${name}?`)
  }
}

export const suite: Suite = {
  about: 'how long a server takes to start, and its memory at rest',
  minutes: 2,
  async run(bench) {
    const empty = await emptyDatabases(bench)
    const url = await empty()
    const first = await bench.platform(url)
    await first.stop()
    const measured = await measure(bench, [
      {
        name: 'on an empty database, migrations included',
        platform: starts(async () => bench.platform(await empty())),
      },
      {
        name: 'on a database that was served before',
        platform: starts(() => bench.platform(url)),
        bare: starts(() => bench.bare('reference', url)),
      },
    ])
    const rabbit = await startRabbit()
    bench.atEnd(rabbit.stop)
    const rest = [
      ['all ten areas', await atRest(bench, url, [])],
      ['reference alone', await atRest(bench, url, ['reference'], { AMQP_URL: rabbit.url })],
    ]
    return {
      text: `${report(measured)}

From the start of the process until it listens; the bare limit is Fastify and pg with four routes (\`bench/bare/reference.ts\`).

${table(['at rest', 'memory, MB'], rest)}`,
    }
  },
}
