import { Problem } from '../../platform/problem.ts'
import { countUnits, mergeUnits, type Units } from '../article-units.ts'
import { type PaidLine, unitPrices } from '../paid-lines.ts'

export type ReturnedLine = Units & { montantCents: number }

/**
 * Returns the price of these units after earlier returns (`before`, each article once): returning an order in parts
 * refunds the same total as returning it at once. Throws 422 for an article that is not in the order, 409 for more
 * units than can still be returned.
 */
export function priceReturnedLines(
  lines: readonly PaidLine[],
  before: readonly Units[],
  wanted: readonly Units[],
): ReturnedLine[] {
  return mergeUnits(wanted).map(({ articleId, quantite }) => {
    const ordered = lines.filter(line => line.articleId === articleId)
    if (ordered.length === 0)
      throw new Problem(422, 'article-absent', `Article ${articleId} is not in the order`)
    const delivered = ordered.reduce((sum, line) => sum + line.quantite, 0)
    const already = countUnits(before, articleId)
    if (already + quantite > delivered)
      throw new Problem(
        409,
        'retour-trop-grand',
        `Article ${articleId}: ${delivered} delivered, ${already} already returned`,
      )
    return {
      ...{ articleId, quantite },
      montantCents: paidFor(ordered, already + quantite) - paidFor(ordered, already),
    }
  })
}

/**
 * Returns the units that can still be returned of an article with these lines, with the price paid for each, in the
 * order in which they are refunded: a return of `n` units refunds the sum of the first `n`.
 */
export function unitsLeft(lines: readonly PaidLine[], already: number) {
  let toSkip = already
  return lines.flatMap(unitPrices).flatMap(({ quantity, unitPrice }) => {
    const dropped = Math.min(toSkip, quantity)
    toSkip -= dropped
    return quantity > dropped ? [{ quantite: quantity - dropped, prixUnitaireCents: unitPrice }] : []
  })
}

/** The price of the first `units` of an article; within each line, the cheapest units come first. */
function paidFor(lines: readonly PaidLine[], units: number): number {
  let left = units
  let cents = 0
  for (const { quantity, unitPrice } of lines.flatMap(unitPrices)) {
    const counted = Math.min(left, quantity)
    cents += counted * unitPrice
    left -= counted
  }
  return cents
}
