import {
  type BasketLine,
  type BasketTerms,
  codedRules,
  FULL_RATE,
  isLive,
  keysOf,
  type PromotionIndex,
  type Rule,
} from './basket-rules.ts'
import { roundedProportion, spread, sum } from './spread.ts'

export {
  type BasketLine,
  type BasketPromotion,
  indexPromotions,
  type PromotionIndex,
} from './basket-rules.ts'

/** The discount of one promotion, on one line or over all lines. */
export type Discount = { promotionId: number; montantCents: number }

export type Basket<Of extends BasketLine = BasketLine> = {
  totalCents: number
  /** The discount of the basket promotion on the sum of the lines. */
  discountCents: number
  basketPromotionId: number | null
  /** `totalCents` is the amount due for the line; adding its discounts gives the undiscounted price. */
  lines: { line: Of; totalCents: number; discounts: Discount[] }[]
}

/** `unused` units can still be part of an offer; `free` units cost nothing. */
type Article<Of extends BasketLine = BasketLine> = BasketLine & {
  line: Of
  key: string
  targets: string[]
  unused: number
  free: number
  discounts: Discount[]
}

/**
 * Prices a basket in cents. Lines of one article at one price are merged. `clientIds` are all identifiers of the
 * customer, `codePromotions` the promotions with a valid code, which apply like automatic ones. `seuilMontant` is
 * compared with the basket's total at the start of the promotion's step. `quantiteAchat` is the group size in step 1; in
 * steps 2 and 3 it is the minimum number of units of the line or of the basket, free units included.
 *
 * 1. Free units: promotions apply in the order of their ids. Each sorts its target units by falling price (by article
 *    at equal prices) and makes the last unit of each full group free. Units of a full group are not used again.
 *    Without a product or category the target is the whole basket. The minimum group size is two.
 * 2. Discounts on products: for each line, the one that reduces the price of the paid units most.
 * 3. Discounts on the basket: the one that reduces the sum of the lines most, spread over them.
 *
 * Among equals the lowest id wins. `uniteValeur` is the unit of `valeurPromotion`, whatever the type. The total does
 * not depend on the order of lines or promotions, but the cents that rounding leaves in step 3 go to the last lines.
 */
export function computeBasket<Of extends BasketLine>(
  lines: readonly Of[],
  index: PromotionIndex,
  { clientIds, codePromotions, now }: BasketTerms,
): Basket<Of> {
  const at = now.getTime()
  const lives = (rule: Rule) => isLive(rule, at)
  const personal = [...new Set(clientIds)].flatMap(id => index.personal.get(id) ?? [])
  const coded = codePromotions?.size ? [codedRules(index, codePromotions, clientIds)] : []
  const ruleSets = [index.everybody, ...personal, ...coded]
  const articles = merge(lines)
  const live = (kind: 'offers' | 'discounts') =>
    liveRules(
      ruleSets.map(ruleSet => ruleSet[kind]),
      articles,
      lives,
    )

  offerUnits(articles, live('offers'))
  const totals = discountLines(articles, live('discounts'))

  const subtotal = sum(totals)
  const units = sum(articles.map(({ quantite }) => quantite))
  const onBasket = ruleSets.map(({ basket }) => basket.filter(lives))
  const best = bestOf(onBasket, { paid: 1, price: subtotal, units, subtotal })
  const discountCents = subtotal - best.cents
  const shares = best.rule ? spread(discountCents, totals) : []
  return {
    totalCents: best.cents,
    discountCents,
    basketPromotionId: best.rule?.id ?? null,
    lines: articles.map(({ line, discounts }, i) => {
      const share = shares[i] ?? 0
      if (best.rule) addDiscount(discounts, best.rule.id, share)
      return { line, totalCents: (totals[i] ?? 0) - share, discounts }
    }),
  }
}

/** Counts groups over runs of equal units, never one unit at a time: a quantity may be huge. */
function offerUnits(articles: Article[], live: Map<string, Rule[]>): void {
  const total = amountDue(articles)
  const inOrder = [...articlesOf(articles, live)].sort(([a], [b]) => a.id - b.id)
  for (const [{ id, minUnits, minCents }, on] of inOrder) {
    if (minCents > total) continue
    const group = Math.max(2, minUnits)
    let available = 0
    for (const { unused } of on) available += unused
    const grouped = available - (available % group)
    let before = 0
    for (const article of on) {
      if (before === grouped) break
      const after = Math.min(grouped, before + article.unused)
      const offered = Math.floor(after / group) - Math.floor(before / group)
      article.unused -= after - before
      article.free += offered
      addDiscount(article.discounts, id, offered * article.prixUnitaireCents)
      before = after
    }
  }
}

function addDiscount(discounts: Discount[], promotionId: number, montantCents: number) {
  if (montantCents > 0) discounts.push({ promotionId, montantCents })
}

/** The articles of each rule, by falling price. A target may have many rules, so they share one list. */
function articlesOf(articles: Article[], live: Map<string, Rule[]>): Map<Rule, Article[]> {
  const sorted = articles.toSorted(byFallingPrice)
  const found = new Map<Rule, Article[]>()
  for (const [target, rules] of live) {
    const on = sorted.filter(({ targets }) => targets.includes(target))
    for (const rule of rules) {
      const known = found.get(rule)
      found.set(rule, known ? sorted.filter(article => known.includes(article) || on.includes(article)) : on)
    }
  }
  return found
}

/** Discounts the lines and returns the total of each. */
function discountLines(articles: Article[], live: Map<string, Rule[]>): number[] {
  const subtotal = amountDue(articles)
  return articles.map(({ quantite, free, prixUnitaireCents, targets, discounts }) => {
    const rules = targets.map(target => live.get(target) ?? [])
    const paid = quantite - free
    const best = bestOf(rules, { paid, price: prixUnitaireCents, units: quantite, subtotal })
    if (best.rule) addDiscount(discounts, best.rule.id, paid * prixUnitaireCents - best.cents)
    return best.cents
  })
}

type Amount = { paid: number; price: number; units: number; subtotal: number }

/**
 * Returns the rule that minimizes the price of `paid` units at `price`, null if no applicable rule reduces it, and that
 * price in cents.
 */
function bestOf(
  lists: Rule[][],
  { paid, price, units, subtotal }: Amount,
): { rule: Rule | null; cents: number } {
  let best: Rule | null = null
  let least = paid * price
  for (const rules of lists) {
    for (const rule of rules) {
      if (rule.minUnits > units || rule.minCents > subtotal) continue
      const reduced = paid * Math.max(0, price - rule.cut)
      const cents = rule.rate === 0 ? reduced : roundedProportion(reduced, FULL_RATE - rule.rate, FULL_RATE)
      if (cents < least || (cents === least && best !== null && rule.id < best.id)) {
        best = rule
        least = cents
      }
    }
  }
  return { rule: best, cents: least }
}

/** Returns the price of one unit in a basket of it alone, with discounts that apply to it. */
export const priceOfUnit = (price: number, rules: Rule[]) =>
  bestOf([rules], { paid: 1, price, units: 1, subtotal: price }).cents

function merge<Of extends BasketLine>(lines: readonly Of[]): Article<Of>[] {
  const merged = new Map<string, Of>()
  for (const line of lines) {
    const key = JSON.stringify([line.articleId, line.prixUnitaireCents, line.ean, line.categories])
    const quantite = line.quantite + (merged.get(key)?.quantite ?? 0)
    merged.set(key, { ...line, quantite })
  }
  return [...merged].map(([key, line]) => ({
    ...line,
    line,
    key,
    targets: keysOf(line),
    unused: line.quantite,
    free: 0,
    discounts: [],
  }))
}

/** Filters the rules of each target once per basket, however many lines share it. */
function liveRules(ruleSets: Map<string, Rule[]>[], articles: Article[], lives: (rule: Rule) => boolean) {
  const live = new Map<string, Rule[]>()
  for (const target of new Set(articles.flatMap(({ targets }) => targets))) {
    const found: Rule[] = []
    for (const rules of ruleSets)
      for (const rule of rules.get(target) ?? []) if (lives(rule)) found.push(rule)
    if (found.length > 0) live.set(target, found)
  }
  return live
}

function byFallingPrice(a: Article, b: Article): number {
  return b.prixUnitaireCents - a.prixUnitaireCents || (a.key < b.key ? -1 : 1)
}

const amountDue = (articles: Article[]) =>
  sum(articles.map(({ quantite, free, prixUnitaireCents }) => (quantite - free) * prixUnitaireCents))

/** The discount of each promotion, summed over all lines. */
export function discountsOf({ lines }: Pick<Basket, 'lines'>): Discount[] {
  const cents = new Map<number, number>()
  for (const { promotionId, montantCents } of lines.flatMap(({ discounts }) => discounts))
    cents.set(promotionId, montantCents + (cents.get(promotionId) ?? 0))
  return [...cents].map(([promotionId, montantCents]) => ({ promotionId, montantCents }))
}
