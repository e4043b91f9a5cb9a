/** A promotion as a test gives it: one that lowers prices for everybody unless the test says otherwise. */
export type ModelPromotion = {
  id: number
  percent: number
  euros: number
  on: 'product' | 'category'
  begins: number
  ends: number
  isAutomatic: boolean
}

/** Everything that matters for the price of one product, from a time on. */
export type World = {
  at: number
  product?: { cents: number; isInCategory: boolean }
  promotions: readonly ModelPromotion[]
}

const MINUTE = 60_000
const DAY = 86_400_000

const applies = ({ product }: World, one: ModelPromotion, at: number) =>
  product !== undefined &&
  one.isAutomatic &&
  (one.on === 'product' || product.isInCategory) &&
  one.begins <= at &&
  at <= one.ends

const reduce = (cents: number, { percent, euros }: ModelPromotion) =>
  euros > 0 ? Math.max(0, cents - 100 * euros) : Math.floor((2 * cents * (100 - percent) + 100) / 200)

/**
 * Computes the reduced price of a product slowly, from the complete state of the world at every moment of its history, by the
 * words of the specification.
 */
export function computeReducedPrice(history: readonly World[], now: number) {
  const worldAt = (at: number) => history.findLast(world => world.at <= at)
  const moments = new Set([now, now - 30 * DAY])
  for (const { at, promotions } of history)
    for (const moment of [at, ...promotions.flatMap(({ begins, ends }) => [begins, ends + 1])]) {
      moments.add(moment)
      moments.add(moment + 30 * DAY)
      moments.add(moment - 30 * DAY)
    }
  const sorted = [...moments].filter(moment => moment <= now).sort((a, b) => a - b)

  const applyingAt = (at: number) => {
    const world = worldAt(at)
    return world ? world.promotions.filter(one => applies(world, one, at)) : []
  }
  const priceAt = (at: number) => {
    const cents = worldAt(at)?.product?.cents
    return cents === undefined ? undefined : Math.min(cents, ...applyingAt(at).map(one => reduce(cents, one)))
  }

  const present = worldAt(now)?.product?.cents
  const promo = priceAt(now)
  if (present === undefined || promo === undefined || promo >= present) return undefined

  // Each discount of each promotion, while it applied without a break.
  type Reduction = { id: number; discount: string; from: number; last: number }
  const reductions: Reduction[] = []
  let open: Reduction[] = []
  for (const [i, from] of sorted.entries()) {
    const next = sorted[i + 1] ?? now + 1
    open = applyingAt(from).map(({ id, percent, euros }) => {
      const discount = `${percent} ${euros}`
      const known = open.find(one => one.id === id && one.discount === discount)
      if (known) {
        known.last = next - 1
        return known
      }
      const begun = { id, discount, from, last: next - 1 }
      reductions.push(begun)
      return begun
    })
  }
  let ours = [...open]
  for (;;) {
    const more = reductions.filter(
      other =>
        ours.includes(other) ||
        ours.some(
          one =>
            (one.id !== other.id || one.discount === other.discount) &&
            Math.max(one.from, other.from) - Math.min(one.last, other.last) < MINUTE,
        ),
    )
    if (more.length === ours.length) break
    ours = more
  }
  const begun = Math.min(...ours.map(({ from }) => from))
  const before = [begun - 30 * DAY, ...sorted]
    .filter(at => at >= begun - 30 * DAY && at < begun)
    .flatMap(at => priceAt(at) ?? [])
  const lowest = Math.min(...before)
  return before.length > 0 && lowest > promo
    ? { prixPromoCents: promo, prixPrecedentCents: lowest }
    : undefined
}
