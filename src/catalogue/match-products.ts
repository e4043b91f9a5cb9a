import type { Database } from '../platform/database/database.ts'
import { idsUnder, mentioningIds, namedIds, namedIdsUnder } from './store/search.ts'
import type { WordCount } from './store/words.ts'
import { boundOf, selections, type Term, wantedOf } from './term.ts'
import { guess, type Word } from './understand.ts'

/** A search shows so many of its matches: it ranks no more, however common its words are. */
export const MOST_MATCHES = 1_000
/** With fewer matches than this, what words may mean besides is looked for too, then products with only some of them. */
const FEW = 20
/** So many products of a word are looked at before the index of all words is asked: 4 ms. */
const PROBES = 2_000
/** Words that more products have are not looked for in descriptions: such a list takes longer than it helps. */
const MOST_MENTIONS = 50_000

const isWord = (term: Term): term is WordCount => 'mot' in term

/**
 * The ids of the products that match best, at most 1,000, the best first: with all words in name, brand and category, then
 * anywhere, then, where those are few, in other meanings of the words, then with some of the words. `family` is a word too.
 */
export async function matchProducts(
  db: Database,
  words: readonly Word[],
  family: WordCount | undefined,
): Promise<number[]> {
  const found = new Set<number>()
  const add = (ids: readonly number[]) => {
    for (const id of ids) if (found.size < MOST_MATCHES) found.add(id)
  }
  const within = (terms: readonly Term[]) => (family ? [...terms, family] : [...terms])

  async function lookFor(terms: readonly Term[]) {
    add(await named(db, within(terms), terms))
    const all = { all: within(terms) }
    if (found.size < MOST_MATCHES && boundOf(all, 'nombreTexte') <= MOST_MENTIONS)
      add(await mentioningIds(db, wantedOf(all, terms), [...found], MOST_MATCHES - found.size))
  }

  const literal = words.flatMap(word => word.literal ?? [])
  if (literal.length === words.length) await lookFor(literal)
  if (found.size >= FEW) return [...found]

  const meant = await Promise.all(words.map(word => widen(db, word)))
  const terms = meant.flatMap(term => term ?? [])
  if (terms.length === words.length) await lookFor(terms)
  for (let size = Math.min(terms.length, words.length - 1); size > 0 && found.size < FEW; size--)
    add(await withSome(db, terms, size, within, [...found]))
  return [...found]
}

/** A word that few products have may be the beginning of another, or be misspelt in them. */
async function widen(db: Database, { text, literal }: Word): Promise<Term | undefined> {
  if (literal && boundOf(literal, 'nombreTexte') >= FEW) return literal
  const other = await guess(db, text)
  return literal && other ? { any: [literal, other] } : (literal ?? other)
}

/** Matches in name, brand and category. */
async function named(db: Database, terms: readonly Term[], ranking: readonly Term[]): Promise<number[]> {
  const all = { all: [...terms] }
  if (boundOf(all, 'nombreNom') === 0) return []
  const [rarest] = terms.filter(isWord).sort((a, b) => a.nombreNom - b.nombreNom)
  if (rarest && terms.length === 1) return idsUnder(db, rarest.mot, { limit: MOST_MATCHES, offset: 0 })
  const wanted = wantedOf(all, ranking)
  if (rarest) {
    const ids = await namedIdsUnder(db, rarest.mot, wanted, PROBES, MOST_MATCHES)
    if (ids.length === MOST_MATCHES || rarest.nombreNom <= PROBES) return ids
  }
  return namedIds(db, wanted, MOST_MATCHES)
}

/** Matches with so many of the words, where their lists are not too long to be gone through. */
async function withSome(
  db: Database,
  terms: readonly Term[],
  size: number,
  within: (terms: readonly Term[]) => Term[],
  before: readonly number[],
): Promise<number[]> {
  const rarest = terms
    .toSorted((a, b) => boundOf(a, 'nombreTexte') - boundOf(b, 'nombreTexte'))
    .slice(0, terms.length - size + 1)
  const length = boundOf({ any: rarest }, 'nombreTexte')
  if (length > MOST_MENTIONS)
    return size === 1 ? named(db, within(rarest.slice(0, 1)), rarest.slice(0, 1)) : []
  const some: Term = { any: selections(terms, size).map(all => ({ all: within(all) })) }
  return mentioningIds(db, wantedOf(some, terms), before, MOST_MATCHES - before.length)
}
