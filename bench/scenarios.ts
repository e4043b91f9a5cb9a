import { words } from './data.ts'
import type { Scenario } from './load.ts'
import type { Prepared } from './prepare.ts'

/** Strides through `list` without favouring what is in a cache. */
const pick = <T>(list: readonly T[], i: number) => list[(i * 7919) % list.length]!

export const scenarios = ({ products }: Prepared): Scenario[] => [
  {
    name: 'product by id',
    connections: 16,
    ours: i => ({ method: 'GET', path: `/api/publique/produits/${pick(products, i).id}`, status: 200 }),
    bare: i => ({ method: 'GET', path: `/product/${pick(products, i).id}`, status: 200 }),
  },
  {
    name: 'catalogue search, page of 20 with its total',
    connections: 16,
    ours: i => ({
      method: 'GET',
      path: `/api/products?search=${encodeURIComponent(pick(words, i))}`,
      status: 200,
    }),
    bare: i => ({ method: 'GET', path: `/search?search=${encodeURIComponent(pick(words, i))}`, status: 200 }),
  },
  {
    name: 'order placed',
    connections: 8,
    ours: i => ({ method: 'POST', path: '/api/commandes', body: orderOf(pick(products, i)), status: 201 }),
    bare: i => ({ method: 'POST', path: '/order', body: orderOf(pick(products, i)), status: 201 }),
  },
]

const orderOf = ({ id, prixDeVenteCents }: Prepared['products'][number]) => ({
  clientId: 'CLI_0A1B2C3D',
  articles: [{ id: String(id), quantite: 1, prixUnitaireCents: prixDeVenteCents }],
  montantTotalCents: prixDeVenteCents,
  adresseLivraison: { rue: '12 rue des Halles', codePostal: '59000', ville: 'Lille' },
  clientInfo: { prenom: 'Camille', nom: 'Martin', email: 'camille@example.org' },
})
