import { cardPayment } from '../../test/support/payments.ts'
import { at, words } from '../support/data.ts'
import type { Product } from '../support/fill-shop.ts'
import type { Call } from '../support/load.ts'
import { createMemberPattern } from '../support/same-answer.ts'
import type { Scenario } from '../support/scenario.ts'

export const CLIENT = 'CLI_0A1B2C3D'

/** An order of one unit of each product. */
export const orderOf = (...products: Product[]) => ({
  clientId: CLIENT,
  articles: products.map(({ id, prixDeVenteCents: prixUnitaireCents }) => ({
    ...{ id: String(id), quantite: 1, prixUnitaireCents },
  })),
  montantTotalCents: products.reduce((sum, { prixDeVenteCents }) => sum + prixDeVenteCents, 0),
  adresseLivraison: { rue: '12 rue des Halles', codePostal: '59000', ville: 'Lille' },
  clientInfo: { prenom: 'Camille', nom: 'Martin', email: 'camille@example.org' },
})

const get = (path: string): Call => ({ method: 'GET', path, status: 200 })
const post = (path: string, body: unknown): Call => ({ method: 'POST', path, body, status: 201 })

let paid = 0
export const createPayment = () => cardPayment({ orderId: `externe-${process.pid}-${paid++}`, montant: 49.9 })

export const cardPaymentScenario: Scenario = {
  name: 'card payment accepted',
  connections: 8,
  platform: () => post('/api/private/create_paiement', createPayment()),
  bare: () => post('/payment', createPayment()),
  madeUp: /(?<="(?:transactionId|authorizationId)":)(?:"[^"]*"|\d+)|(?<="returnUrl":)"[^"]*"/g,
}

export const everydayScenarios = (products: readonly Product[]): Scenario[] => [
  {
    name: 'product by id',
    connections: 16,
    platform: i => get(`/api/publique/produits/${at(products, i).id}`),
    bare: i => get(`/product/${at(products, i).id}`),
  },
  {
    name: 'catalogue search, page of 20 with its total',
    connections: 16,
    platform: i => get(`/api/products?search=${encodeURIComponent(at(words, i))}`),
    bare: i => get(`/search?search=${encodeURIComponent(at(words, i))}`),
  },
  {
    name: 'order of two lines placed',
    connections: 8,
    platform: i => post('/api/commandes', orderOf(at(products, i), at(products, i + 1))),
    bare: i => post('/order', orderOf(at(products, i), at(products, i + 1))),
    madeUp: createMemberPattern('ordreId', 'createdAt'),
  },
  cardPaymentScenario,
]
