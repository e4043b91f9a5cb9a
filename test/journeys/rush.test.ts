import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually, openPlatform, type TestPlatform } from '../support/platform.ts'
import { shopping } from '../support/shopping.ts'

/** Goods at 10 €, of which there are `quantity`. */
async function stocked(shop: TestPlatform, quantity: number) {
  const { product, store, stock } = shopping(shop)
  const { id } = await product()
  await stock((await store()).id, id, quantity)
  return { id, line: { id, quantite: 1, prixUnitaireCents: 1000 } }
}

const count = async (shop: TestPlatform, query: string, values: unknown[] = []) =>
  (await shop.platform.db.pg.query(`select count(*)::int as found from ${query}`, values)).rows[0].found

describe('a thousand buyers of one unit at once', () => {
  let shop: TestPlatform
  before(async () => {
    shop = await openPlatform({
      settings: { COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '0' },
    })
  })

  test('one order, nothing left, and all others are told 409 and pay nothing', async () => {
    const { id, line } = await stocked(shop, 1)
    const { place, pay, left } = shopping(shop)
    const buy = async (buyer: number) => {
      const { status, body } = await place([line], { clientId: `CLI_BUYER${buyer}` })
      if (status === 201) await pay(body.ordreId, 10)
      return { status, message: body.message }
    }

    const answers = await Promise.all(Array.from({ length: 1000 }, (_, buyer) => buy(buyer)))

    const refused = answers.filter(({ status }) => status === 409)
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    assert.equal(refused.length, 999)
    assert.match(refused[0]!.message, new RegExp(`${id}`))
    assert.equal(await left(id), 0)
    assert.equal(await count(shop, 'orders.commande'), 1)
    assert.equal(await count(shop, 'payments.transaction'), 1)
    await eventually('the delivery slip', async () => (await count(shop, 'logistics.bordereau')) === 1)
    assert.equal(await count(shop, `logistics.bordereau where statut = 'incomplet'`), 0)
  })
})

describe('reservations that expire while being paid', () => {
  const UNITS = 3
  let shop: TestPlatform
  before(async () => {
    // The 30 minutes of a reservation are a second.
    shop = await openPlatform({
      settings: {
        COMPTOIR_CLOCK_MULTIPLIER: '1800',
        COMPTOIR_PAYMENT_DELAY_MS: '0',
        COMPTOIR_CONFIRM_DELAY_MS: '0',
      },
    })
  })

  test('each unit is paid once: who comes too late is told 409 and pays nothing', async () => {
    const { id, line } = await stocked(shop, UNITS)
    const { place, pay, left } = shopping(shop)
    const tally = { paid: 0, tooLate: 0 }

    /** Places an order, dawdles, pays; tries again as long as there is anything to be had. */
    async function buy(buyer: number) {
      while (tally.paid < UNITS) {
        const { status, body } = await place([line], { clientId: `CLI_BUYER${buyer}` })
        if (status === 201) {
          await sleep((buyer % 8) * 200)
          const outcome = await pay(body.ordreId, 10).then(() => 'paid' as const, tooLate)
          tally[outcome]++
          if (outcome === 'paid') return
        }
        await sleep(20)
      }
    }
    const tooLate = (error: Error) => {
      assert.match(error.message, /^409 /)
      return 'tooLate' as const
    }
    await Promise.all(Array.from({ length: 40 }, (_, buyer) => buy(buyer)))

    assert.equal(tally.paid, UNITS)
    await eventually('the slips', async () => (await count(shop, 'logistics.bordereau')) === UNITS)
    assert.equal(await count(shop, `logistics.bordereau where statut = 'a_preparer'`), UNITS)
    assert.equal(await count(shop, 'orders.commande where "confirmeeLe" is not null'), UNITS)
    assert.equal(await count(shop, `payments.transaction where status = 'accepte'`), UNITS)
    assert.equal(await count(shop, 'payments.transaction'), UNITS)
    assert.equal(await left(id), 0)
    assert.ok(tally.tooLate > 0, 'nobody came too late: the storm was none')
  })
})
