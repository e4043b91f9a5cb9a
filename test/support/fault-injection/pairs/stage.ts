import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createRealClock } from '../../../../src/platform/clock.ts'
import { createPool } from '../../../../src/platform/database/database.ts'
import { createOutbox } from '../../../../src/platform/events/outbox.ts'
import { startSeverableProxy } from '../../severable.ts'
import { defineChange, TABLES } from './area.ts'
import { receiveAll } from './listener.ts'
import { startPairs } from './start.ts'

type Addresses = { databaseUrl: string; amqpUrl: string }
export type Stage = Awaited<ReturnType<typeof openStage>>

/** Prepares tables and a queue. Returns functions that start processes to kill, and proxies that break connections. */
export async function openStage({ databaseUrl, amqpUrl }: Addresses) {
  const queue = `entre.${randomUUID()}`
  const listener = await receiveAll(amqpUrl, queue)
  const db = createPool(databaseUrl, { size: 2, onError: () => {} })
  const ledger = new pg.Client({ connectionString: databaseUrl })
  await ledger.connect()
  await ledger.query(TABLES)
  const ends: (() => Promise<unknown>)[] = [() => db.close(), () => ledger.end(), () => listener.close()]
  return {
    listener,
    count: async (what: string) =>
      (await ledger.query<{ count: number }>(`select count(*)::int as count from ${what}`)).rows[0]?.count,
    readDeadLetters: async () => (await ledger.query('select motif, fois from platform.refus')).rows,
    announce: (version: number, isBad = false) =>
      db.transaction(tx =>
        createOutbox(createRealClock()).publish(tx, defineChange(queue), { ordre: 'a', version, isBad }),
      ),
    async start(lines: Partial<Addresses> = {}) {
      const started = await startPairs({ databaseUrl, amqpUrl, queue, ...lines })
      ends.push(() => started.kill())
      return started
    },
    lineToDatabase: () => startSeverableProxy(databaseUrl),
    async lineToBroker() {
      const url = new URL(amqpUrl)
      const line = await startSeverableProxy(`postgres://${url.hostname}:${url.port || 5672}/`)
      url.host = new URL(line.url).host
      return { ...line, url: url.href }
    },
    async close() {
      for (const end of ends.reverse()) await end()
    },
  }
}
