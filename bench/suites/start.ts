import pg from 'pg'
import type { Bench } from '../support/bench.ts'
import { measure } from '../support/measure.ts'
import { report } from '../support/report.ts'
import { starts } from '../support/starts.ts'
import type { Suite } from '../support/suite.ts'

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
  about: 'how long a server takes to start, all ten areas',
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
    return {
      text: `${report(measured)}

From the start of the process until it listens; the bare limit is Fastify and pg with four routes (\`bench/bare/reference.ts\`).`,
    }
  },
}
