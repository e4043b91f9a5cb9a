import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import { pause } from '../pause.ts'
import type { Random } from '../seeded-random.ts'
import {
  count,
  countOf,
  createGoods,
  expireActiveReservations,
  people,
  type Rush,
  retryWhileBusy,
} from './rush.ts'

type Tables = { slips: number; confirmed: number; accepted: number; transactions: number }

const tablesOf = async (rush: Rush): Promise<Tables> => ({
  slips: await count(rush, `logistics.bordereau where statut = 'a_preparer'`),
  confirmed: await count(rush, 'orders.commande where "confirmeeLe" is not null'),
  accepted: await count(rush, `payments.transaction where status = 'accepte'`),
  transactions: await count(rush, 'payments.transaction'),
})

/** Checks that each unit is paid once and prepared once, and that nobody else is charged. */
async function checkSold(rush: Rush, before: Tables, units: number) {
  const expected = Object.fromEntries(Object.entries(before).map(([name, was]) => [name, was + units]))
  await eventually('the slips exist', async () => (await tablesOf(rush)).slips >= before.slips + units)
  assert.deepEqual(await tablesOf(rush), expected)
  assert.equal(await count(rush, `logistics.bordereau where statut = 'incomplet'`), 0)
}

/**
 * The first buyers order all units and do not pay. Once their reservations have expired, `buyers` others order
 * concurrently; one for each unit succeeds and does not pay in time either. Then all buyers with an order pay
 * concurrently, and one payment for each unit is accepted.
 */
export async function payTooLate(rush: Rush, units: number, buyers: number) {
  const before = await tablesOf(rush)
  const { order, pay, left } = await createGoods(rush, units)
  const orders = async (who: number[]) =>
    (await Promise.all(who.map(buyer => retryWhileBusy(() => order(buyer))))).flatMap(ordered =>
      typeof ordered === 'string' ? [] : [ordered.ordreId],
    )

  const early = await orders(people(units))
  assert.equal(early.length, units)
  assert.equal(
    await retryWhileBusy(() => order(-1)),
    'refused',
    'no units are left before the reservations expire',
  )
  await expireActiveReservations(rush)
  const late = await orders(people(buyers))
  assert.equal(late.length, units, 'exactly the expired units are sold again')
  await expireActiveReservations(rush)
  const outcomes = await Promise.all([...early, ...late].map(ordreId => retryWhileBusy(() => pay(ordreId))))

  assert.equal(countOf(outcomes, 'paid'), units)
  assert.equal(countOf(outcomes, 'tooLate'), units)
  await checkSold(rush, before, units)
  assert.equal(await left(), 0)
}

/**
 * Each buyer orders, pays after a random delay, and retries until it has paid or all units are paid. Returns the number
 * of payments that came too late.
 */
export async function buySlowly(rush: Rush, units: number, buyers: number, random: Random) {
  const before = await tablesOf(rush)
  const { order, pay, left } = await createGoods(rush, units)
  let [paid, tooLate] = [0, 0]

  async function buy(buyer: number) {
    while (paid < units) {
      const ordered = await order(buyer)
      // Up to twice the lifetime of a reservation.
      if (typeof ordered !== 'string') await pause(random.below(1_000))
      const outcome = typeof ordered === 'string' ? ordered : await payInTheEnd(ordered.ordreId)
      if (outcome === 'tooLate') tooLate++
      if (outcome === 'paid') return paid++
      await pause(20 + random.below(50))
    }
    return undefined
  }
  async function payInTheEnd(ordreId: string) {
    for (;;) {
      const outcome = await pay(ordreId)
      if (outcome !== 'busy') return outcome
      await pause(random.below(200))
    }
  }
  await Promise.all(people(buyers).map(buy))

  assert.equal(paid, units)
  await checkSold(rush, before, units)
  assert.equal(await left(), 0)
  return tooLate
}
