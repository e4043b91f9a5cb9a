import { pause } from '../../pause.ts'
import type { Random } from '../../seeded-random.ts'
import { finishPurchases } from '../buying.ts'
import { type AreaCall, continuePurchase, isOver, type Product, type Purchase } from '../purchase.ts'
import type { Fault, FaultyProxy } from './faulty-proxy.ts'
import { measure, type Probe, type Times } from './probes.ts'

const ROUND_MS = 2_000
/** The interval at which purchases start, whatever the outcome of earlier ones. */
const EVERY_MS = 200

export type Shop = { ask: AreaCall; product: Product; begin(): Purchase }

/** Starts purchases at a steady rate while the probes are called; returns them once each is complete or refused. */
async function round({ ask, product, begin }: Shop, probes: readonly Probe[], times: Times) {
  const begun: Purchase[] = []
  const goingOn: Promise<unknown>[] = []
  let over = false
  const measured = measure(ask, probes, times, () => over)
  const end = performance.now() + ROUND_MS
  while (performance.now() < end) {
    const purchase = begin()
    begun.push(purchase)
    goingOn.push(continueUntilRefused(ask, purchase, product))
    await pause(EVERY_MS)
  }
  over = true
  await Promise.all([measured, ...goingOn])
  return begun
}

/** A payment in progress does not count as refused. */
async function continueUntilRefused(ask: AreaCall, purchase: Purchase, product: Product) {
  while (!(await continuePurchase(ask, purchase, product))) {
    if (!purchase.refused?.includes('en_attente')) return
    await pause(100)
  }
}

/** Times per round. */
export type Measurements = { healthy: Times[]; faulty: Times[] }
export type Results = { purchases: Purchase[]; abandoned: Purchase[]; recoverySeconds: number[] }

function newRound(rounds: Times[]): Times {
  const times: Times = new Map()
  rounds.push(times)
  return times
}

/**
 * Runs one round without the fault and one with it. Then the fault ends, and every purchase is completed except some
 * refused ones, whose buyers do not return.
 */
export async function tryFault(
  shop: Shop,
  { proxy, fault, random }: { proxy: FaultyProxy; fault: Fault; random: Random },
  probes: readonly Probe[],
  { healthy, faulty }: Measurements,
  results: Results,
) {
  const before = await round(shop, probes, newRound(healthy))
  await finishPurchases(shop, before)
  proxy.fault = fault
  const begun = await round(shop, probes, newRound(faulty))
  proxy.restore()
  const restored = performance.now()
  const first = shop.begin()
  await finishPurchases(shop, [first])
  results.recoverySeconds.push((performance.now() - restored) / 1000)
  // The refused orders of abandoned purchases must have left nothing behind.
  const abandoned = begun.filter(
    ({ done, refused }) => done === 0 && refused?.startsWith('order: 503') && random.next() < 0.4,
  )
  const others = begun.filter(purchase => !abandoned.includes(purchase))
  await finishPurchases(shop, others)
  results.abandoned.push(...abandoned)
  results.purchases.push(...before, first, ...others)
  if (!results.purchases.every(isOver)) throw new Error('A purchase is incomplete')
}
