import { existsSync, readFileSync } from 'node:fs'

type Product = { ean: string; nom: string; [field: string]: unknown }

const read = <T>(url: URL) => JSON.parse(readFileSync(url, 'utf8')) as T
const trial = (file: string) => new URL(`../../../shared/data/${file}`, import.meta.url)
const sample = (file: string) => new URL(`../../sample/${file}`, import.meta.url)

/** Product data of your own, where they lie beside the project; else the sample shop's. */
export const isTrial = existsSync(trial('produits.json'))
export const originals = read<Product[]>(isTrial ? trial('produits.json') : sample('produits.json'))

const checkDigit = (digits: string) =>
  (10 - ([...digits].reduce((sum, digit, i) => sum + Number(digit) * (i % 2 ? 3 : 1), 0) % 10)) % 10

/** `count` products: the originals, then variations of them under eans of their own. */
export function* products(count: number): Generator<Product> {
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

/** What visitors type into a search box. */
export const words: string[] = isTrial
  ? read<{ query: string }[]>(trial('recherches.json')).map(({ query }) => query)
  : [...new Set(originals.flatMap(({ nom }) => nom.split(' ').filter(word => word.length > 3)))]

/** Strides through `count` things without favouring what is in a cache. */
export const stride = (i: number, count: number) => (i * 7919) % count

export function at<T>(list: readonly T[], i: number): T {
  const found = list[stride(i, list.length)]
  if (found === undefined) throw new Error('There is nothing to choose from')
  return found
}
