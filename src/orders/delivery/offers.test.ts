import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DeliveryMethod } from '../delivery-schemas.ts'
import { type BasketPromotion, indexPromotions } from '../pricing/basket.ts'
import { indexMethods, matchesZone, parseAddress } from './method-index.ts'
import { computeOffers } from './offers.ts'
import { MICROGRAMS_A_GRAM, parseWeight, weightOf } from './weight.ts'

const now = new Date('2026-11-26T12:00:00Z')
const METHOD: DeliveryMethod = {
  ...{ code: 'colis', nom: 'Colis', description: null, type: 'domicile', zones: [] },
  tarifs: [{ aPartirDeCents: 0, jusquAGrammes: null, prixCents: 490 }],
  ...{ offertDesCents: null, delaiJours: null, suiviUrl: null, tauxTva: null, actif: true },
}
const FREE = {
  ...{ id: 1, typePromotion: 'LIVRAISON_OFFERTE', valeurPromotion: null, uniteValeur: null },
  ...{ idClient: null, idProduit: null, idMagasin: null, categorieProduit: null, autoAppliquee: true },
  ...{
    seuilMontant: null,
    quantiteAchat: null,
    dateSuppression: null,
    applicationsConcernees: ['E-COMMERCE'],
  },
  ...{ dateDebut: '2026-01-01T00:00:00Z', dateFin: '2027-01-01T00:00:00Z' },
} satisfies BasketPromotion

type Given = {
  methods?: Partial<DeliveryMethod>[]
  promotions?: Partial<BasketPromotion>[]
  goodsCents?: number
  grams?: number
  codes?: number[]
  clientIds?: string[]
}
const offersOf = ({ methods = [{}], promotions = [], goodsCents = 1000, grams = 500, ...more }: Given) =>
  computeOffers(
    indexMethods(methods.map(each => ({ ...METHOD, ...each }))),
    { goodsCents, micrograms: grams * MICROGRAMS_A_GRAM, address: parseAddress({ codePostal: '59000' }) },
    {
      index: indexPromotions(promotions.map(each => ({ ...FREE, ...each }))),
      ...{ clientIds: more.clientIds ?? [], now, codePromotions: new Set(more.codes) },
    },
  ).map(({ method, prixCents, promotionId }) => [method.code, prixCents, promotionId])

describe('a zone', () => {
  const matches = (zones: DeliveryMethod['zones'], codePostal?: unknown, pays?: unknown) =>
    matchesZone(indexMethods([{ ...METHOD, zones }])[0]!, parseAddress({ codePostal, pays }))
  const north = [
    { pays: 'FR', prefixes: ['59', '62'] },
    { pays: 'GB', prefixes: ['SW1'] },
    { pays: 'BE', prefixes: [] },
  ]

  test('compares the letters and digits of a postcode from the beginning', () => {
    for (const [postcode, country] of [
      ['59000'],
      ['59 000', 'fr'],
      [62100],
      ['sw1a 2aa', 'GB'],
      ['1000', 'be'],
    ])
      assert.equal(matches(north, postcode, country), true, `${postcode}`)
    for (const [postcode, country] of [['75059'], ['5'], ['59000', 'GB'], ['59000', 'DE'], ['SW2', 'gb']])
      assert.equal(matches(north, postcode, country), false, `${postcode}`)
  })

  test('of a whole country needs no postcode, others do', () => {
    assert.equal(matches(north, undefined, 'BE'), true)
    for (const codePostal of [undefined, null, '', {}, '--']) assert.equal(matches(north, codePostal), false)
  })

  test('is France without a country, everywhere without zones, and ignored for a collection', () => {
    for (const pays of [undefined, null, '', 'fr']) assert.equal(parseAddress({ pays }).pays, 'FR')
    assert.equal(matches([], undefined, 'JP'), true)
    const [store] = indexMethods([{ ...METHOD, type: 'retrait', zones: north }])
    assert.equal(matchesZone(store!, parseAddress({ pays: 'JP' })), true)
  })

  test('with a made-up country is 400', () => {
    for (const pays of ['ZZ', 'FRA', 'France', ' FR', 3, {}, true])
      assert.throws(() => parseAddress({ pays }), {
        statusCode: 400,
        message: /must be an ISO 3166-1 alpha-2 code/,
      })
  })
})

test('a weight is a number with a point or comma and g or kg; any other text counts as the default', () => {
  const grams = (text: string | null) => (parseWeight(text) ?? 500 * MICROGRAMS_A_GRAM) / MICROGRAMS_A_GRAM
  const known = { '250 g': 250, '250g': 250, '1,5 kg': 1500, '0.29KG': 290, '0,5 g': 0.5, '0 g': 0 }
  for (const [text, weight] of Object.entries(known)) assert.equal(grams(text), weight, text)
  for (const text of ['', '250', 'g', 'environ 2 kg', '2  kg', '1.000,5 g', '-1 g', '1 lb', ' 1 kg', null])
    assert.equal(grams(text), 500, `${text}`)
  const products = new Map([['1', { poids: '0,4 g' }]])
  const articles = [
    { id: 1, quantite: 3 },
    { id: 'inconnu', quantite: 2 },
  ]
  assert.equal(weightOf(articles, products, 500), 1_001.2 * MICROGRAMS_A_GRAM)
})

describe('the price of a delivery', () => {
  const tarifs = [
    { aPartirDeCents: 0, jusquAGrammes: null, prixCents: 1500 },
    { aPartirDeCents: 0, jusquAGrammes: 1000, prixCents: 700 },
    { aPartirDeCents: 0, jusquAGrammes: 250, prixCents: 500 },
    { aPartirDeCents: 5000, jusquAGrammes: 1000, prixCents: 300 },
  ]
  const price = (goodsCents: number, grams: number, more: Partial<DeliveryMethod> = {}) =>
    offersOf({ methods: [{ tarifs, ...more }], goodsCents, grams })[0]?.[1]

  test('is that of the greatest amount reached, then of the smallest weight that suffices', () => {
    const expected = [
      [0, 250, 500],
      [0, 250.000001, 700],
      [4999, 1000, 700],
      [5000, 200, 300],
      [5000, 1000, 300],
      [5000, 1001, 1500],
    ] as const
    for (const [goods, grams, cents] of expected)
      assert.equal(price(goods, grams), cents, `${goods} ${grams}`)
  })

  test('is 0 from offertDesCents, and without a tariff the method is not offered', () => {
    assert.deepEqual(
      [price(1999, 1, { offertDesCents: 2000 }), price(2000, 1, { offertDesCents: 2000 })],
      [500, 0],
    )
    const heavy = { tarifs: tarifs.slice(1), offertDesCents: 0 }
    assert.equal(price(0, 1001, heavy), undefined)
  })

  test('orders the offers, then their names', () => {
    const row = (prixCents: number) => [{ aPartirDeCents: 0, jusquAGrammes: null, prixCents }]
    const methods = [
      { code: 'b', nom: 'Zèbre', tarifs: row(100) },
      { code: 'c', nom: 'Éclair', tarifs: row(100) },
      { code: 'a', nom: 'Autre', tarifs: row(200) },
    ]
    assert.deepEqual(
      offersOf({ methods }).map(([code]) => code),
      ['c', 'b', 'a'],
    )
  })

  test('is waived by the lowest automatic promotion that applies, and by a code only if it is valid', () => {
    const promotions = [
      { id: 1, autoAppliquee: false },
      { id: 3 },
      { id: 2, seuilMontant: 2000 },
      { id: 4, modesLivraison: ['autre'] },
    ]
    assert.deepEqual(offersOf({ promotions }), [['colis', 0, 3]])
    assert.deepEqual(offersOf({ promotions, codes: [1] }), [['colis', 0, 3]])
    assert.deepEqual(offersOf({ promotions, goodsCents: 2000 }), [['colis', 0, 2]])
    const byCode = promotions.slice(0, 1)
    assert.deepEqual(offersOf({ promotions: byCode }), [['colis', 490, null]])
    assert.deepEqual(offersOf({ promotions: byCode, codes: [1] }), [['colis', 0, 1]])
  })

  test('is not waived where it is 0, for others, in stores only, or outside the dates', () => {
    assert.deepEqual(offersOf({ methods: [{ offertDesCents: 0 }], promotions: [{}] }), [['colis', 0, null]])
    for (const promotion of [
      { idClient: ['CLI_B'] },
      { idMagasin: ['1'] },
      { applicationsConcernees: ['MAGASIN' as const] },
      { dateDebut: '2026-12-01T00:00:00Z' },
      { modesLivraison: ['express'] },
      { dateSuppression: '2026-11-01T00:00:00Z' },
    ])
      assert.deepEqual(offersOf({ promotions: [promotion], clientIds: ['CLI_A'] }), [['colis', 490, null]])
    const own = [{ idClient: ['CLI_A'] }]
    assert.deepEqual(offersOf({ promotions: own, clientIds: ['CLI_A'] }), [['colis', 0, 1]])
  })
})
