import {
  type BasketLine,
  type BasketPromotion,
  basketTotal,
  indexPromotions,
} from '../../src/orders/basket/basket.ts'
import { percentiles } from '../support/load.ts'
import { table } from '../support/race.ts'

const CATEGORIES = ['Jeux', 'Son', 'Maison', 'Jardin', 'Bureau', 'Photo', 'Sport', 'Bain', 'Mode', 'Livres']
const now = new Date('2026-06-15T12:00:00Z')
const RUNS = 2_000

/** A thousand promotions that all are in force, of every type, on products, categories, customers and the basket. */
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

function timed(lines: number, count: number) {
  const index = indexPromotions(promotions(count))
  const customer = { clientIds: ['CLI_0A1B2C3D'], now }
  const times = Array.from({ length: 2 * RUNS }, (_, i) => {
    const wanted = basket(lines, i)
    const began = performance.now()
    basketTotal(wanted, index, customer)
    return performance.now() - began
  })
  const { medianMs, p99Ms } = percentiles(times.slice(RUNS))
  return [`${lines} lines, ${count} promotions in force`, medianMs.toFixed(2), p99Ms.toFixed(2)]
}

/** The basket function alone, without HTTP, products and database. */
export const basketTable = () =>
  table(
    ['basket', 'median, ms', 'p99, ms'],
    [timed(1, 0), timed(20, 100), timed(20, 1_000), timed(200, 1_000)],
  )
