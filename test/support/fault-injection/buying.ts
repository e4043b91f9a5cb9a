import { pause } from '../pause.ts'
import { type AreaCall, continuePurchase, type Product, type Purchase } from './purchase.ts'

const SETTLED_MS = 180_000
const PAUSE_MS = 100

type Shop = { ask: AreaCall; product: Product }

/** Continues all purchases until they are complete; throws if one is not after three minutes. */
export async function finishPurchases({ ask, product }: Shop, purchases: readonly Purchase[]) {
  const end = performance.now() + SETTLED_MS
  await Promise.all(
    purchases.map(async purchase => {
      while (!(await continuePurchase(ask, purchase, product))) {
        if (performance.now() > end) throw new Error(`A purchase does not complete: ${purchase.refused}`)
        await pause(PAUSE_MS)
      }
    }),
  )
}

/**
 * Starts `atOnce` buyers. Each makes one purchase after another, and retries an incomplete step after a pause. After
 * `stop`, the last purchase of each may be incomplete.
 */
export function startBuying({ ask, product }: Shop, name: string, atOnce = 4) {
  const purchases: Purchase[] = []
  let over = false
  const buyers = Array.from({ length: atOnce }, async () => {
    while (!over) {
      const mark = `${name}-${purchases.length}`
      const purchase: Purchase = { mark, clientId: product.clientId, token: undefined, done: 0 }
      purchases.push(purchase)
      while (!over && !(await continuePurchase(ask, purchase, product))) await pause(PAUSE_MS)
    }
  })
  return {
    purchases,
    /** The number of purchases whose order is accepted. */
    ordered: () => purchases.filter(({ ordreId }) => ordreId !== undefined).length,
    async stop() {
      over = true
      await Promise.all(buyers)
    },
  }
}
