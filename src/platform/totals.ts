import { LRUCache } from 'lru-cache'

/** From here on counting the rows of a list takes longer than reading a page of it. */
const MANY = 10_000

/** Totals of lists: exact up to ten thousand, above that at most five seconds old, so that no page counts them afresh. */
export function createTotals() {
  const known = new LRUCache<string, number>({ max: 500, ttl: 5_000 })
  return async (search: object, count: () => Promise<number>): Promise<number> => {
    const key = JSON.stringify(search)
    const found = known.get(key)
    if (found !== undefined) return found
    const total = await count()
    if (total >= MANY) known.set(key, total)
    return total
  }
}
