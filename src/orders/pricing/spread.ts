/**
 * Spreads cents over parts in proportion to their size: exact to the cent, no share above its part. What rounding down
 * leaves goes to the last part, and from there backwards where that one can take no more. `cents` is at most the sum.
 */
export function spread(cents: number, parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  if (whole === 0) return parts.map(() => 0)
  let rest = cents
  const shares = parts.map(part => {
    const share = proportion(cents, part, whole)
    rest -= share
    return share
  })
  for (let i = parts.length - 1; rest > 0 && i >= 0; i--) {
    const share = shares[i] ?? 0
    const more = Math.min(rest, (parts[i] ?? 0) - share)
    shares[i] = share + more
    rest -= more
  }
  return shares
}

/** Rounded down; exact beyond 2^53 too, where a product of two numbers is not. */
function proportion(cents: number, part: number, whole: number): number {
  const product = cents * part
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / whole)
  return Number((BigInt(cents) * BigInt(part)) / BigInt(whole))
}
