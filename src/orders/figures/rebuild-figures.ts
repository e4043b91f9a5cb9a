import { jobKind } from '../../platform/jobs/job.ts'
import { boundsOf } from '../../platform/moment.ts'
import type { OrdersPlatform } from '../peers.ts'
import { addToFigures, clearDay, lockFigures } from './store/counting.ts'
import { allOf, notWaiting } from './store/events.ts'
import { advanceRebuild, beginRebuild, lastRebuilds, type Rebuild } from './store/rebuilds.ts'
import { trimArticles } from './store/trimming.ts'
import { takeWaitingOf } from './store/waiting.ts'
import { lastClosedDay } from './trim-figures.ts'

export const rebuildingFigures = jobKind<object>('orders.rebuild-figures')

/** Has all figures counted anew from the orders, unless that is being done. The rebuild that is going on. */
export async function requestRebuild({ db, clock, jobs }: OrdersPlatform): Promise<Rebuild> {
  await db.transaction(async tx => {
    await beginRebuild(tx, clock.now())
    await jobs.add(tx, rebuildingFigures, {}, { key: rebuildingFigures.name })
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
      await takeWaitingOf(tx, day)
      await addToFigures(tx, notWaiting(day))
      if (rebuild.prochain <= lastClosedDay({ clock }))
        await trimArticles(tx, rebuild.prochain, rebuild.prochain)
    })
  }
}
