import type { Accounts } from '../context.ts'
import { pruneEvents } from './store/deliveries.ts'
import { KEPT_MS } from './webhook.ts'

const BATCH = 1_000

/** Forgets deliveries after 30 days, each batch in a transaction of its own. */
export async function forgetOldDeliveries({ db, clock }: Pick<Accounts, 'db' | 'clock'>) {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  while ((await db.transaction(tx => pruneEvents(tx, before, BATCH))) === BATCH);
}
