import type { Static } from 'typebox'
import type { ProductList } from '../../src/catalogue/schemas.ts'
import { originals, words as real } from '../support/data.ts'
import { renderTable } from '../support/statistics.ts'
import { hasSearchedWord, pairsOfMisspelt, possible } from './searches.ts'

type Found = { id: number; nom: string } | undefined

async function firstOf(base: string, search: string): Promise<Found> {
  const response = await fetch(`${base}/api/products?search=${encodeURIComponent(search)}`)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${search}: ${response.status} ${text.slice(0, 200)}`)
  const { data }: Static<typeof ProductList> = JSON.parse(text)
  return data[0]
}

/**
 * Returns a Markdown table of the searches, as typed and with one letter replaced: the numbers of those that find any
 * product, whose first result has a word of the search in its name, and whose first result is the same as without the
 * error. The last row counts the searches with a word that occurs in an original product.
 */
export async function measureQuality(base: string) {
  const right = new Map<string, Found>()
  for (const search of real) right.set(search, await firstOf(base, search))
  const wrong: { meant: string; first: Found }[] = []
  for (const { meant, typed } of pairsOfMisspelt) wrong.push({ meant, first: await firstOf(base, typed) })

  const typed = [...right].map(([meant, first]) => ({ meant, first }))
  const named = (searches: typeof typed) =>
    searches.filter(({ meant, first }) => first && hasSearchedWord(meant, first.nom)).length
  const something = (searches: typeof typed) => searches.filter(({ first }) => first).length
  const same = wrong.filter(({ meant, first }) => first && first.id === right.get(meant)?.id).length
  return renderTable(
    ['searches', 'of them', 'find something', 'first has a word in its name', 'first is the same product'],
    [
      ['as typed', typed.length, something(typed), named(typed), ''],
      ['one letter wrong', wrong.length, something(wrong), named(wrong), same],
      [`possible, of ${originals.length} originals`, real.length, possible.found, possible.named, ''],
    ],
  )
}
