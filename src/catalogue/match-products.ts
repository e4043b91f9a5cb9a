import type { Database } from '../platform/database/database.ts'
import { countListed } from './store/counts.ts'
import { idsUnder, mentioningIds, namedIds, namedIdsUnder } from './store/search.ts'
import type { WordCount } from './store/words.ts'
import { boundOf, type Term, wantedOf } from './term.ts'
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

  const name = async (terms: readonly Term[]) => add(await named(db, within(terms), terms))
  async function mention(terms: readonly Term[]) {
    const all = { all: within(terms) }
    if (found.size < MOST_MATCHES && boundOf(all, 'nombreTexte') <= MOST_MENTIONS)
      add(await mentioningIds(db, wantedOf(all, terms), [...found], MOST_MATCHES - found.size))
  }

  async function lookFor(terms: readonly Term[]) {
    await name(terms)
    await mention(terms)
  }

  const literal = words.flatMap(word => word.literal ?? [])
  if (literal.length === words.length) await lookFor(literal)
  if (found.size >= FEW) return [...found]

  const meant = await Promise.all(words.map(word => widen(db, word)))
  const terms = meant.flatMap(term => term ?? [])
  if (terms.length === words.length) await lookFor(terms)
  if (found.size >= FEW) return [...found]

  const fewer = fewerOf(terms, words.length, await countListed(db))
  for (const look of [name, mention]) for (const some of fewer) if (found.size < FEW) await look(some)
  return [...found]
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
