import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Basket,
  type BasketLine,
  type BasketPromotion,
  computeBasket,
  indexPromotions,
} from './basket.ts'

const now = new Date('2026-06-15T12:00:00Z')

function promotion(fields: Partial<BasketPromotion>): BasketPromotion {
  return {
    id: 1,
    typePromotion: 'POURCENTAGE',
    idClient: null,
    idProduit: null,
    idMagasin: null,
    categorieProduit: null,
    valeurPromotion: 10,
    uniteValeur: 'PERCENT',
    autoAppliquee: true,
    seuilMontant: null,
    quantiteAchat: null,
    dateDebut: '2026-06-01T00:00:00Z',
    dateFin: '2026-06-30T00:00:00Z',
    dateSuppression: null,
    applicationsConcernees: ['E-COMMERCE'],
    ...fields,
  }
}

const line = (
  articleId: string,
  quantite: number,
  prixUnitaireCents: number,
  more?: Partial<BasketLine>,
) => ({
  articleId,
  quantite,
  prixUnitaireCents,
  ...more,
})

const basket = (lines: BasketLine[], promotions: Partial<BasketPromotion>[], clientIds: string[] = []) =>
  computeBasket(lines, indexPromotions(promotions.map((fields, i) => promotion({ id: i + 1, ...fields }))), {
    clientIds,
    now,
  })

const total = (...given: Parameters<typeof basket>) => basket(...given).totalCents

const promotionsOn = ({ lines }: Basket) => lines[0]?.discounts.map(({ promotionId }) => promotionId)

const fixed = (euros: number) =>
  ({ typePromotion: 'MONTANT_FIXE', uniteValeur: 'EURO', valeurPromotion: euros }) as const
const offered = (quantiteAchat: number | null) =>
  ({ typePromotion: 'PRODUIT_OFFERT', quantiteAchat }) as const

describe('without promotions', () => {
  test('a basket costs the sum of its lines', () => {
    assert.deepEqual(basket([line('1', 2, 1000), line('2', 1, 550)], []), {
      totalCents: 2550,
      discountCents: 0,
      basketPromotionId: null,
      lines: [
        { line: line('1', 2, 1000), totalCents: 2000, discounts: [] },
        { line: line('2', 1, 550), totalCents: 550, discounts: [] },
      ],
    })
  })

  test('an empty basket costs nothing', () => assert.equal(total([], [{}, fixed(5)]), 0))

  test('lines of one article at one price are merged', () => {
    const { lines } = basket([line('1', 2, 1000), line('2', 1, 5), line('1', 1, 1000)], [])
    assert.deepEqual(
      lines.map(({ line }) => [line.articleId, line.quantite]),
      [
        ['1', 3],
        ['2', 1],
      ],
    )
  })
})

describe('a promotion applies to', () => {
  const articles = [
    line('7', 1, 1000, { ean: '2000000000077', categories: 'Informatique > Écrans / 27 pouces' }),
  ]
  const applies = (fields: Partial<BasketPromotion>, clientIds?: string[]) =>
    total(articles, [fields], clientIds) === 900

  test('everyone, or customers named by any of their IDs, and nobody when its list is empty', () => {
    assert.ok(applies({ idClient: null }))
    assert.ok(!applies({ idClient: [] }))
    assert.ok(!applies({ idClient: [] }, ['12']))
    assert.ok(applies({ idClient: ['3', 'CLI_0a1b2c3d'] }, ['12', 'CLI_0a1b2c3d']))
    assert.ok(!applies({ idClient: ['3'] }, ['12']))
    assert.ok(!applies({ idClient: ['3'] }))
  })

  test('a product by its ID or EAN', () => {
    assert.ok(applies({ idProduit: ['6', ' 7 '] }))
    assert.ok(applies({ idProduit: ['2000000000077'] }))
    assert.ok(!applies({ idProduit: ['77'] }))
  })

  test('a category by its whole path or any level, in any letter case', () => {
    for (const categorieProduit of [
      'informatique',
      ' ÉCRANS ',
      '27 Pouces',
      'Informatique>écrans>27 pouces',
    ]) {
      assert.ok(applies({ categorieProduit }), categorieProduit)
    }
    for (const categorieProduit of ['info', 'écrans 27 pouces', 'gaming']) {
      assert.ok(!applies({ categorieProduit }), categorieProduit)
    }
  })

  test('a product or a category: one match is enough', () => {
    assert.ok(applies({ idProduit: ['99'], categorieProduit: 'informatique' }))
    assert.ok(applies({ idProduit: ['7'], categorieProduit: 'gaming' }))
  })

  test('e-commerce, if it applies automatically, has no stores, and is not deleted', () => {
    assert.ok(applies({ applicationsConcernees: ['MAGASIN', 'E-COMMERCE'] }))
    assert.ok(!applies({ applicationsConcernees: ['MAGASIN'] }))
    assert.ok(!applies({ autoAppliquee: false }))
    assert.ok(!applies({ idMagasin: ['1'] }))
    assert.ok(!applies({ dateSuppression: '2026-06-10T00:00:00Z' }))
  })

  test('orders from dateDebut to dateFin, both inclusive', () => {
    const at = '2026-06-15T12:00:00.000Z'
    assert.ok(applies({ dateDebut: at, dateFin: at }))
    assert.ok(!applies({ dateDebut: '2026-06-15T12:00:00.001Z' }))
    assert.ok(!applies({ dateFin: '2026-06-15T11:59:59.999Z' }))
  })
})

describe('PRODUIT_OFFERT', () => {
  test('makes the last unit of each full group free, grouped by descending price across lines', () => {
    const lines = [line('a', 2, 1000), line('b', 3, 3000), line('c', 2, 2000)]
    const { lines: paid, totalCents } = basket(lines, [{ ...offered(3), categorieProduit: null }])
    assert.deepEqual(
      paid.map(({ totalCents, discounts }) => [totalCents, discounts]),
      [
        [1000, [{ promotionId: 1, montantCents: 1000 }]],
        [6000, [{ promotionId: 1, montantCents: 3000 }]],
        [4000, []],
      ],
    )
    assert.equal(totalCents, 11000)
  })

  test('counts only the units it applies to', () => {
    const lines = [line('a', 1, 1000), line('b', 1, 500), line('c', 1, 100)]
    assert.equal(total(lines, [{ ...offered(2), idProduit: ['a', 'c'] }]), 1500)
  })

  test('needs a full group of at least two', () => {
    assert.equal(total([line('a', 2, 1000)], [offered(3)]), 2000)
    assert.equal(total([line('a', 1, 1000)], [offered(1)]), 1000)
    assert.equal(total([line('a', 3, 1000)], [offered(null)]), 2000)
  })

  test('uses each unit in one offer only', () => {
    const two = [offered(2), { ...offered(2), idProduit: ['a'] }]
    assert.equal(total([line('a', 2, 1000)], two), 1000)
    assert.equal(total([line('a', 4, 1000)], two), 2000)
    assert.equal(total([line('a', 5, 1000)], [offered(3), offered(2)]), 3000)
  })

  test('is applied in the order of IDs, not of the list', () => {
    const lines = [line('a', 3, 1000)]
    const threeFirst = [
      { ...offered(2), id: 9 },
      { ...offered(3), id: 4 },
    ]
    assert.deepEqual(promotionsOn(basket(lines, threeFirst)), [4])
    const games = [line('a', 3, 1000, { categories: 'jeux' })]
    const onGames = [offered(3), offered(2)].map((fields, i) => ({
      ...fields,
      categorieProduit: i ? null : 'jeux',
    }))
    assert.deepEqual(promotionsOn(basket(games, onGames)), [1])
  })

  test('on a product and its category counts each unit once', () => {
    const twice = { ...offered(2), idProduit: ['a'], categorieProduit: 'jeux' }
    const games = [line('a', 1, 1000, { categories: 'Jeux' }), line('b', 2, 400, { categories: 'Jeux' })]
    assert.equal(total(games, [twice]), 1400)
  })

  test('respects seuilMontant', () => {
    assert.equal(total([line('a', 2, 1000)], [{ ...offered(2), seuilMontant: 2001 }]), 2000)
    assert.equal(total([line('a', 2, 1000)], [{ ...offered(2), seuilMontant: 2000 }]), 1000)
  })

  test('at equal prices frees the unit of the later article, in any order of lines', () => {
    const freed = (lines: BasketLine[]) =>
      basket(lines, [offered(2)]).lines.find(({ totalCents }) => totalCents === 0)?.line.articleId
    assert.equal(freed([line('a', 1, 1000), line('b', 1, 1000)]), 'b')
    assert.equal(freed([line('b', 1, 1000), line('a', 1, 1000)]), 'b')
  })

  test('takes no longer for a huge quantity', () => {
    assert.equal(total([line('a', 1_000_000_001, 100)], [offered(2)]), 50_000_000_100)
  })
})

describe('a discount on products', () => {
  const onA = { idProduit: ['a'] }

  test('is an exact percentage, rounded half up once for each line', () => {
    assert.equal(total([line('a', 1, 1000)], [{ ...onA, valeurPromotion: 12.5 }]), 875)
    assert.equal(total([line('a', 1, 4)], [{ ...onA, valeurPromotion: 12.5 }]), 4)
    assert.equal(total([line('a', 3, 4)], [{ ...onA, valeurPromotion: 12.5 }]), 11)
    assert.equal(total([line('a', 1, 1005)], [{ ...onA, valeurPromotion: 70 }]), 302)
    assert.equal(total([line('a', 1, 99_999_999_003)], [{ ...onA, valeurPromotion: 50 }]), 49_999_999_502)
  })

  test('above 100 % is limited to the price', () => {
    assert.equal(total([line('a', 1, 1000), line('b', 1, 5)], [{ ...onA, valeurPromotion: 150 }]), 5)
  })

  test('is rounded for each line, then for the basket', () => {
    const lines = [line('a', 1, 5), line('b', 1, 5)]
    const halves = { categorieProduit: null, idProduit: ['a', 'b'], valeurPromotion: 50 }
    assert.equal(total(lines, [halves]), 6)
    assert.equal(total(lines, [halves, { valeurPromotion: 25 }]), 5)
  })

  test('of a fixed amount reduces each unit, never below zero', () => {
    assert.equal(total([line('a', 3, 1000)], [{ ...onA, ...fixed(2.01) }]), 2397)
    assert.equal(total([line('a', 3, 1000), line('b', 1, 100)], [{ ...onA, ...fixed(50) }]), 100)
  })

  test('of decimal euros is exact', () => {
    assert.equal(total([line('a', 1, 1000)], [{ ...onA, ...fixed(1.15) }]), 885)
    assert.equal(total([line('a', 1, 1000)], [{ ...onA, ...fixed(0.29) }]), 971)
  })

  test('is the best one only, and the first by ID among equals', () => {
    const promotions = [
      { ...onA, valeurPromotion: 10 },
      { ...onA, valeurPromotion: 20 },
      { ...onA, ...fixed(2) },
    ]
    const { lines } = basket([line('a', 1, 1000)], promotions)
    assert.deepEqual(lines[0], {
      line: line('a', 1, 1000),
      totalCents: 800,
      discounts: [{ promotionId: 2, montantCents: 200 }],
    })
  })

  test('applies from quantiteAchat units of a line, also if they are in two lines', () => {
    const fromThree = { ...onA, quantiteAchat: 3 }
    assert.equal(total([line('a', 2, 1000)], [fromThree]), 2000)
    assert.equal(total([line('a', 3, 1000)], [fromThree]), 2700)
    assert.equal(total([line('a', 1, 1000), line('b', 1, 5), line('a', 2, 1000)], [fromThree]), 2705)
  })

  test('reduces the units still paid, and counts the free ones', () => {
    const promotions = [
      { ...onA, ...offered(2) },
      { ...onA, quantiteAchat: 2 },
    ]
    assert.equal(total([line('a', 2, 1000)], promotions), 900)
  })

  test('respects seuilMontant', () => {
    const from = { ...onA, seuilMontant: 3000 }
    assert.equal(total([line('a', 1, 1000), line('b', 1, 1999)], [from]), 2999)
    assert.equal(total([line('a', 1, 1000), line('b', 1, 2000)], [from]), 2900)
  })
})

describe('a discount on the basket', () => {
  test('is a percentage, rounded half up', () => {
    const { totalCents, discountCents, basketPromotionId } = basket(
      [line('a', 1, 4)],
      [{ valeurPromotion: 12.5 }],
    )
    assert.deepEqual([totalCents, discountCents, basketPromotionId], [4, 0, null])
    assert.equal(total([line('a', 1, 20)], [{ valeurPromotion: 12.5 }]), 18)
  })

  test('of a fixed amount is applied once, never below zero', () => {
    assert.equal(total([line('a', 3, 1000)], [fixed(5)]), 2500)
    assert.equal(total([line('a', 1, 300)], [fixed(5)]), 0)
  })

  test('of SEUIL_PANIER applies from its seuilMontant, in euros and percent', () => {
    const euros = { ...fixed(5), typePromotion: 'SEUIL_PANIER', seuilMontant: 3000 } as const
    const percent = { typePromotion: 'SEUIL_PANIER', seuilMontant: 3000, valeurPromotion: 20 } as const
    assert.deepEqual(
      [2999, 3000].map(cents => total([line('a', 1, cents)], [euros])),
      [2999, 2500],
    )
    assert.deepEqual(
      [2999, 3000].map(cents => total([line('a', 1, cents)], [percent])),
      [2999, 2400],
    )
  })

  test('does not exist for SEUIL_PANIER with a product', () => {
    assert.equal(total([line('a', 1, 5000)], [{ typePromotion: 'SEUIL_PANIER', idProduit: ['a'] }]), 5000)
  })

  test('is the best one only, applied after the discounts of the lines', () => {
    const promotions = [{ idProduit: ['a'], valeurPromotion: 50 }, { seuilMontant: 2000 }, fixed(1), fixed(2)]
    const { totalCents, discountCents, basketPromotionId } = basket([line('a', 1, 3000)], promotions)
    assert.deepEqual([totalCents, discountCents, basketPromotionId], [1300, 200, 4])
  })

  test('respects quantiteAchat', () => {
    assert.equal(total([line('a', 1, 1000)], [{ quantiteAchat: 2 }]), 1000)
    assert.equal(total([line('a', 1, 1000), line('b', 1, 1000)], [{ quantiteAchat: 2 }]), 1800)
  })

  test('is spread proportionally over the lines, with the remainder on the last', () => {
    const { lines } = basket([line('a', 1, 1000), line('b', 2, 500), line('c', 1, 1001)], [fixed(1)])
    assert.deepEqual(
      lines.map(({ totalCents, discounts }) => [totalCents, discounts]),
      [
        [967, [{ promotionId: 1, montantCents: 33 }]],
        [967, [{ promotionId: 1, montantCents: 33 }]],
        [967, [{ promotionId: 1, montantCents: 34 }]],
      ],
    )
  })

  test('never exceeds the total of a line: the remainder then goes to the line before', () => {
    const pennies = [line('a', 1, 1), line('b', 1, 1), line('c', 1, 1), line('d', 1, 0)]
    const { lines, totalCents } = basket(pennies, [fixed(0.02)])
    assert.equal(totalCents, 1)
    assert.deepEqual(
      lines.map(line => line.totalCents),
      [1, 0, 0, 0],
    )
  })

  test('is listed on a line next to its free units and its own discount', () => {
    const promotions = [offered(2), { idProduit: ['a'], valeurPromotion: 10 }, fixed(1)]
    const { lines } = basket([line('a', 4, 1000)], promotions)
    assert.deepEqual(lines[0], {
      line: line('a', 4, 1000),
      totalCents: 1700,
      discounts: [
        { promotionId: 1, montantCents: 2000 },
        { promotionId: 2, montantCents: 200 },
        { promotionId: 3, montantCents: 100 },
      ],
    })
  })
})
