import { roundedProportion, spread, sum } from './spread.ts'

/** Amounts at one rate of VAT, in cents. `tauxTva` is in percent, with two decimals at most. */
export type RateAmounts = { tauxTva: number; htCents: number; tvaCents: number; ttcCents: number }

/** The standard rate in percent, for products without a rate. */
export const STANDARD_RATE = 20

/** The net amount of a gross amount, rounded half up; exact even if an intermediate product is no safe integer. */
export const withoutTax = (ttcCents: number, tauxTva: number) =>
  roundedProportion(ttcCents, 10_000, 10_000 + Math.round(tauxTva * 100))

const amountsAt = (tauxTva: number, ttcCents: number): RateAmounts => {
  const htCents = withoutTax(ttcCents, tauxTva)
  return { tauxTva, htCents, tvaCents: ttcCents - htCents, ttcCents }
}

/** The amounts at each rate, highest rate first. Tax is computed on the sum at a rate, not added up from the lines. */
export function amountsByRate(lines: readonly { tauxTva: number; totalCents: number }[]): RateAmounts[] {
  const sums = new Map<number, number>()
  for (const { tauxTva, totalCents } of lines) sums.set(tauxTva, (sums.get(tauxTva) ?? 0) + totalCents)
  return [...sums].sort(([a], [b]) => b - a).map(([tauxTva, cents]) => amountsAt(tauxTva, cents))
}

/** The sum over all rates. */
export const totalsOf = (rates: readonly RateAmounts[]) => ({
  htCents: sum(rates.map(({ htCents }) => htCents)),
  tvaCents: sum(rates.map(({ tvaCents }) => tvaCents)),
  ttcCents: sum(rates.map(({ ttcCents }) => ttcCents)),
})

/** The amounts of an invoice at each rate minus those of its credit notes. */
export const subtractCredits = (
  invoiced: readonly RateAmounts[],
  credited: readonly RateAmounts[],
): RateAmounts[] =>
  invoiced.map(({ tauxTva, ...amounts }) => {
    const before = totalsOf(credited.filter(each => each.tauxTva === tauxTva))
    return {
      tauxTva,
      htCents: amounts.htCents - before.htCents,
      tvaCents: amounts.tvaCents - before.tvaCents,
      ttcCents: amounts.ttcCents - before.ttcCents,
    }
  })

type ReturnedAmount = { tauxTva: number; montantCents: number }

/**
 * Splits a refund by rate: returned goods at their own rates, as far as these have enough left, and the rest in
 * proportion to the remaining amounts. Tax is in proportion to the remaining tax, so that a full refund leaves none.
 * Never exceeds the remaining total.
 */
export function splitRefundByRate(
  left: readonly RateAmounts[],
  montantCents: number,
  returned: readonly ReturnedAmount[] = [],
): RateAmounts[] {
  const amount = Math.min(montantCents, totalsOf(left).ttcCents)
  const atOwnRates = left.map(({ tauxTva, ttcCents }) =>
    Math.min(ttcCents, sum(returned.filter(line => line.tauxTva === tauxTva).map(line => line.montantCents))),
  )
  const own = sum(atOwnRates) > amount ? spread(amount, atOwnRates) : atOwnRates
  const others = spread(
    amount - sum(own),
    left.map(({ ttcCents }, i) => ttcCents - (own[i] ?? 0)),
  )
  return left.flatMap(({ tauxTva, htCents, ttcCents }, i) => {
    const part = (own[i] ?? 0) + (others[i] ?? 0)
    if (part === 0) return []
    const net = roundedProportion(part, htCents, ttcCents)
    return [{ tauxTva, htCents: net, tvaCents: part - net, ttcCents: part }]
  })
}
