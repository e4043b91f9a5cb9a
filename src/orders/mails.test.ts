import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { clientIds, lines, now, promotions } from '../../test/support/baskets/random.ts'
import type { MailWanted } from '../accounts/contract.ts'
import { contentOf } from '../accounts/mails/texts.ts'
import { linesToStore } from './basket/lines.ts'
import { createOrderReceivedMail } from './mails.ts'
import { computeBasket, discountsOf, indexPromotions } from './pricing/basket.ts'
import type { Order } from './tables.ts'

/** Returns the cents of an amount as formatted in a mail. */
const centsOf = (amount: string) => Number(amount.replace(/[^\d-]/g, '')) * (amount.includes('−') ? -1 : 1)

test('the lines and discounts in the mail about an order add up to its total, for any promotions', () => {
  let discounted = 0
  const property = fc.property(fc.tuple(lines, promotions), ([given, list]) => {
    const ordered = given.map(({ categories = null, ean = null, ...line }) => ({
      ...line,
      categories,
      ean,
      nom: 'Lampe',
      connu: true,
      tauxTva: 20,
    }))
    const basket = computeBasket(ordered, indexPromotions(list), { clientIds, now })
    const remises = discountsOf(basket)
    const order = {
      ...{ ordreId: 'CMD-00000000000000000000', clientId: 'CLI_0A1B2C3D', clientInfo: {}, confirmeeLe: now },
      ...{ lignes: linesToStore(basket), remises: remises.length > 0 ? remises : null },
      montantTotalCents: basket.totalCents,
    } as unknown as Order
    const [{ body } = assert.fail()] = createOrderReceivedMail(order, true) as { body: MailWanted }[]
    const { rows = [] } = contentOf(body, 'La Boutique')
    const amounts = rows.map(([, amount]) => centsOf(amount))
    const total = amounts.pop()
    assert.equal(rows.at(-1)?.[0], 'Total')
    assert.equal(total, basket.totalCents)
    assert.equal(
      amounts.reduce((sum, cents) => sum + cents, 0),
      total,
    )
    if (remises.length > 0) discounted++
  })
  fc.assert(property, { seed: 20_261_124, numRuns: 2_000 })
  assert.ok(discounted > 200, `${discounted} of them had a discount`)
})
