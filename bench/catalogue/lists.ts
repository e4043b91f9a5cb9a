import { generateProducts, stride } from '../support/data.ts'
import type { Call } from '../support/load.ts'
import type { Scenario } from '../support/scenario.ts'

const values = (field: string) => [
  ...new Set(
    [...generateProducts(3_000)].flatMap(product => (product[field] ? [String(product[field])] : [])),
  ),
]
const brands = values('marque')
const parts = ['ce', 'pho', 'acc', 'i', 'tab']
const brand = (i: number) => brands[stride(i, brands.length)] ?? ''

const get = (path: string): Call => ({ method: 'GET', path, status: 200 })
const base = '/api/publique/produits'

type Query = Record<string, string | number>
const text = (query: Query) =>
  new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()

/**
 * Returns a scenario with the same query for the platform and the bare server, which runs the platform's statements.
 */
const list = (name: string, query: (i: number) => Query): Scenario => ({
  name,
  connections: 16,
  platform: i => get(`${base}?${text(query(i))}`),
  bare: i => get(`/list?${text(query(i))}`),
})

/**
 * Returns a function from a call's number to a page near the fraction `share` of a list of `count` items, with one of
 * the eight page sizes up to `longest`.
 */
const pagesNear = (count: number, share: number, longest: number) => (i: number) => {
  const pages = Math.min(1_000, Math.floor(count / longest))
  const near = Math.max(1, Math.floor(pages / 10))
  const page = Math.min(pages, Math.max(1, Math.floor(pages * share) - near + stride(i, 2 * near)))
  return { page, limit: longest - (Math.floor(i / (2 * near)) % 8) }
}

const narrow = (i: number, below: number) => ({
  marque: brand(i),
  statutProduit: 'actif',
  filters: JSON.stringify([{ field: 'prixDeVenteCents', operator: '<', value: below }]),
  sort: '-prixDeVenteCents',
  limit: 20,
})

export const listScenarios = (count: number): Scenario[] => [
  list('first page of 20', () => ({ page: 1, limit: 20 })),
  list('middle page of 13 to 20', pagesNear(count, 0.5, 20)),
  list('deep page of 93 to 100', pagesNear(count, 1, 100)),
  list('three filters and a sort', i => narrow(i, 20_000 + i)),
  list('a brand by name', i => ({
    marque: brand(i),
    sort: 'nom',
    limit: 13 + (Math.floor(i / brands.length) % 8),
  })),
  {
    name: 'categories with their counts',
    connections: 16,
    platform: () => get('/api/publique/categories'),
    bare: () => get('/categories'),
  },
  {
    name: 'categories by a part of their name',
    connections: 16,
    platform: i => get(`/api/publique/categories?search=${parts[i % parts.length]}`),
    bare: i => get(`/categories?search=${parts[i % parts.length]}`),
  },
]
