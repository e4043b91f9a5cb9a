import fc from 'fast-check'
import type { ModelPromotion, World } from './reduced-prices.ts'
import type { createSettableClock } from './settable-clock.ts'

export const START = '2026-01-10T08:00:00.000Z'
const SECOND = 1_000
const DAY = 86_400_000

const pause = fc.constantFrom(
  ...[0, 1, 20 * SECOND, 40 * SECOND, 59_999, 60_000, 61 * SECOND, 3_600_000],
  ...[DAY, 7 * DAY, 12 * DAY, 29 * DAY, 30 * DAY, 31 * DAY],
)
const discount = fc.constantFrom(
  ...[10, 10, 20, 50].map(percent => ({ percent, euros: 0 })),
  ...[{ percent: 0, euros: 2 }],
)
const terms = fc.record({
  discount,
  on: fc.constantFrom('product' as const, 'category' as const),
  /** Relative to the present. */
  begins: fc.constantFrom(-40 * DAY, 0, 0, 30 * SECOND, 60_000, 10 * DAY),
  lasts: fc.constantFrom(0, 40 * SECOND, DAY, 20 * DAY, 100 * DAY, 100 * DAY),
})
const which = fc.nat(2)
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('price' as const),
      cents: fc.constantFrom(500, 800, 900, 1000, 1200),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('category' as const), isInCategory: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('promote' as const), terms }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('discount' as const), which, discount }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('dates' as const), which, terms }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('describe' as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('automatic' as const), which, isAutomatic: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), which }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Changes of one product and of promotions on it. The product is created before the step at `created`. */
export const plans = fc.record({
  created: fc.constantFrom(0, 0, 0, 1, 2),
  steps: fc.array(fc.record({ pause, step }), { minLength: 3, maxLength: 12 }),
  /** The time from the last change to a second comparison. */
  last: pause,
})
type Plan = { created: number; steps: readonly { pause: number; step: Step }[] }

/** The changes as something under test makes them, at the time of the clock. */
export type PriceActions = {
  create(product: Product): Promise<void> | void
  change(product: Product): Promise<void> | void
  /** Returns the id. */
  promote(promotion: ModelPromotion): Promise<number> | number
  changePromotion(promotion: ModelPromotion): Promise<void> | void
  deletePromotion(promotion: ModelPromotion): Promise<void> | void
}
type Product = NonNullable<World['product']>

/** Makes the changes of a plan from `START` on, and returns the state of the world after each. */
export async function playHistory(
  { created, steps }: Plan,
  clock: ReturnType<typeof createSettableClock>,
  actions: PriceActions,
): Promise<World[]> {
  const history: World[] = []
  let product: Product | undefined
  let promotions: ModelPromotion[] = []
  const note = () => history.push({ at: clock.now().getTime(), ...(product && { product }), promotions })
  const dates = ({ begins, lasts }: { begins: number; lasts: number }) => {
    const from = clock.now().getTime() + begins
    return { begins: from, ends: from + lasts }
  }

  async function make(step: Step) {
    if (step.kind === 'price' || step.kind === 'category') {
      if (!product) return
      const { kind: _, ...change } = step
      product = { ...product, ...change }
      return actions.change(product)
    }
    if (step.kind === 'promote') {
      const { on, discount } = step.terms
      if (!product && on === 'product') return
      const given = { id: 0, ...discount, on, ...dates(step.terms), isAutomatic: true }
      promotions = [...promotions, { ...given, id: await actions.promote(given) }]
      return
    }
    const one = promotions[step.which]
    if (!one) return
    promotions = promotions.filter(other => other !== one)
    if (step.kind === 'delete') return actions.deletePromotion(one)
    const changed = {
      ...one,
      ...(step.kind === 'discount' && step.discount),
      ...(step.kind === 'dates' && dates(step.terms)),
      ...(step.kind === 'automatic' && { isAutomatic: step.isAutomatic }),
    }
    promotions = [...promotions, changed]
    return actions.changePromotion(changed)
  }

  clock.set(START)
  for (const [i, { pause, step }] of steps.entries()) {
    clock.set(clock.now().getTime() + pause)
    if (i === created) {
      product = { cents: 1000, isInCategory: true }
      await actions.create(product)
      note()
    }
    await make(step)
    note()
  }
  return history
}
