import { deleteInBatches } from '../../platform/database/database.ts'
import type { OrdersPlatform } from '../peers.ts'
import { pruneDocuments } from './store.ts'

/** Ten years count from the end of the exercise, which ends within a year of what is issued in it. */
const KEPT_YEARS = 11

/** Forgets documents that need not be kept any longer, whole years of them. */
export async function pruneOldDocuments({ db, clock }: Pick<OrdersPlatform, 'db' | 'clock'>) {
  const { year } = Temporal.Instant.fromEpochMilliseconds(clock.now().getTime()).toZonedDateTimeISO(
    'Europe/Paris',
  )
  const first = Temporal.PlainDate.from({ year: year - KEPT_YEARS, month: 1, day: 1 })
  const before = new Date(first.toZonedDateTime('Europe/Paris').epochMilliseconds)
  await deleteInBatches(db, (tx, limit) => pruneDocuments(tx, before, limit))
}
