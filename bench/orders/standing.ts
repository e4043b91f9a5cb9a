import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Bench } from '../support/bench.ts'
import { type Call, load, requestOf } from '../support/load.ts'
import { type Figures, figuresOf } from '../support/measure.ts'
import { percentiles } from '../support/statistics.ts'

const CONNECTIONS = 8
/** How often is looked for what stands: no latency is known better. */
const LOOK_EVERY_MS = 5
const MOST_MS = 60_000

/** Of these orders, those whose slip and purchase history are there. */
const STANDING = `
  select asked as "ordreId" from unnest($1::text[]) as asked
  where exists (select from logistics.bordereau where "ordreId" = asked)
    and exists (select from purchases.commande where "ordreId" = asked and "clientId" is not null)`

const UNCONFIRMED =
  'select "ordreId" from orders.commande where "ordreId" = any($1) and "confirmeeLe" is null'

const confirmation = (i: number): Call => ({
  method: 'POST',
  path: `/api/commandes/CMD-B${i}/confirmer-paiement`,
  body: { transactionId: String(i), authorizationId: `AUTH-${i}`, amount: '10.00' },
  status: 200,
})

/** Confirms paid orders, those of `fillPaidOrders` one after another, and sees when what follows from it stands. */
export async function openConfirming(bench: Bench, base: string, url: string) {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  bench.atEnd(() => db.end())
  let last = 0
  const take = () => ++last

  const standing = async (waiting: ReadonlyMap<string, number>) => {
    const query = { name: 'standing', text: STANDING, values: [[...waiting.keys()]] }
    return (await db.query<{ ordreId: string }>(query)).rows.map(({ ordreId }) => ordreId)
  }

  /** Looks until `isOver` and all stand, and gives how long each took. */
  async function look(waiting: Map<string, number>, isOver: () => boolean): Promise<number[]> {
    const times: number[] = []
    for (let looked = performance.now(); !isOver() || waiting.size > 0; await sleep(LOOK_EVERY_MS)) {
      for (const ordreId of await standing(waiting)) {
        looked = performance.now()
        times.push(looked - (waiting.get(ordreId) ?? looked))
        waiting.delete(ordreId)
      }
      if (performance.now() - looked > MOST_MS)
        throw new Error(`${waiting.size} confirmed orders have no slip or history`)
    }
    return times
  }

  /** As many as it can: confirmed orders a second, until the last of them stands. */
  async function saturated(seconds: number): Promise<Figures> {
    const waiting = new Map<string, number>()
    const began = performance.now()
    const next = () => {
      const i = take()
      waiting.set(`CMD-B${i}`, performance.now())
      return confirmation(i)
    }
    await load(base, next, CONNECTIONS, seconds)
    // Some were never sent: a load looks at one more, and ends with requests under way.
    const left = await db.query<{ ordreId: string }>(UNCONFIRMED, [[...waiting.keys()]])
    for (const { ordreId } of left.rows) waiting.delete(ordreId)
    const confirmed = waiting.size
    await look(waiting, () => true)
    return figuresOf(confirmed, (performance.now() - began) / 1_000)
  }

  /** So many a second, each at its moment whether those before it have been answered or not. */
  async function paced(rate: number, seconds: number): Promise<Figures> {
    const waiting = new Map<string, number>()
    const faults: unknown[] = []
    const began = performance.now()
    let over = false
    const looking = look(waiting, () => over)
    const calls: Promise<unknown>[] = []
    for (let sent = 0; sent < rate * seconds; sent++) {
      const due = began + (sent * 1_000) / rate
      if (due > performance.now()) await sleep(due - performance.now())
      const i = take()
      waiting.set(`CMD-B${i}`, performance.now())
      calls.push(confirm(base, i).catch(error => faults.push(error)))
    }
    const took = (performance.now() - began) / 1_000
    await Promise.all(calls)
    over = true
    if (faults.length > 0) throw faults[0]
    const times = await looking
    return { ...figuresOf(times.length, took), times: percentiles(times) }
  }
  return { saturated, paced }
}

async function confirm(base: string, i: number) {
  const call = confirmation(i)
  const response = await fetch(`${base}${call.path}`, requestOf(call))
  const text = await response.text()
  if (response.status !== call.status) throw new Error(`${call.path}: ${response.status} ${text}`)
}
