import type { Tx } from '../../platform/database/database.ts'
import { remaindersOf } from '../words/spelling.ts'
import { addWordCounts, keepRemainders } from '../words/store.ts'
import { spellingsOf } from '../words/tokens.ts'
import { type Change, countDifferences, kindDifferences, wordDifferences } from './count-changes.ts'
import { addCounts, type Count } from './store/counts.ts'
import { gatherStatistics } from './store/sync.ts'

const FIRST_MANY = 1_000
const isAll = ({ genre }: Count) => genre === 'tous'

/**
 * Whether the number of products has passed 1,000 or a doubling of it. Searches are planned by statistics, which
 * PostgreSQL gathers by itself a minute after a catalogue was filled: until then it read whole tables.
 */
function hasDoubled(differences: readonly Count[], now: readonly Count[]) {
  const all = now.find(isAll)?.nombre ?? 0
  const before = all - (differences.find(isAll)?.nombre ?? 0)
  const doublings = (products: number) => Math.floor(Math.log2(Math.max(products / FIRST_MANY, 0.5)))
  return doublings(all) > doublings(before)
}

/** Brings the kept counts up to changes of products. To be called by who has the turn, so that nobody else counts. */
export async function keepCounts(tx: Tx, changes: readonly Change[]) {
  await countWords(tx, changes)
  const differences = countDifferences(changes)
  if (differences.length === 0) return
  const now = await addCounts(tx, differences)
  const kinds = kindDifferences(differences, now)
  if (kinds.length > 0) await addCounts(tx, kinds)
  if (hasDoubled(differences, now)) await gatherStatistics(tx)
}

async function countWords(tx: Tx, changes: readonly Change[]) {
  const differences = wordDifferences(changes)
  if (differences.length === 0) return
  const fresh = await addWordCounts(tx, differences)
  const remainders = fresh
    .filter(mot => !/^[/=]/.test(mot))
    .flatMap(mot => [...new Set(spellingsOf(mot).flatMap(remaindersOf))].map(reste => ({ reste, mot })))
  if (remainders.length > 0) await keepRemainders(tx, remainders)
}
