/**
 * Spreads cents over parts in proportion to their size: exact to the cent, no share above its part. The rounding
 * remainder goes to the last part and, once that is full, to those before it. `cents` is at most the sum of the parts.
 */
export function spread(cents: number, parts: readonly number[]): number[] {
  const total = sum(parts)
  if (total === 0) return parts.map(() => 0)
  const shares = parts.map(part => proportion(cents, part, total))
  let rest = cents - sum(shares)
  for (let i = parts.length - 1; rest > 0 && i >= 0; i--) {
    const share = shares[i] ?? 0
    const more = Math.min(rest, (parts[i] ?? 0) - share)
    shares[i] = share + more
    rest -= more
  }
  return shares
}

/**
 * Divides cents in proportion to weights, exact to the cent; a share may exceed its weight. The rounding remainder goes
 * to the last weight above 0, everything to the first if all weights are 0.
 */
export function apportion(cents: number, weights: readonly number[]): number[] {
  const total = sum(weights)
  const shares = weights.map(weight => (total === 0 ? 0 : proportion(cents, weight, total)))
  const last = Math.max(
    0,
    weights.findLastIndex(weight => weight > 0),
  )
  return shares.map((share, i) => (i === last ? share + cents - sum(shares) : share))
}

export const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** `cents * part / total`, rounded down; exact even if the product exceeds the largest safe integer. */
function proportion(cents: number, part: number, total: number): number {
  const product = cents * part
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / total)
  return Number((BigInt(cents) * BigInt(part)) / BigInt(total))
}

/** Like `proportion`, rounded half up. */
export function roundedProportion(cents: number, part: number, total: number): number {
  const product = 2 * cents * part + total
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / (2 * total))
  return Number((2n * BigInt(cents) * BigInt(part) + BigInt(total)) / (2n * BigInt(total)))
}
