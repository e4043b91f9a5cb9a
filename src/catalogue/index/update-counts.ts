import type { Tx } from '../../platform/database/database.ts'
import { remaindersOf } from '../words/spelling.ts'
import { addWordCounts, insertRemainders } from '../words/store.ts'
import { spellingsOf } from '../words/tokens.ts'
import { isWord } from '../words/weighted-terms.ts'
import { countDifferences, type ProductChange, wordDifferences } from './count-changes.ts'
import { addCounts, analyzeTables, type Count } from './store.ts'

const FIRST_ANALYZED = 1_000
const isTotal = ({ genre }: Count) => genre === 'tous'

/**
 * Whether the number of products has passed 1,000 or a doubling of it. Autovacuum gathers statistics a minute after a
 * catalogue was filled; until then searches read whole tables.
 */
function hasDoubled(differences: readonly Count[], now: readonly Count[]) {
  const total = now.find(isTotal)?.nombre ?? 0
  const before = total - (differences.find(isTotal)?.nombre ?? 0)
  const doublings = (products: number) => Math.floor(Math.log2(Math.max(products / FIRST_ANALYZED, 0.5)))
  return doublings(total) > doublings(before)
}

/** Applies changes of products to the stored counts. The caller holds the lock of the read model. */
export async function updateCounts(tx: Tx, changes: readonly ProductChange[]) {
  await updateWordCounts(tx, changes)
  const differences = countDifferences(changes)
  if (differences.length === 0) return
  const now = await addCounts(tx, differences)
  if (hasDoubled(differences, now)) await analyzeTables(tx)
}

async function updateWordCounts(tx: Tx, changes: readonly ProductChange[]) {
  const differences = wordDifferences(changes)
  if (differences.length === 0) return
  const added = await addWordCounts(tx, differences)
  const remainders = added
    .filter(isWord)
    .flatMap(mot => [...new Set(spellingsOf(mot).flatMap(remaindersOf))].map(reste => ({ reste, mot })))
  if (remainders.length > 0) await insertRemainders(tx, remainders)
}
