import { expected, type Looking } from './look-for.ts'
import { MOST_MATCHES } from './shares.ts'
import type { Ranked } from './store/ranking.ts'
import { boundOf, type Term } from './term.ts'

/**
 * What is looked for where no product has all `words` words: the rarest of them, as few as few products have, those with
 * more of them first; then one word less; then each alone, but for those that more than half of all products have: they say
 * nothing.
 */
export async function fewerWords(looking: Looking, terms: readonly Term[], words: number): Promise<Ranked[]> {
  const rarest = terms.toSorted((a, b) => boundOf(a) - boundOf(b))
  const most = Math.min(rarest.length, words - 1)
  const sets = Array.from({ length: Math.max(0, most - 1) }, (_, i) => rarest.slice(0, i + 2))
  const tried: Term[][] = []
  for (const some of sets) {
    tried.push(some)
    if ((await expected(looking, some)) < MOST_MATCHES) break
  }
  const alone = rarest.filter((term, i) => i === 0 || boundOf(term) <= looking.products / 2)
  return [...tried.slice(-2).reverse(), ...alone.map(term => [term])].map(some => ({
    terms: some,
    literal: some,
    wider: sets.slice(some.length - 1).reverse(),
  }))
}
