import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import { count, countOf, createGoods, people, type Rush, retryWhileBusy } from './rush.ts'

/** Many buyers concurrently order the only unit: one of them gets it and pays; the others get 409 and pay nothing. */
export async function orderOnlyUnit(rush: Rush, buyers: number) {
  const { order, pay, left } = await createGoods(rush, 1)
  const before = await state()

  const outcomes = await Promise.all(
    people(buyers).map(async buyer => {
      const ordered = await retryWhileBusy(() => order(buyer))
      return typeof ordered === 'string' ? ordered : retryWhileBusy(() => pay(ordered.ordreId))
    }),
  )

  assert.equal(countOf(outcomes, 'paid'), 1)
  assert.equal(countOf(outcomes, 'refused'), buyers - 1)
  assert.equal(await left(), 0)
  await eventually('the delivery slip exists', async () => (await state()).slips > before.slips)
  const { orders, transactions, slips } = before
  assert.deepEqual(await state(), { orders: orders + 1, transactions: transactions + 1, slips: slips + 1 })
  assert.equal(await count(rush, `logistics.bordereau where statut = 'incomplet'`), 0)

  async function state() {
    return {
      orders: await count(rush, 'orders.commande'),
      transactions: await count(rush, 'payments.transaction'),
      slips: await count(rush, 'logistics.bordereau'),
    }
  }
}
