import { readFileSync } from 'node:fs'

const read = <T>(file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as T

/** A product of the judged shop. Searches do not see the fields after the price, which are used for grading. */
export type Product = {
  ean: string
  sku: string
  nom: string
  marque: string
  categories: string
  description: string
  prixDeVenteCents: number
  /** One word for both languages, such as `phone` or `case`. */
  kind: string
  language: 'en' | 'fr'
  line?: string
  /** The product line, or the kind of product, that an accessory fits. */
  fits?: string
  colour?: string
}

/**
 * Products with these properties receive the grade: 3 for an exact match, 2 for a close one, 1 for a related one. Others
 * receive 0.
 */
export type Intent = { [grade in 1 | 2 | 3]?: Partial<Product>[] }

export type Search = { typed: string; kind: string; intent: Intent }

/** Brands and product lines are invented. */
export const products = read<Product[]>('products.json')

const intents = read<Record<string, Intent>>('intents.json')

/** `means`: names of intents; satisfying any of them satisfies the search. */
export const searches = read<{ kind: string; typed: string; means: string[] }[]>('searches.json').map(
  ({ kind, typed, means }): Search => {
    const ofGrade = (grade: 1 | 2 | 3) => means.flatMap(name => intents[name]?.[grade] ?? [])
    return { kind, typed, intent: { 1: ofGrade(1), 2: ofGrade(2), 3: ofGrade(3) } }
  },
)
