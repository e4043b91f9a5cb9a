/**
 * A product of the judged shop: what a shop would write of it, and beside it the facts that answers are graded by. Brands
 * and lines are invented.
 */
export type Fact = {
  ean: string
  sku: string
  nom: string
  marque: string
  categories: string
  description: string
  prixDeVenteCents: number
  /** What it is, one word for both languages: `phone`, `case`. */
  kind: string
  language: 'en' | 'fr'
  /** Its own line: `Lynx 7`. */
  line?: string
  /** The line, or the kind of thing, that it is for. */
  fits?: string
  colour?: string
}

type Given = Omit<Fact, 'ean' | 'sku' | 'prixDeVenteCents'>

const checkDigit = (digits: string) =>
  (10 - ([...digits].reduce((sum, digit, i) => sum + Number(digit) * (i % 2 ? 3 : 1), 0) % 10)) % 10

/** Gives each product its numbers: an ean of the range for a shop's own use, and its supplier's reference. */
export const numbered = (given: readonly Given[]): Fact[] =>
  given.map((fact, i) => {
    const digits = `29${String(4_700_000_000 + i * 7_919).padStart(10, '0')}`
    return {
      ...fact,
      ean: `${digits}${checkDigit(digits)}`,
      sku: `${fact.marque.slice(0, 3).toUpperCase()}-${1_000 + i * 3}`,
      prixDeVenteCents: 900 + ((i * 7_919) % 90_000),
    }
  })

export const colours = {
  en: ['Black', 'Silver', 'Blue', 'Red', 'White'],
  fr: ['noir', 'argent', 'bleu', 'rouge', 'blanc'],
} as const

/** Items in turn, so that the shop is the same each time. */
export const turn = <T>(items: readonly T[], i: number): T => {
  const item = items[i % items.length]
  if (item === undefined) throw new Error('There is nothing to choose from')
  return item
}
