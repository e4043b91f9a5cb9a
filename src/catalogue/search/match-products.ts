import type { Database } from '../../platform/database/database.ts'
import type { WordCount } from '../words/store.ts'
import { mentioningIds, namedIds, type Share } from './store.ts'
import { boundOf, type Term, wantedOf } from './term.ts'
import { guess, type Word } from './understand.ts'

/** A search shows so many of its matches: it ranks no more, however common its words are. */
export const MOST_MATCHES = 1_000
/** With fewer matches than this, what words may mean besides is looked for too, then products with only some of them. */
const FEW = 20
/**
 * The ids of the products that match best, at most 1,000, the best first: with all words in name, brand and category, then
 * anywhere, then, where those are few, in other meanings of the words, then with some of the words. `family` is a word
 * too. `products` are listed.
 */
export async function matchProducts(
  db: Database,
  words: readonly Word[],
  family: WordCount | undefined,
  products: number,
): Promise<number[]> {
  const found = new Set<number>()
  const add = (ids: readonly number[]) => {
    for (const id of ids) if (found.size < MOST_MATCHES) found.add(id)
  }
  const within = (terms: readonly Term[]) => (family ? [...terms, family] : [...terms])

  async function name(terms: readonly Term[]) {
    const all = within(terms)
    add(
      await fill(boundOf({ all }, 'nombreNom'), MOST_MATCHES, share =>
        namedIds(db, wantedOf(all, terms, 'nombreNom', products), share, MOST_MATCHES),
      ),
    )
  }
  async function mention(terms: readonly Term[]) {
    const all = within(terms)
    const most = MOST_MATCHES - found.size
    add(
      await fill(boundOf({ all }, 'nombreTexte'), most, share =>
        mentioningIds(db, wantedOf(all, terms, 'nombreTexte', products), share, [...found], most),
      ),
    )
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
  const isWider = terms.some((term, i) => term !== literal[i])
  if (terms.length === words.length && isWider) await lookFor(terms)
  if (found.size >= FEW) return [...found]

  const fewer = fewerOf(terms, words.length, products)
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

/**
 * Looks at one product in 64 first, where `bound` says that more may match than are wanted; at one in 8 where those let
 * expect enough; else at all.
 */
export async function fill(
  bound: number,
  most: number,
  read: (share: Share) => Promise<number[]>,
): Promise<number[]> {
  if (bound === 0 || most === 0) return []
  if (bound >= 8 * MOST_MATCHES) {
    const few = await read(64)
    if (few.length === most) return few
    const more = few.length * 8 > most ? await read(8) : []
    if (more.length === most) return more
  }
  return read(1)
}
