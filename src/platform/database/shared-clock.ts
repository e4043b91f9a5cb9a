import { type Clock, createClock, createRealClock, type Origin } from '../clock.ts'
import type { DatabasePool, Tx } from './database.ts'
import { sql } from './sql.ts'

/** Locks the table, so that of two processes that start concurrently, one creates the origin and the other reads it. */
async function readOrigin(tx: Tx): Promise<Origin | undefined> {
  await tx.run(sql`lock table platform.clock_origin in exclusive mode`)
  return tx.first(sql<Origin>`select real, time, multiplier from platform.clock_origin`)
}

const saveOrigin = (tx: Tx, { real, time, multiplier }: Origin) =>
  tx.run(sql`
    insert into platform.clock_origin (real, time, multiplier) values (${real}, ${time}, ${multiplier})
    on conflict (id) do update set real = excluded.real, time = excluded.time, multiplier = excluded.multiplier`)

/**
 * Returns the clock that all processes on this database share if they have the same multiplier. The first multiplier other
 * than 1 stores an origin, from which a restart continues; a changed multiplier continues from the time that the clock has
 * reached.
 */
export async function openSharedClock(db: DatabasePool, multiplier: number): Promise<Clock> {
  return db.transaction(async tx => {
    const stored = await readOrigin(tx)
    if (!stored && multiplier === 1) return createRealClock()
    if (stored?.multiplier === multiplier) return createClock(stored)
    const real = createRealClock().now()
    const time = stored ? createClock(stored).now() : real
    const origin = { real, time, multiplier }
    await saveOrigin(tx, origin)
    return createClock(origin)
  })
}
