import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { DatabasePool, Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import { tooManyLogins } from '../messages.ts'
import { beginAttempt, failAttempt, failuresOf, forgetAttempt, type Origin } from './store.ts'

export const WINDOW_MS = 15 * 60_000
const MAX_FAILURES = 10
/** While as many attempts run as may still fail, the next one waits: one of them may be right. */
const PAUSE_MS = 25
const PAUSES = 200

type Parts = { db: DatabasePool; clock: Clock }

const windowStart = (clock: Clock) => new Date(clock.now().getTime() - WINDOW_MS)

async function admit({ db, clock }: Parts, origin: Origin): Promise<number> {
  for (let pause = 0; pause < PAUSES; pause++) {
    const since = windowStart(clock)
    const begun = await db.transaction(tx => beginAttempt(tx, origin, since, clock.now(), MAX_FAILURES))
    if (begun) return begun.id
    const { failures, first } = await failuresOf(db, origin, since)
    if (failures >= MAX_FAILURES && first) {
      const free = clock.toReal(new Date(first.getTime() + WINDOW_MS)).getTime()
      throw tooManyLogins(Math.ceil((free - clock.toReal(clock.now()).getTime()) / 1000))
    }
    await sleep(PAUSE_MS)
  }
  throw tooManyLogins(1)
}

/**
 * Lets at most ten attempts of one e-mail and address fail within 15 minutes of the clock, over all processes; then 429.
 * An attempt takes its place before it is tried, so that a hundred at once get no more tries than ten. `attempt` throws,
 * or gives what to do in the transaction that frees the place.
 */
export async function guardedAttempt<T>(
  parts: Parts,
  origin: Origin,
  attempt: () => Promise<(tx: Tx) => Promise<T>>,
): Promise<T> {
  const { db } = parts
  const id = await admit(parts, origin)
  let succeed: (tx: Tx) => Promise<T>
  try {
    succeed = await attempt()
  } catch (error) {
    const isRefusal = error instanceof Problem
    await db.transaction(tx => (isRefusal ? failAttempt : forgetAttempt)(tx, id))
    throw error
  }
  return db.transaction(async tx => {
    await forgetAttempt(tx, id)
    return succeed(tx)
  })
}
