import assert from 'node:assert/strict'
import fc from 'fast-check'
import {
  type Basket,
  type BasketLine,
  type BasketPromotion,
  computeBasket,
  indexPromotions,
} from '../../../src/orders/pricing/basket.ts'
import { clientIds, lines, now, promotions } from './random.ts'
import { computeSlowTotal } from './slow-reading.ts'

const customer = { clientIds, now }
const total = (of: readonly BasketLine[], list: readonly BasketPromotion[]) =>
  computeBasket(of, indexPromotions(list), customer)
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)

/** The properties of every basket under any promotions. */
const properties: Record<string, (basket: Basket, of: BasketLine[], list: BasketPromotion[]) => void> = {
  'whole cents, never below zero'({ totalCents, discountCents, lines }) {
    for (const cents of [totalCents, discountCents, ...lines.map(line => line.totalCents)])
      assert.ok(Number.isSafeInteger(cents) && cents >= 0, `${cents}`)
  },

  'never above the plain total, in all and line by line'(basket, of) {
    const plain = total(of, [])
    assert.ok(basket.totalCents <= plain.totalCents)
    for (const [i, line] of basket.lines.entries()) assert.ok(line.totalCents <= plain.lines[i]!.totalCents)
  },

  'the sum of its lines, the basket discount among what is taken off them'(basket, of) {
    const { totalCents, discountCents, basketPromotionId, lines: paid } = basket
    assert.equal(sum(paid.map(line => line.totalCents)), totalCents)
    assert.equal(sum(paid.map(shareOf(basket))), discountCents)
    assert.equal(sum(paid.map(({ line }) => line.quantite)), sum(of.map(line => line.quantite)))
    assert.equal(basketPromotionId === null, discountCents === 0)
  },

  'of each line its plain price less what each promotion takes off it, named once'({ lines: paid }) {
    for (const { line, totalCents, discounts } of paid) {
      const off = sum(discounts.map(({ montantCents }) => montantCents))
      assert.equal(totalCents + off, line.quantite * line.prixUnitaireCents)
      for (const { montantCents } of discounts)
        assert.ok(Number.isSafeInteger(montantCents) && montantCents > 0)
      assert.equal(new Set(discounts.map(({ promotionId }) => promotionId)).size, discounts.length)
    }
  },

  'the same in whatever order articles and promotions come'(basket, of, list) {
    const half = Math.floor(of.length / 2)
    const moved = total([...of.slice(half).reverse(), ...of.slice(0, half)], list.toReversed())
    assert.deepEqual(inOrder(moved), inOrder(basket))
  },

  'what it would be if the promotions with valid codes were automatic, in whatever order they are named'(
    _basket,
    of,
    list,
  ) {
    const named = list.filter(({ id }) => id % 2 === 0).map(({ id }) => id)
    const coded = (ids: number[], among: readonly BasketPromotion[]) =>
      computeBasket(of, indexPromotions(among), { ...customer, codePromotions: new Set(ids) })
    const automatic = list.map(each => (named.includes(each.id) ? { ...each, autoAppliquee: true } : each))
    assert.deepEqual(coded(named, list), total(of, automatic))
    assert.deepEqual(coded(named.toReversed(), list.toReversed()), coded(named, list))
  },

  'what a slow reading of the rules comes to'(basket, of, list) {
    const slow = computeSlowTotal(of, list, customer)
    assert.equal(basket.totalCents, slow.total)
    const ofLines = [...slow.ofLines.values()]
    assert.deepEqual(
      basket.lines.map(line => line.totalCents),
      ofLines.map(({ paid }) => paid),
    )
    assert.deepEqual(
      basket.lines.map(shareOf(basket)),
      ofLines.map(({ share }) => share),
    )
  },
}

/** The discount that the basket promotion applies to a line. */
const shareOf =
  ({ basketPromotionId }: Basket) =>
  ({ discounts }: Basket['lines'][number]) =>
    discounts.find(({ promotionId }) => promotionId === basketPromotionId)?.montantCents ?? 0

/** Sorts the lines without the shares of the basket promotion, because the remainder depends on the order of lines. */
const inOrder = (basket: Basket) => ({
  ...basket,
  lines: basket.lines
    .map(paid => {
      const discounts = paid.discounts.filter(({ promotionId }) => promotionId !== basket.basketPromotionId)
      return JSON.stringify({ ...paid, totalCents: paid.totalCents + shareOf(basket)(paid), discounts })
    })
    .sort(),
})

/** Checks all properties of one random basket under random promotions. */
export const basketProperty = fc.property(lines, promotions, (of, list) => {
  const basket = total(of, list)
  for (const [name, holds] of Object.entries(properties)) {
    try {
      holds(basket, of, list)
    } catch (error) {
      throw new Error(`Not ${name}: ${(error as Error).message}`)
    }
  }
})
