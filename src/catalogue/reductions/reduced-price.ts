import { isLive, keysOf, priceOfUnit, type Rule } from '../../orders/contract.ts'
import type { ProductChange } from '../../reference/contract.ts'
import type { Product } from '../schemas.ts'
import type { ReductionIndex } from './index-reductions.ts'

/** The creation of a product, and its latest prices if one has changed since, as announced. */
export type PriceHistory = { createdAt: string } & Pick<ProductChange, 'prix'>

/** The fields of a product by which promotions apply to it. */
export type PricedProduct = Pick<Product, 'id' | 'ean' | 'categories' | 'prixDeVenteCents'>

const REFERENCE_PERIOD_MS = 30 * 86_400_000
/** Reductions with a shorter gap are one. */
const GAP_MS = 60_000

/** The price and the rules of a product between two changes of it. `until` is excluded. */
type State = { from: number; until: number; cents: number; rules: readonly Rule[] }

/** A rule while the product existed and matched it. `until` is excluded. */
type Application = { from: number; until: number; rule: Rule }

export type ReducedPrice = { prixPromoCents: number; prixPrecedentCents: number }

/**
 * Returns the reduced price of a product and its lowest price, reductions included, of the 30 days before the reduction
 * began. Returns undefined without a reduction, and if there is no such price, it is not completely known, or it is not
 * above the reduced one.
 */
export function reducedPriceOf(
  product: PricedProduct,
  history: PriceHistory,
  { rules }: ReductionIndex,
  now: Date,
): ReducedPrice | undefined {
  const at = now.getTime()
  const prixPromoCents = priceAt(product.prixDeVenteCents, rulesOn(product, rules), at)
  if (prixPromoCents >= product.prixDeVenteCents) return undefined

  const states = statesOf(product, history, rules)
  const begin = beginOf(states, at)
  const created = Date.parse(history.createdAt)
  const first = Math.max(begin - REFERENCE_PERIOD_MS, created)
  // Older prices were deleted or not announced.
  if (Math.min(...states.map(({ from }) => from)) > first) return undefined
  const prices = states.flatMap(({ from, until, cents, rules }) =>
    [first, from, ...rules.flatMap(rule => [rule.from, rule.until + 1])]
      .filter(moment => moment >= Math.max(first, from) && moment < Math.min(until, begin))
      .map(moment => priceAt(cents, rules, moment)),
  )
  if (prices.length === 0) return undefined
  const prixPrecedentCents = Math.min(...prices)
  return prixPrecedentCents > prixPromoCents ? { prixPromoCents, prixPrecedentCents } : undefined
}

const priceAt = (cents: number, rules: readonly Rule[], at: number) =>
  priceOfUnit(
    cents,
    rules.filter(rule => isLive(rule, at)),
  )

function rulesOn(
  { id, ean, prixDeVenteCents, categories }: PricedProduct,
  rules: ReductionIndex['rules'],
): Rule[] {
  const line = { articleId: String(id), ean, categories, quantite: 1, prixUnitaireCents: prixDeVenteCents }
  return keysOf(line).flatMap(key => rules.get(key) ?? [])
}

/** Returns the states of a product. The last one has the price and the categories of the product. */
function statesOf(
  product: PricedProduct,
  { createdAt, prix }: PriceHistory,
  rules: ReductionIndex['rules'],
): State[] {
  const announced = prix ?? []
  const all = [...announced.slice(0, -1), { ...product, depuis: announced.at(-1)?.depuis ?? createdAt }]
  return all.map((state, i) => ({
    from: Date.parse(state.depuis),
    until: Date.parse(all[i + 1]?.depuis ?? '') || Number.POSITIVE_INFINITY,
    cents: state.prixDeVenteCents,
    rules: rulesOn({ ...product, ...state }, rules),
  }))
}

/**
 * Returns the time at which the reduction began that applies at `at`. Applications of promotions less than a minute apart
 * are one reduction, except those of one promotion before and after a change of its discount.
 */
function beginOf(states: readonly State[], at: number) {
  const applications = states
    .flatMap(({ from, until, rules }) =>
      rules.map(rule => ({ rule, from: Math.max(from, rule.from), until: Math.min(until, rule.until + 1) })),
    )
    .filter(({ from, until }) => from < until && from <= at)
  const joined = new Set(applications.filter(({ until }) => at < until))
  // The iteration also visits the additions.
  for (const one of joined)
    for (const other of applications) if (!joined.has(other) && areOne(one, other)) joined.add(other)
  return Math.min(...[...joined].map(({ from }) => from))
}

function areOne(one: Application, other: Application) {
  const isNear = Math.max(one.from, other.from) - (Math.min(one.until, other.until) - 1) < GAP_MS
  const isChanged =
    one.rule.id === other.rule.id && (one.rule.rate !== other.rule.rate || one.rule.cut !== other.rule.cut)
  return isNear && !isChanged
}
