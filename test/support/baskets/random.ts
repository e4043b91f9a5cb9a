import fc from 'fast-check'
import type { BasketLine, BasketPromotion } from '../../../src/orders/pricing/basket.ts'

export const now = new Date('2026-06-15T12:00:00.000Z')
/** Both ids of the customer who owns the baskets. */
export const clientIds = ['1', 'CLI_0A1B2C3D']

const PRODUCTS = [
  { articleId: '10', ean: '2000000000010', categories: 'Jeux' },
  { articleId: '2', ean: '2000000000002', categories: 'Jeux > Manettes' },
  { articleId: '30', ean: null, categories: 'Son / Casques' },
  { articleId: '4', ean: null, categories: null },
  { articleId: '55', ean: '2000000000055', categories: 'jeux/manettes' },
]

const cents = fc.oneof(
  fc.integer({ min: 0, max: 12 }),
  fc.integer({ min: 0, max: 200_000 }),
  // Products of two such numbers exceed the exact integers of a double.
  fc.integer({ min: 0, max: 1_000_000_000_000 }),
)

/** The same article often appears in several lines, at equal and at different prices. */
export const lines: fc.Arbitrary<BasketLine[]> = fc.array(
  fc
    .record({
      product: fc.constantFrom(...PRODUCTS),
      quantite: fc.integer({ min: 1, max: 9 }),
      prixUnitaireCents: cents,
    })
    .map(({ product, ...line }) => ({ ...product, ...line })),
  { maxLength: 12 },
)

const option = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 })
const moments = ['2026-06-01T00:00:00Z', '2026-06-15T12:00:00.000Z', '2026-06-15T12:00:00.001Z']

const promotion: fc.Arbitrary<BasketPromotion> = fc.record({
  id: fc.integer({ min: 1, max: 1000 }),
  typePromotion: fc.constantFrom('POURCENTAGE', 'MONTANT_FIXE', 'PRODUIT_OFFERT', 'SEUIL_PANIER'),
  idClient: option(fc.constantFrom<string[]>([], ['1'], ['2'], ['2', 'CLI_0A1B2C3D'], clientIds)),
  idProduit: option(fc.subarray(['10', '2', '2000000000055', '30', '4', '99'])),
  idMagasin: fc.constantFrom(null, null, null, null, [], ['1']),
  categorieProduit: option(fc.constantFrom('jeux', 'CASQUES', 'Jeux/Manettes', 'autres', '')),
  valeurPromotion: fc.integer({ min: 0, max: 10_000 }).map(hundredths => hundredths / 100),
  uniteValeur: fc.constantFrom('PERCENT', 'EURO'),
  autoAppliquee: fc.constantFrom(true, true, true, true, false),
  seuilMontant: option(fc.integer({ min: 0, max: 100_000 })),
  quantiteAchat: option(fc.integer({ min: 0, max: 6 })),
  dateDebut: fc.constantFrom(moments[0]!, moments[0]!, moments[1]!, moments[2]!),
  dateFin: fc.constantFrom(moments[1]!, moments[2]!, moments[2]!, '2026-06-14T00:00:00Z'),
  dateSuppression: fc.constantFrom(null, null, null, null, moments[0]!),
  applicationsConcernees: fc.constantFrom(['E-COMMERCE'], ['MAGASIN', 'E-COMMERCE'], ['MAGASIN']),
})

export const promotions = fc.uniqueArray(promotion, { maxLength: 14, selector: ({ id }) => id })
