import {
  type BasketLine,
  type BasketPromotion,
  computeBasket,
  indexPromotions,
} from '../../src/orders/pricing/basket.ts'
import { type Benchmark, createRound } from '../support/measure.ts'

const CATEGORIES = ['Jeux', 'Son', 'Maison', 'Jardin', 'Bureau', 'Photo', 'Sport', 'Bain', 'Mode', 'Livres']
const now = new Date('2026-06-15T12:00:00Z')

/** Promotions of all types, all active, on products, categories, customers and the basket. */
const promotions = (count: number): BasketPromotion[] =>
  Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    typePromotion: (['POURCENTAGE', 'MONTANT_FIXE', 'PRODUIT_OFFERT', 'SEUIL_PANIER'] as const)[i % 4]!,
    idClient: i % 5 === 4 ? [`CLI_${i}`, 'CLI_0A1B2C3D'] : null,
    idProduit: i % 4 < 3 && i % 3 === 0 ? [String(1 + (i % 40))] : null,
    idMagasin: null,
    categorieProduit: i % 4 < 3 && i % 3 === 1 ? CATEGORIES[i % 10]! : null,
    valeurPromotion: 1 + (i % 30),
    uniteValeur: i % 2 ? 'EURO' : 'PERCENT',
    autoAppliquee: true,
    seuilMontant: i % 7 === 0 ? 5_000 : null,
    quantiteAchat: i % 4 === 2 ? 3 : null,
    dateDebut: '2026-06-01T00:00:00.000Z',
    dateFin: '2026-06-30T00:00:00.000Z',
    dateSuppression: null,
    applicationsConcernees: ['E-COMMERCE'],
  }))

const basket = (lines: number, from: number): BasketLine[] =>
  Array.from({ length: lines }, (_, i) => ({
    articleId: String(1 + ((from + i) % 40)),
    ean: String(2_000_000_000_000 + i),
    categories: `${CATEGORIES[(from + i) % 10]} > ${CATEGORIES[(from + i + 3) % 10]}`,
    quantite: 1 + (i % 5),
    prixUnitaireCents: 500 + ((from + i) % 97) * 113,
  }))

const benchmark = (lines: number, count: number): Benchmark => {
  const index = indexPromotions(promotions(count))
  const customer = { clientIds: ['CLI_0A1B2C3D'], now }
  const wanted = Array.from({ length: 100 }, (_, i) => basket(lines, i))
  let runs = 0
  return {
    name: `basket of ${lines} lines, ${count} promotions in force`,
    platform: createRound(() => computeBasket(wanted[runs++ % wanted.length] ?? [], index, customer)),
  }
}

/** The basket function alone, without HTTP, products and database. */
export const basketBenchmarks = [
  benchmark(1, 0),
  benchmark(20, 100),
  benchmark(20, 1_000),
  benchmark(200, 1_000),
]
