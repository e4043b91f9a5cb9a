import { today } from '../../platform/clock.ts'
import { jobKind } from '../../platform/jobs/job.ts'
import { addDays, boundsOf } from '../../platform/moment.ts'
import type { OrdersPlatform } from '../peers.ts'
import type { FiguresRebuild } from './schemas.ts'
import {
  addToFigures,
  advanceRebuild,
  beginRebuild,
  clearDay,
  listRebuilds,
  lockFigures,
  trimArticles,
} from './store/counting.ts'
import { consumePending, deletePending, eventsBetween, exceptPending, pendingOnly } from './store/events.ts'

/** Large enough to write a shared figure once for many sales, small enough for a short transaction. */
const BATCH = 2_000

/** Counts the pending sales and refunds, each once: the transaction that counts them deletes them from the queue. */
export async function countSales({ db }: Pick<OrdersPlatform, 'db'>) {
  for (;;) {
    const counted = await db.transaction(async tx => {
      await lockFigures(tx)
      const waiting = await consumePending(tx, BATCH)
      if (waiting.length > 0) await addToFigures(tx, pendingOnly(waiting))
      return waiting.length
    })
    if (counted < BATCH) return
  }
}

export const rebuildFiguresJob = jobKind<object>('orders.rebuild-figures')

/** Starts a recount of all figures from the orders unless a rebuild is running. Returns the new or running rebuild. */
export async function requestRebuild({ db, clock, jobs }: OrdersPlatform): Promise<FiguresRebuild> {
  await db.transaction(async tx => {
    await beginRebuild(tx, clock.now())
    await jobs.add(tx, rebuildFiguresJob, {}, { key: rebuildFiguresJob.name })
  })
  // One exists: it was just created or was already running.
  return (await listRebuilds(db, 1))[0]!
}

/**
 * Continues the latest rebuild from its next day to its last, also after a crash. Each day is a separate transaction,
 * so no reader sees a partial day.
 */
export async function rebuildFigures({ db, clock }: Pick<OrdersPlatform, 'db' | 'clock'>) {
  for (;;) {
    const [rebuild] = await listRebuilds(db, 1)
    if (!rebuild || rebuild.finieLe) return
    const { from, until } = boundsOf(rebuild.prochain)
    const day = eventsBetween(from, until)
    await db.transaction(async tx => {
      await lockFigures(tx)
      if (!(await advanceRebuild(tx, rebuild, clock.now()))) return
      await clearDay(tx, rebuild.prochain)
      // The order matters: sales made after the deletion stay queued and are excluded from the count below.
      await deletePending(tx, day)
      await addToFigures(tx, exceptPending(day))
      if (rebuild.prochain <= lastClosedDay({ clock }))
        await trimArticles(tx, rebuild.prochain, rebuild.prochain)
    })
  }
}

/** The last day whose sales have all been counted, unless counting has failed for more than a day. */
const lastClosedDay = (parts: Pick<OrdersPlatform, 'clock'>) => addDays(today(parts.clock), -2)

/**
 * Deletes the figures of past days for articles below the best sellers, which alone are reported. With every article
 * that a store sold, ten million orders leave thirty million rows; with a hundred per day and store, two million. Each
 * run covers eight days, so that a week of missed runs does no harm.
 */
export async function trimFigures(parts: Pick<OrdersPlatform, 'db' | 'clock'>) {
  const last = lastClosedDay(parts)
  await parts.db.transaction(async tx => {
    await lockFigures(tx)
    await trimArticles(tx, addDays(last, -7), last)
  })
}
