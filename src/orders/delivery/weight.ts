import type { Article as Product } from '../../reference/contract.ts'
import type { Article } from '../schemas.ts'

/** Weights are in micrograms: their sums are exact up to 9,000 tonnes, far above the highest tariff. */
export const MICROGRAMS_A_GRAM = 1_000_000

const WEIGHT = /^(\d+(?:[.,]\d+)?) ?(k?)g$/i

/** Parses a product's weight, such as `250 g` or `1,5 kg`, in micrograms; undefined for any other text. */
export function parseWeight(text: string | null | undefined): number | undefined {
  const [, number, kilo] = WEIGHT.exec(text ?? '') ?? []
  if (number === undefined) return undefined
  return Math.round(Number(number.replace(',', '.')) * (kilo ? 1_000 : 1) * MICROGRAMS_A_GRAM)
}

/** Returns the weight of articles in micrograms. Those without a legible weight count `defaultGrams` each. */
export const weightOf = (
  articles: readonly Pick<Article, 'id' | 'quantite'>[],
  products: ReadonlyMap<string, Pick<Product, 'poids'>>,
  defaultGrams: number,
) =>
  articles.reduce(
    (sum, { id, quantite }) =>
      sum + quantite * (parseWeight(products.get(String(id))?.poids) ?? defaultGrams * MICROGRAMS_A_GRAM),
    0,
  )
