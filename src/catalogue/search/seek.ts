import type { Database } from '../../platform/database/database.ts'
import { knownWords } from '../words/store.ts'
import { type SearchResult, searchIds } from './search-ids.ts'

/** `all`: without regard to the family; `inFamily`: what the list shows. */
export type Search = { all: SearchResult; inFamily: SearchResult; isNarrowed: boolean }

const NONE: SearchResult = { ids: [], more: false, approximate: false }

/**
 * What a search finds, and what of it is in a family. Where everything was found, the family is a filter as brand and price
 * are (`isNarrowed`: it is still to be applied); where there is more than a search shows, the best of the family are sought.
 */
export async function seek(db: Database, search: string, famille: string | undefined): Promise<Search> {
  const all = await searchIds(db, search)
  if (famille === undefined || !all.more) return { all, inFamily: all, isNarrowed: famille === undefined }
  const [family] = await knownWords(db, [famille])
  return { all, inFamily: family ? await searchIds(db, search, family) : NONE, isNarrowed: true }
}
