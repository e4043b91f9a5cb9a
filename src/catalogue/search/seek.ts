import type { Database } from '../../platform/database/database.ts'
import { countListed } from '../read-model/store/counts.ts'
import { knownWords } from '../words/store.ts'
import { MOST_MATCHES, matchProducts } from './match-products.ts'
import { readWords, type Word } from './understand.ts'

/** The ids of what was found, the best first, at most 1,000; `total` of them, or more where it is a floor. */
export type Sought = { ids: readonly number[]; total: number; isFloor: boolean }

/** `all`: without regard to the family; `inFamily`: what the list shows. */
export type Search = { all: Sought; inFamily: Sought; isNarrowed: boolean }

const NONE: Sought = { ids: [], total: 0, isFloor: false }

/**
 * What a search finds, and what of it is in a family. Where everything was found, the family is a filter as brand and price
 * are (`isNarrowed`: it is still to be applied); where there is more than a search shows, the best of the family are sought.
 */
export async function seek(db: Database, search: string, famille: string | undefined): Promise<Search> {
  const [words, products] = await Promise.all([readWords(db, search), countListed(db)])
  if (words.length === 0) return { all: NONE, inFamily: NONE, isNarrowed: true }
  const all = soughtOf(await matchProducts(db, words, undefined, products), keptTotal(words))
  if (famille === undefined || !isCut(all)) return { all, inFamily: all, isNarrowed: famille === undefined }
  const [family] = await knownWords(db, [famille])
  const ids = family ? await matchProducts(db, words, family, products) : []
  return { all, inFamily: soughtOf(ids, 0), isNarrowed: true }
}

/** Whether there is more than was given. */
export const isCut = ({ ids, total, isFloor }: Sought) => isFloor || total > ids.length

const soughtOf = (ids: number[], kept: number): Sought => ({
  ids,
  total: Math.max(ids.length, ids.length === MOST_MATCHES ? kept : 0),
  isFloor: ids.length === MOST_MATCHES && kept === 0,
})

/** How many products have the word, where there is but one. */
const keptTotal = ([first, ...others]: readonly Word[]) =>
  first?.literal && 'mot' in first.literal && others.length === 0 ? first.literal.nombreTexte : 0
