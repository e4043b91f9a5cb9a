import { today } from '../../platform/clock.ts'
import { jobKind } from '../../platform/jobs/job.ts'
import { boundsOf, later } from '../../platform/moment.ts'
import type { OrdersPlatform } from '../peers.ts'
import type { FiguresRebuild } from './schemas.ts'
import {
  addToFigures,
  advanceRebuild,
  beginRebuild,
  clearDay,
  lastRebuilds,
  lockFigures,
  trimArticles,
} from './store/counting.ts'
import { allOf, deletePending, fetchPending, notWaiting, those } from './store/events.ts'

/** So many that a figure many of them share is written once, and that no transaction takes long. */
const BATCH = 2_000

/** Counts the sales and refunds that wait, each once: the transaction that counts them takes them away. */
export async function countSales({ db }: Pick<OrdersPlatform, 'db'>) {
  for (;;) {
    const counted = await db.transaction(async tx => {
      await lockFigures(tx)
      const waiting = await fetchPending(tx, BATCH)
      if (waiting.length > 0) await addToFigures(tx, those(waiting))
      return waiting.length
    })
    if (counted < BATCH) return
  }
}

export const rebuildFiguresJob = jobKind<object>('orders.rebuild-figures')

/** Has all figures counted anew from the orders, unless that is being done. The rebuild that is going on. */
export async function requestRebuild({ db, clock, jobs }: OrdersPlatform): Promise<FiguresRebuild> {
  await db.transaction(async tx => {
    await beginRebuild(tx, clock.now())
    await jobs.add(tx, rebuildFiguresJob, {}, { key: rebuildFiguresJob.name })
  })
  // There is one: it has just begun, or was going on.
  return (await lastRebuilds(db, 1))[0]!
}

/** Goes on with a rebuild from where it is, also after a crash: each day in a transaction of its own, which shows it whole. */
export async function rebuildFigures({ db, clock }: Pick<OrdersPlatform, 'db' | 'clock'>) {
  for (;;) {
    const [rebuild] = await lastRebuilds(db, 1)
    if (!rebuild || rebuild.finieLe) return
    const { from, until } = boundsOf(rebuild.prochain)
    const day = allOf(from, until)
    await db.transaction(async tx => {
      await lockFigures(tx)
      if (!(await advanceRebuild(tx, rebuild, clock.now()))) return
      await clearDay(tx, rebuild.prochain)
      // In this order: what is sold from here on waits, and is not counted below.
      await deletePending(tx, day)
      await addToFigures(tx, notWaiting(day))
      if (rebuild.prochain <= lastClosedDay({ clock }))
        await trimArticles(tx, rebuild.prochain, rebuild.prochain)
    })
  }
}

/** The last day of which every sale has long been counted. */
const lastClosedDay = (parts: Pick<OrdersPlatform, 'clock'>) => later(today(parts.clock), -2)

/**
 * Only the best sellers of a past day are asked for. With all articles that one store or another sold, ten million
 * orders leave thirty million rows; with a hundred for each day and store, two million. A week of nights may be missed.
 */
export async function trimFigures(parts: Pick<OrdersPlatform, 'db' | 'clock'>) {
  const last = lastClosedDay(parts)
  await parts.db.transaction(async tx => {
    await lockFigures(tx)
    await trimArticles(tx, later(last, -7), last)
  })
}
