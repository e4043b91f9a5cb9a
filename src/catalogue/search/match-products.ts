import type { Database } from '../../platform/database/database.ts'
import type { WordCount } from '../words/store.ts'
import { fill } from './fill.ts'
import type { Ranked } from './store/ranking.ts'
import { type Looked, mentioningIds, namedIds, type Wanted } from './store.ts'
import { boundOf, queryOf, soughtOf, type Term, type Where } from './term.ts'
import type { Word } from './understand.ts'

/** A search shows so many of its matches: it ranks no more, however common its words are. */
export const MOST_MATCHES = 1_000
/** Where no product has all words, products with some of them are looked for until there are so many. */
const FEW = 20

/** `approximate`: they have some of the words only. */
export type Matches = { ids: number[]; approximate: boolean }

/**
 * The ids of the products that match best, at most 1,000, the best first: those with all words; only where there is none,
 * those with some. `family` is a word too. `products` are listed.
 */
export async function matchProducts(
  db: Database,
  words: readonly Word[],
  family: WordCount | undefined,
  products: number,
): Promise<Matches> {
  const found = new Set<number>()
  const looking = { db, family, products, found }
  const terms = words.flatMap(({ term }) => term ?? [])
  if (terms.length > 0 && terms.length === words.length) await lookFor(looking, rankedBy(words, terms))
  if (found.size > 0 || words.length === 1) return { ids: [...found], approximate: false }
  for (const some of fewerOf(terms, words.length, products))
    if (found.size < FEW) await lookFor(looking, { terms: some, literal: some })
  return { ids: [...found], approximate: found.size > 0 }
}

function rankedBy(words: readonly Word[], terms: readonly Term[]): Ranked {
  const last = words.at(-1)
  const ending = (narrower: Term | undefined) => narrower && [...terms.slice(0, -1), narrower]
  const [literal, likely] = [ending(last?.literal), ending(last?.likely)]
  return { terms, ...(literal && { literal }), ...(likely && { likely }) }
}

/**
 * Fewer and fewer of the words, the commonest left out first; then each alone, but for those that more than half of all
 * products have: they say nothing.
 */
function fewerOf(terms: readonly Term[], words: number, products: number): Term[][] {
  const rarest = terms.toSorted((a, b) => boundOf(a, 'nombreTexte') - boundOf(b, 'nombreTexte'))
  const most = Math.min(rarest.length, words - 1)
  return [
    ...Array.from({ length: most }, (_, i) => rarest.slice(0, most - i)),
    ...rarest
      .slice(1)
      .filter(term => boundOf(term, 'nombreTexte') <= products / 2)
      .map(term => [term]),
  ]
}

type Looking = { db: Database; family: WordCount | undefined; products: number; found: Set<number> }

/**
 * Adds products with all the words: in name, brand and category, then anywhere. Where the words are common, those that
 * the words say what they are come first.
 */
async function lookFor({ db, family, products, found }: Looking, words: Ranked) {
  const all = family ? [...words.terms, { ...family, nombreEst: family.nombreNom }] : [...words.terms]
  const bound = (where: Where) => Math.min(products, boundOf({ all }, where))
  const wanted = (where: Where): Wanted => {
    const sought = soughtOf(all, where, products)
    const isWhole = sought.length === all.length
    return { sought: queryOf({ all: sought }), match: queryOf({ all }), isWhole }
  }
  const look = async (
    where: Where,
    what: Wanted,
    read: (wanted: Wanted, looked: Looked) => Promise<number[]>,
  ) => {
    const [before, most] = [[...found], MOST_MATCHES - found.size]
    const more = await fill(bound(where), most, share => read(what, { share, words, before, most }))
    for (const id of more) found.add(id)
  }

  if (bound('nombreNom') > 2 * MOST_MATCHES)
    await look('nombreEst', identified(words.terms, family), (...what) => namedIds(db, ...what))
  await look('nombreNom', wanted('nombreNom'), (...what) => namedIds(db, ...what))
  if (bound('nombreTexte') > found.size)
    await look('nombreTexte', wanted('nombreTexte'), (...what) => mentioningIds(db, ...what))
}

/** Products that the words say what they are: an index of their own answers that. */
function identified(terms: readonly Term[], family: WordCount | undefined): Wanted {
  const are = queryOf({ all: [...terms] }, { inIdentity: true })
  const match = family ? `${are} & ${queryOf(family)}` : are
  return { sought: match, match, isWhole: true }
}
