import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPostmaster, listProcesses, readChildrenMs, readUsedMs } from '../support/processor.ts'
import type { Scope } from '../support/scope.ts'
import type { Setup } from './setup.ts'

/** Milliseconds of processor time by part: a process, or a database of PostgreSQL. */
export type ProcessorTimes = Map<string, number>

type Reading = {
  own: Map<number, number>
  postgres: number
  databases: Map<number, string>
  backends: Map<number, number>
}

/** Returns a function that returns the processor time used by each part since its last call. */
export async function createMeter(scope: Scope, databaseUrl: string, setup: Setup) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  scope.atEnd(() => client.end())
  const postmaster = await findPostmaster(client)
  const pids = [...setup.processes.map(({ pid }) => pid), setup.broker, setup.proxy, process.pid]

  async function read(): Promise<Reading> {
    const { rows } = await client.query<{ pid: number; name: string }>(
      `select pid, datname as name from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    const children = listProcesses().filter(({ parent }) => parent === postmaster)
    const backends = new Map(children.map(({ pid }) => [pid, readUsedMs(pid)]))
    return {
      own: new Map(pids.map(pid => [pid, readUsedMs(pid)])),
      // Includes backends that have ended.
      postgres: sum(backends.values()) + readUsedMs(postmaster) + readChildrenMs(postmaster),
      databases: new Map(rows.map(({ pid, name }) => [pid, name])),
      backends,
    }
  }

  let last = await read()
  return async (): Promise<ProcessorTimes> => {
    const [before, now] = [last, await read()]
    last = now
    const since = (pid: number) => (now.own.get(pid) ?? 0) - (before.own.get(pid) ?? 0)
    const used: ProcessorTimes = new Map(setup.processes.map(({ name, pid }) => [name, since(pid)]))
    used.set('proxy', since(setup.proxy))
    used.set('RabbitMQ', since(setup.broker))
    used.set('buyers', since(process.pid))
    let known = 0
    for (const [pid, name] of now.databases) {
      const ms = (now.backends.get(pid) ?? 0) - (before.backends.get(pid) ?? 0)
      used.set(inPostgres(name), (used.get(inPostgres(name)) ?? 0) + ms)
      known += ms
    }
    // Includes the log writer, checkpoints, vacuum and connections that ended meanwhile.
    used.set(inPostgres('itself'), now.postgres - before.postgres - known)
    return used
  }
}

export const inPostgres = (name: string) => `PostgreSQL: ${name}`

const sum = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0)

const QUIET_MS = 120_000

/** Waits until the outboxes of these databases are empty, and another second. Throws after two minutes. */
export async function waitUntilQuiet(urls: readonly string[]) {
  const end = performance.now() + QUIET_MS
  for (const url of urls) {
    const client = new pg.Client(url)
    await client.connect()
    try {
      while ((await client.query('select from platform.outbox limit 1')).rowCount !== 0) {
        if (performance.now() > end) throw new Error('Events are still waiting')
        await sleep(20)
      }
    } finally {
      await client.end()
    }
  }
  // The consumers still process the events sent last.
  await sleep(1_000)
}

/**
 * Returns the processor time of one purchase by part: that of the `busy` period, minus the `idle` one scaled by `times`
 * to the same duration, divided by the purchases.
 */
export function costOf(
  busy: ProcessorTimes,
  idle: ProcessorTimes,
  { bought, times }: { bought: number; times: number },
): ProcessorTimes {
  return new Map([...busy].map(([name, ms]) => [name, (ms - (idle.get(name) ?? 0) * times) / bought]))
}
