import type { Database } from '../../../platform/database/database.ts'
import { openByAge } from './store.ts'

/** From how many days on a repair counts as that old. */
const AGES = [0, 3, 7, 14]

/** Open repairs by age, of one store or all. */
export async function openRepairs(db: Database, now: Date, magasinId: number | undefined) {
  const found = await openByAge(db, AGES, now, magasinId ?? null)
  return found.map(({ deJours, ...age }, i) => ({ deJours, aJours: AGES[i + 1] ?? null, ...age }))
}
