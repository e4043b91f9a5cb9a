import type { Database } from '../../platform/database/database.ts'
import type { WordCount } from '../words/store.ts'
import { fill, shareOf } from './fill.ts'
import type { Ranked } from './store/ranking.ts'
import { anywhereIds, countMentioning, type Looked, mentioningIds, namedIds, type Wanted } from './store.ts'
import { boundOf, queryOf, soughtOf, type Term, type Where } from './term.ts'

/** A search shows so many of its matches: it ranks no more, however common its words are. */
export const MOST_MATCHES = 1_000

/** What a search looks in, and what it has found. `family` is a word too. `products` are listed. */
export type Looking = { db: Database; family: WordCount | undefined; products: number; found: Set<number> }

/**
 * Adds products with all the words. Where few have them, one look finds all. Else those in name, brand and category come
 * before the others, and where the words are common, those that the words say what they are before these. `matches`: how
 * many are expected, where that is known.
 */
export async function lookFor(looking: Looking, words: Ranked, matches?: number) {
  const { db, found } = looking
  const { all, boundIn, wantedIn } = asked(looking, words.terms)
  const left = () => ({ words, before: [...found], most: MOST_MATCHES - found.size })
  const add = (ids: readonly number[]) => {
    for (const id of ids) found.add(id)
  }
  const look = async (
    where: Where,
    read: (db: Database, wanted: Wanted, looked: Looked) => Promise<number[]>,
  ) => {
    const [wanted, looked] = [wantedIn(where), left()]
    add(await fill(boundIn(where), looked.most, share => read(db, wanted, { share, ...looked })))
  }

  if ((matches ?? (await expected(looking, words.terms))) <= MOST_MATCHES) {
    const ids = await anywhereIds(db, { ...wantedIn('nombreTexte'), all: queryOf({ all }) }, left())
    if (found.size + ids.length < MOST_MATCHES) return add(ids)
  }
  if (boundIn('nombreNom') > 2 * MOST_MATCHES) await look('nombreEst', namedIds)
  await look('nombreNom', namedIds)
  if (boundIn('nombreTexte') > found.size) await look('nombreTexte', mentioningIds)
}

/** So many are counted at most to find out how often words go together. */
const MOST_COUNTED = 300

/** How many products have all these words, as far as a share of them lets expect. */
export async function expected(looking: Looking, terms: readonly Term[]): Promise<number> {
  const { all, boundIn, wantedIn } = asked(looking, terms)
  const bound = boundIn('nombreTexte')
  if (bound <= MOST_MATCHES || all.length === 1) return bound
  const share = shareOf(bound, MOST_COUNTED)
  return share * (await countMentioning(looking.db, wantedIn('nombreTexte'), share, MOST_COUNTED))
}

/** All that a product must have, how many have it at most, and what says that it has. */
function asked({ family, products }: Looking, terms: readonly Term[]) {
  const all = family ? [...terms, { ...family, nombreEst: family.nombreNom }] : [...terms]
  return {
    all,
    boundIn: (where: Where) => Math.min(products, boundOf({ all }, where)),
    wantedIn(where: Where): Wanted {
      const written = (spellsOut: boolean) => (term: Term) =>
        queryOf(term, { spellsOut, inIdentity: where === 'nombreEst' && terms.includes(term) })
      const query = (those: readonly Term[], spellsOut: boolean) => those.map(written(spellsOut)).join(' & ')
      const sought = soughtOf(all, where, products)
      return { sought: query(sought, true), ...(sought.length < all.length && { match: query(all, false) }) }
    },
  }
}
