import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startRabbit } from '../../test/servers/rabbitmq.ts'
import { openTill, type Till } from '../../test/support/till.ts'
import type { Bench, Running } from './bench.ts'

const CLIENTS = 10_000

export type Counter = { url: string; amqpUrl: string; till: Till; ledger: pg.Client; clientIds: string[] }

/** A RabbitMQ with a till at it, and a platform's database with loyalty customers. */
export async function openCounter(
  bench: Bench,
): Promise<Counter & { importPerSecond: number; platform: Running }> {
  const rabbit = await startRabbit()
  bench.atEnd(rabbit.stop)
  const { url } = await bench.database()
  const platform = await bench.platform(url, { AMQP_URL: rabbit.url })
  const till = await openTill(rabbit.url)
  bench.atEnd(till.close)
  const ledger = new pg.Client({ connectionString: url })
  await ledger.connect()
  bench.atEnd(() => ledger.end())
  const { clientIds, perSecond } = await importClients(platform.base, CLIENTS, 'caisse')
  return { url, amqpUrl: rabbit.url, till, ledger, clientIds, importPerSecond: perSecond, platform }
}

/** Imports customers over HTTP; how many a second. */
export async function importClients(base: string, count: number, mark: string) {
  const body = JSON.stringify({
    clients: Array.from({ length: count }, (_, i) => ({
      ...{ nom: `Martin ${mark} ${i}`, prenom: `Camille ${i % 977}`, adresseMail: `${mark}${i}@example.org` },
      ...{
        telephone: '01 23 45 67 89',
        adresse: `${i} rue des Halles, 59000 Lille`,
        anniversaire: '1990-02-28',
      },
    })),
  })
  const began = performance.now()
  const answer = await fetch(`${base}/loyalty/api/privee/clients/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { details } = (await answer.json()) as { details: { created: { idClient: string }[] } }
  const perSecond = Math.round((count / (performance.now() - began)) * 1_000)
  return { clientIds: details.created.map(({ idClient }) => idClient), perSecond }
}

export const rowsIn = async ({ ledger }: Counter, what = '*') =>
  Number((await ledger.query(`select count(${what}) as n from purchases.achat`)).rows[0].n)

/** From the first row that is seen until all are there: rows a second. What counts is not to slow down what is counted. */
export async function rateOf(counter: Counter, expected: number): Promise<number> {
  let first: { rows: number; at: number } | undefined
  for (;;) {
    const rows = await rowsIn(counter)
    const at = performance.now()
    if (rows > 0) first ??= { rows, at }
    if (first && rows >= expected) return Math.round(((rows - first.rows) / (at - first.at)) * 1_000)
    await sleep(100)
  }
}

export async function killed({ process: child }: Running) {
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
