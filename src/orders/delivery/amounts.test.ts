import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { creditNoteOf, invoiceOf } from '../invoices/contents.ts'
import type { CreditContent, Seller } from '../invoices/schemas.ts'
import { apportion } from '../pricing/spread.ts'
import type { DeliveryTerms, Line, Order } from '../tables.ts'
import { refundableDeliveryCents, splitDeliveryByRate, termsOf } from './terms.ts'

const seed = 20_261_126
const TERMS: DeliveryTerms = {
  ...{ code: 'colis', nom: 'Colis', type: 'domicile', prixCents: 690, remboursableCents: 490, tauxTva: null },
  ...{ delaiJours: null, suiviUrl: null, promotionId: null, pointRelais: null },
}
type FullLine = Line & Required<Pick<Line, 'totalCents' | 'tauxTva'>>
const line = (tauxTva: number, totalCents: number, more: Partial<Line> = {}): FullLine => ({
  ...{ articleId: '1', nom: 'Article', categories: null, quantite: 1, prixUnitaireCents: totalCents },
  ...{ totalCents, connu: true, tauxTva, ...more },
})
const seller = (franchiseTva = false) => ({ franchiseTva }) as Seller
const orderOf = (lignes: FullLine[], conditionsLivraison: DeliveryTerms | null) => {
  const goods = lignes.reduce((sum, { totalCents }) => sum + totalCents, 0)
  const montantTotalCents = goods + (conditionsLivraison?.prixCents ?? 0)
  const about = { clientInfo: {}, adresseLivraison: {}, createdAt: new Date(0) }
  return { ...about, lignes, montantTotalCents, conditionsLivraison } as unknown as Order
}
const payment = { transactionId: '1', moyen: 'autre', marque: null, payeeLe: new Date(0) }
const invoice = (order: Order, franchise = false) => ({
  ...{ numero: '2026-000001', ordreId: 'CMD-1', emiseLe: new Date(0), avoirs: [] },
  ...invoiceOf(order, seller(franchise), payment),
})
const wanted = (
  montantCents: number,
  lignes: { articleId: string; quantite: number; montantCents: number }[] | null = null,
) => ({
  ...{ montantCents, lignes, livree: true },
})
const deliveries = (lignes: readonly { articleId: string }[]) =>
  lignes.filter(({ articleId }) => articleId === 'livraison')

describe('the VAT of a delivery', () => {
  const goods = [line(20, 600), line(5.5, 300), line(20, 100)]

  test('is spread over the rates of the goods in proportion to their amounts', () => {
    assert.deepEqual(splitDeliveryByRate(TERMS, goods), [
      { tauxTva: 20, totalCents: 483 },
      { tauxTva: 5.5, totalCents: 207 },
    ])
    const one = splitDeliveryByRate({ ...TERMS, prixCents: 5 }, [line(20, 1), line(10, 1), line(5.5, 1)])
    assert.deepEqual(
      one.map(({ totalCents }) => totalCents),
      [1, 1, 3],
    )
  })

  test('is that of its method if it has one, and counts free goods at their full price', () => {
    assert.deepEqual(splitDeliveryByRate({ ...TERMS, tauxTva: 10 }, goods), [
      { tauxTva: 10, totalCents: 690 },
    ])
    const free = [line(20, 0, { prixUnitaireCents: 300 }), line(5.5, 0, { prixUnitaireCents: 100 })]
    assert.deepEqual(
      splitDeliveryByRate({ ...TERMS, prixCents: 400 }, free).map(each => each.totalCents),
      [300, 100],
    )
    assert.deepEqual(splitDeliveryByRate(TERMS, [line(20, 0)]), [{ tauxTva: 20, totalCents: 690 }])
    assert.deepEqual(splitDeliveryByRate({ ...TERMS, prixCents: 0 }, goods), [])
  })

  test('is a line of the invoice for each rate, none if it is free, and 0 for an exempt seller', () => {
    const { lignes, parTaux, remiseCents } = invoice(orderOf(goods, TERMS))
    assert.equal(remiseCents, 0)
    assert.deepEqual(deliveries(lignes) as unknown, [
      {
        ...{
          articleId: 'livraison',
          nom: 'Colis',
          quantite: 1,
          prixUnitaireHtCents: 403,
          prixUnitaireCents: 483,
        },
        ...{ remiseCents: 0, totalCents: 483, tauxTva: 20 },
      },
      {
        ...{
          articleId: 'livraison',
          nom: 'Colis',
          quantite: 1,
          prixUnitaireHtCents: 196,
          prixUnitaireCents: 207,
        },
        ...{ remiseCents: 0, totalCents: 207, tauxTva: 5.5 },
      },
    ])
    assert.deepEqual(
      parTaux.map(({ tauxTva, ttcCents }) => [tauxTva, ttcCents]),
      [
        [20, 1183],
        [5.5, 507],
      ],
    )
    assert.deepEqual(deliveries(invoice(orderOf(goods, { ...TERMS, prixCents: 0 })).lignes), [])
    const exempt = invoice(orderOf(goods, { ...TERMS, tauxTva: 20 }), true)
    assert.deepEqual(exempt.parTaux, [{ tauxTva: 0, htCents: 1690, tvaCents: 0, ttcCents: 1690 }])
  })
})

describe('a credit note', () => {
  const issued = invoice(orderOf([line(20, 600), line(5.5, 300, { articleId: '2' })], TERMS))

  test('of a full refund shows the delivery at its rates, and that of a return does not', () => {
    const full = creditNoteOf(issued, [], wanted(1590))
    assert.deepEqual(
      full?.lignes.map(({ tauxTva, montantCents }) => [tauxTva, montantCents]),
      [
        [20, 460],
        [5.5, 230],
      ],
    )
    assert.deepEqual(full?.totaux, issued.totaux)
    const back = creditNoteOf(issued, [], wanted(600, [{ articleId: '1', quantite: 1, montantCents: 600 }]))
    assert.deepEqual(
      back?.lignes.map(({ articleId }) => articleId),
      ['1'],
    )
    assert.deepEqual(creditNoteOf(issued, [], wanted(690))?.lignes, [])
  })

  test('of a withdrawal shows the part of the delivery that it refunds, and a later one the rest', () => {
    const goods = [
      { articleId: '1', quantite: 1, montantCents: 600 },
      { articleId: '2', quantite: 1, montantCents: 300 },
    ]
    const delivery = { articleId: 'livraison', quantite: 1, montantCents: 490 }
    const back = creditNoteOf(issued, [], wanted(1390, [...goods, delivery]))
    assert.ok(back)
    assert.deepEqual(
      deliveries(back.lignes).map(each => (each as unknown as { montantCents: number }).montantCents),
      [326, 164],
    )
    assert.equal(back.totaux.ttcCents, 1390)
    const rest = creditNoteOf(issued, [back], wanted(200))
    assert.deepEqual(
      rest?.lignes.map(({ montantCents }) => montantCents),
      [134, 66],
    )
  })

  test('of an order without a method ignores an article with the name of the delivery', () => {
    const plain = invoice(orderOf([line(20, 600, { articleId: 'livraison' })], null))
    assert.deepEqual(creditNoteOf(plain, [], { ...wanted(600), livree: false })?.lignes, [])
  })
})

test('a withdrawal refunds at most the cheapest offer of the same type', () => {
  const offer = (code: string, type: DeliveryTerms['type'], prixCents: number) => ({
    ...{ method: { ...TERMS, code, type }, prixCents, fullCents: prixCents, promotionId: null },
  })
  const offers = [
    offer('lent', 'domicile', 490),
    offer('express', 'domicile', 990),
    offer('relais', 'relais', 100),
  ]
  const refundable = (code: string) => {
    const terms = termsOf(offers as never, code, null)
    return refundableDeliveryCents({ conditionsLivraison: terms ?? null })
  }
  assert.deepEqual(['lent', 'express', 'relais', 'inconnu'].map(refundable), [490, 490, 100, 0])
})

const cents = fc.integer({ min: 0, max: 200_000 })
const lignes = fc.array(
  fc
    .record({ rate: fc.constantFrom(20, 10, 5.5, 2.1, 0), total: cents, full: cents })
    .map(({ rate, total, full }) => line(rate, total, { prixUnitaireCents: total + full })),
  { minLength: 1, maxLength: 6 },
)
const terms = fc
  .record({ prixCents: fc.integer({ min: 0, max: 5_000 }), tauxTva: fc.constantFrom(null, 20, 5.5) })
  .map(given => ({ ...TERMS, ...given }))

test(`the invoice of any order is its total, and its credit notes add up to it at each rate (seed ${seed})`, () => {
  const parts = fc.array(fc.integer({ min: 1, max: 150_000 }), { maxLength: 4 })
  const check = (goods: FullLine[], delivery: DeliveryTerms, refunds: number[], franchise: boolean) => {
    const order = orderOf(goods, delivery)
    const issued = invoice(order, franchise)
    assert.equal(issued.totaux.ttcCents, order.montantTotalCents)
    const lines = deliveries(issued.lignes) as unknown as { totalCents: number }[]
    assert.equal(
      lines.reduce((sum, { totalCents }) => sum + totalCents, 0),
      delivery.prixCents,
    )
    const credits: CreditContent[] = []
    for (const refund of [...refunds, order.montantTotalCents]) {
      const credit = creditNoteOf(issued, credits, wanted(refund))
      if (credit) credits.push(credit)
    }
    for (const { tauxTva, ...amounts } of issued.parTaux) {
      const back = credits.flatMap(({ parTaux }) => parTaux).filter(each => each.tauxTva === tauxTva)
      const sum = (name: 'htCents' | 'tvaCents' | 'ttcCents') =>
        back.reduce((total, each) => total + each[name], 0)
      assert.deepEqual(
        { htCents: sum('htCents'), tvaCents: sum('tvaCents'), ttcCents: sum('ttcCents') },
        amounts,
      )
    }
    for (const credit of credits) {
      const shown = credit.lignes.reduce((total, each) => total + each.montantCents, 0)
      assert.ok(shown <= credit.totaux.ttcCents)
    }
  }
  fc.assert(fc.property(lignes, terms, parts, fc.boolean(), check), { seed, numRuns: 3_000 })
})

test(`cents divided in any proportion add up, and no weight of 0 gets any (seed ${seed})`, () => {
  fc.assert(
    fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 8 }), (amount, weights) => {
      const shares = apportion(amount, weights)
      assert.equal(
        shares.reduce((a, b) => a + b, 0),
        amount,
      )
      if (weights.some(weight => weight > 0))
        assert.ok(shares.every((share, i) => share >= 0 && (weights[i]! > 0 || share === 0)))
    }),
    { seed, numRuns: 3_000 },
  )
})
