/** From here on counting the rows of a list takes longer than reading a page of it. */
const MANY = 10_000
const MANY_LIVE_MS = 5_000
const MOST_REMEMBERED = 500

/** Totals of lists: exact up to ten thousand, above that at most five seconds old, so that no page counts them afresh. */
export function createTotals() {
  const known = new Map<string, { total: number; until: number }>()
  return async (search: object, count: () => Promise<number>): Promise<number> => {
    const key = JSON.stringify(search)
    const found = known.get(key)
    if (found && found.until > performance.now()) return found.total
    const total = await count()
    if (total < MANY) return total
    if (known.size >= MOST_REMEMBERED) known.delete(known.keys().next().value!)
    known.set(key, { total, until: performance.now() + MANY_LIVE_MS })
    return total
  }
}
