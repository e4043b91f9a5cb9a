import type { WordCount } from '../words/store.ts'
import { lexeme } from '../words/vector.ts'
import type { Wanted } from './store.ts'

/** What a product must have: a word, one of several, or all of several. */
export type Term = WordCount | { any: Term[] } | { all: Term[] }

/** Which of the counts of a word: in name, brand and category, or anywhere. */
export type Where = 'nombreNom' | 'nombreTexte'

/** The text of a tsquery. `weight`: of words that stand there alone, `A` in the name. */
export function queryOf(term: Term, weight = ''): string {
  if ('mot' in term) return lexeme(term.mot) + (weight && `:${weight}`)
  const parts = 'any' in term ? term.any : term.all
  return `(${parts.map(part => queryOf(part, weight)).join('any' in term ? ' | ' : ' & ')})`
}

/** To look at one product takes what an index takes to read so many mentions of a word. */
const MENTIONS_A_PRODUCT = 120

/**
 * What an index is asked for of all that must match: from the rarest on, each word whose mentions are sooner read than the
 * products are looked at that it would spare. How often words go together is not known; the square root supposes that
 * they do so oftener than by chance. Of five words, one of them rare, asking for all took 17 ms, this way 3.
 */
function soughtOf(all: readonly Term[], where: Where, products: number): Term[] {
  const [rarest, ...others] = all.toSorted((a, b) => boundOf(a, where) - boundOf(b, where))
  if (!rarest) return []
  const sought = [rarest]
  let left = boundOf(rarest, where)
  for (const term of others) {
    const share = Math.min(1, boundOf(term, where) / products)
    if (boundOf(term, where) >= left * (1 - share) * MENTIONS_A_PRODUCT) continue
    sought.push(term)
    left *= Math.sqrt(share)
  }
  return sought
}

/** `all` must match, and is ranked by the words in it. `products` are listed. */
export function wantedOf(
  all: readonly Term[],
  words: readonly Term[],
  where: Where,
  products: number,
): Wanted {
  const sought = soughtOf(all, where, products)
  return {
    sought: queryOf({ all: sought }),
    match: queryOf({ all: [...all] }),
    isWhole: sought.length === all.length,
    words: queryOf({ all: [...words] }),
    inName: queryOf({ all: [...words] }, 'A'),
    any: queryOf({ any: [...words] }),
    single: words.length === 1,
  }
}

/** How many products may have it at most. */
export function boundOf(term: Term, where: Where): number {
  if ('mot' in term) return term[where]
  return 'any' in term
    ? term.any.reduce((sum, part) => sum + boundOf(part, where), 0)
    : Math.min(...term.all.map(part => boundOf(part, where)))
}
