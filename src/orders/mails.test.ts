import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { clientIds, lines, now, promotions } from '../../test/support/baskets/random.ts'
import type { MailWanted } from '../accounts/contract.ts'
import { contentOf } from '../accounts/mails/content.ts'
import { renderHtml, renderText } from '../accounts/mails/render.ts'
import { createRefundMail } from '../payments/announce.ts'
import type { Transaction } from '../payments/tables.ts'
import { linesToStore } from './basket/lines.ts'
import { refundableDeliveryCents } from './delivery/terms.ts'
import {
  createOrderCancelledMail,
  createOrderReceivedMail,
  createPaymentMissingMail,
  createReturnMail,
} from './mails.ts'
import { paidLines } from './paid-lines.ts'
import { computeBasket, discountsOf, indexPromotions } from './pricing/basket.ts'
import { priceReturnedLines } from './returns/returned-lines.ts'
import type { AppliedCode, DeliveryTerms, Order } from './tables.ts'

const SHOP = {
  ...{ name: 'La Boutique', base: 'https://boutique.example', shopUrl: '', hasPages: true },
  ...{ contact: null, legal: [] },
}
const SETTINGS = { legalVatExempt: '0' as const }

/** Returns the cents of an amount as a mail shows it in either language. */
const centsOf = (amount: string) => Number(amount.replace(/[^\d]/g, '')) * (/[-−]/.test(amount) ? -1 : 1)

/** Asserts that the amounts of a mail, as its HTML shows them, add up to its total; returns that. */
function checkSum(mail: MailWanted) {
  const content = contentOf(mail, SHOP, {})
  const cells = [...renderHtml(content, SHOP).matchAll(/<td class="rule" align="right"[^>]*>(.*?)<\/td>/g)]
  assert.equal(cells.length, content.rows.length)
  const text = renderText(content, SHOP)
  let sum = 0
  let total: number | undefined
  for (const [i, { kind, label }] of content.rows.entries()) {
    const value = String(cells[i]?.[1])
    assert.ok(text.includes(label + content.words.colon + value), `${label} ${value}`)
    if (kind === 'total') total = centsOf(value)
    else if (kind !== 'detail') sum += centsOf(value)
  }
  if (content.rows.some(({ kind }) => kind === undefined)) assert.equal(sum, total, text)
  return total
}

const order = fc.tuple(lines, promotions).map(([given, list]) => {
  const ordered = given.map(({ categories = null, ean = null, ...line }) => ({
    ...{ ...line, categories, ean, nom: 'Lampe & <abat-jour> : 2', connu: true, tauxTva: 20 },
  }))
  const basket = computeBasket(ordered, indexPromotions(list), { clientIds, now })
  const remises = discountsOf(basket)
  return {
    lignes: linesToStore(basket),
    remises: remises.length > 0 ? remises : null,
    goods: basket.totalCents,
  }
})

const terms = fc
  .record({ prixCents: fc.integer({ min: 0, max: 2_000 }), tauxTva: fc.constantFrom(null, 20, 5.5) })
  .map(given => ({ ...given, nom: 'Colis', remboursableCents: given.prixCents }) as DeliveryTerms)

test('the amounts in each mail about an order add up to the cent, with promotions, codes, delivery and partial refunds', () => {
  const seen = { discounts: 0, deliveries: 0, partial: 0, returned: 0, reduced: 0 }
  const property = fc.property(
    fc.record({
      ...{ order, delivery: fc.option(terms), langue: fc.constantFrom('fr' as const, 'en' as const) },
      ...{
        parts: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 3 }),
        whole: fc.boolean(),
      },
    }),
    ({ order: { goods, ...given }, delivery, langue, parts, whole }) => {
      const montantTotalCents = goods + (delivery?.prixCents ?? 0)
      const codes = given.remises?.slice(0, 1).map(each => ({ ...each, code: 'RENTREE' }) as AppliedCode)
      const placed = {
        ...{ ...given, montantTotalCents, langue, codes: codes ?? null, conditionsLivraison: delivery },
        ...{
          ordreId: 'CMD-00000000000000000000',
          clientId: 'CLI_0A1B2C3D',
          clientInfo: {},
          confirmeeLe: now,
        },
      } as unknown as Order
      const more = { prouve: true, magasin: undefined, products: new Map() }
      for (const [{ body } = assert.fail()] of [
        createOrderReceivedMail(placed, SETTINGS, more),
        createPaymentMissingMail(placed, SETTINGS),
        createOrderCancelledMail(placed, SETTINGS, true),
      ] as { body: MailWanted }[][])
        assert.equal(checkSum(body), montantTotalCents)

      let refunded = 0
      for (const [i, percent] of parts.entries()) {
        const montantCents = Math.floor(((montantTotalCents - refunded) * percent) / 100)
        if (montantCents === 0) continue
        refunded += montantCents
        const payment = {
          montantCents: montantTotalCents,
          montantRembourseCents: refunded,
          orderId: placed.ordreId,
        }
        const [mail = assert.fail()] = createRefundMail(
          { ...payment, devise: 'EUR' } as Transaction,
          { id: i + 1, montantCents, source: null } as Transaction,
        )
        const isWhole = montantCents === montantTotalCents
        assert.equal(
          checkSum({ ...mail, donnees: { ...mail.donnees, langue } }),
          isWhole ? montantCents : montantTotalCents - refunded,
        )
        if (!isWhole) seen.partial++
      }

      const paid = paidLines(placed)
      const [first] = paid
      if (first === undefined) return
      const back = whole
        ? paid.map(({ articleId, quantite }) => ({ articleId, quantite }))
        : [{ articleId: first.articleId, quantite: 1 }]
      const returned = priceReturnedLines(paid, [], back)
      const livraisonCents = whole ? refundableDeliveryCents(placed) : 0
      const wanted = returned.reduce((sum, line) => sum + line.montantCents, livraisonCents)
      const montantCents = Math.min(wanted, montantTotalCents - refunded)
      const [{ body } = assert.fail()] = createReturnMail(
        placed,
        { id: 1, montantCents, livraisonCents },
        returned,
      ) as { body: MailWanted }[]
      assert.equal(checkSum(body), montantCents)
      seen.returned++
      if (montantCents < wanted) seen.reduced++
      if (placed.remises) seen.discounts++
      if (delivery) seen.deliveries++
    },
  )
  fc.assert(property, { seed: 20_261_124, numRuns: 200 })
  for (const [what, count] of Object.entries(seen)) assert.ok(count >= 25, `${count} of ${what}`)
})
