import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Product = { ean: string; nom: string; [field: string]: unknown }

/** A folder with `produits.json` and `recherches.json` of a real shop; the sample shop by default. */
const ownFolder = process.env.BENCH_DATA
export const hasOwnData = ownFolder !== undefined
const folder = ownFolder ?? fileURLToPath(new URL('../../sample', import.meta.url))
const read = <T>(file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T

export const originals = read<Product[]>('produits.json')

const checkDigit = (digits: string) =>
  (10 - ([...digits].reduce((sum, digit, i) => sum + Number(digit) * (i % 2 ? 3 : 1), 0) % 10)) % 10

/** Yields `count` products: the originals, then variations with new EANs. */
export function* generateProducts(count: number): Generator<Product> {
  for (let i = 0; i < count; i++) {
    const original = originals[i % originals.length]!
    const round = Math.floor(i / originals.length)
    if (round === 0) yield original
    else {
      const digits = `21${String(i).padStart(10, '0')}`
      yield { ...original, ean: `${digits}${checkDigit(digits)}`, nom: `${original.nom} (${round})` }
    }
  }
}

/** Searches as visitors type them; for the sample shop, single words of its product names. */
export const words: string[] = hasOwnData
  ? read<{ query: string }[]>('recherches.json').map(({ query }) => query)
  : [...new Set(originals.flatMap(({ nom }) => nom.split(' ').filter(word => word.length > 3)))]

/** Returns the `i`th index of a stride through `count` items, so that caches have no advantage. */
export const stride = (i: number, count: number) => (i * 7919) % count

export function at<T>(list: readonly T[], i: number): T {
  const found = list[stride(i, list.length)]
  if (found === undefined) throw new Error('The list is empty')
  return found
}
