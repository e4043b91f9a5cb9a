import { products } from '../support/data.ts'
import type { Scenario } from '../support/race.ts'

const stride = (i: number, count: number) => (i * 7919) % count
const values = (field: string) => [
  ...new Set([...products(3_000)].flatMap(product => (product[field] ? [String(product[field])] : []))),
]
const brands = values('marque')
const eans = [...products(3_000)].map(({ ean }) => ean)

const get = (path: string) => ({ method: 'GET' as const, path, status: 200 })
const base = '/api/publique/produits'

/** The same question to the platform, to the bare server, and to offset and count. */
const asked = (
  name: string,
  query: (i: number) => Record<string, string | number>,
  path = 'narrowed',
): Scenario => {
  const told = (i: number) => new URLSearchParams(Object.entries(query(i)).map(([k, v]) => [k, String(v)]))
  return {
    name,
    connections: 16,
    ours: i => {
      const { below, ...given } = query(i)
      const filter = [{ field: 'prixDeVenteCents', operator: '<', value: below }]
      const more = below === undefined ? {} : { filters: JSON.stringify(filter) }
      return get(`${base}?${new URLSearchParams({ ...given, ...more } as Record<string, string>)}`)
    },
    bare: i => get(`/bare/${path}?${told(i)}`),
    other: { name: 'offset and count', call: i => get(`/counted/${path}?${told(i)}`) },
  }
}

/** Pages near a share of all that may be asked for, of changing length: more of them than are remembered. */
const pagesNear = (count: number, share: number, longest: number) => (i: number) => {
  const pages = Math.min(1_000, Math.floor(count / longest))
  const near = Math.max(1, Math.floor(pages / 10))
  const page = Math.min(pages, Math.max(1, Math.floor(pages * share) - near + stride(i, 2 * near)))
  return { page, limit: longest - (Math.floor(i / (2 * near)) % 8) }
}

const narrow = (i: number, below: number) => ({
  marque: brands[stride(i, brands.length)]!,
  statutProduit: 'actif',
  below,
  sort: '-prixDeVenteCents',
  limit: 20,
})

export const listScenarios = (count: number): Scenario[] => [
  {
    name: 'product by id',
    connections: 16,
    ours: i => get(`${base}/${1 + stride(i, count)}`),
    bare: i => get(`/bare/product/${1 + stride(i, count)}`),
  },
  {
    name: 'product by sku',
    connections: 16,
    ours: i => get(`${base}/search/sku?sku=${eans[stride(i, eans.length)]}`),
    bare: i => get(`/bare/sku/${eans[stride(i, eans.length)]}`),
  },
  asked('first page of 20, asked for before', () => ({ page: 1, limit: 20 }), 'page'),
  asked('middle page of 13 to 20, for the first time', pagesNear(count, 0.5, 20), 'page'),
  asked('deep page of 93 to 100, for the first time', pagesNear(count, 1, 100), 'page'),
  asked('three filters and a sort, asked for before', i => narrow(i, 50_000)),
  asked('three filters and a sort, for the first time', i => narrow(i, 20_000 + i)),
  asked('a brand by name, for the first time', i => ({
    marque: brands[stride(i, brands.length)]!,
    sort: 'nom',
    limit: 13 + (Math.floor(i / brands.length) % 8),
  })),
  {
    name: 'categories with their counts',
    connections: 16,
    ours: () => get('/api/publique/categories'),
    bare: () => get('/bare/categories'),
    other: { name: 'offset and count', call: () => get('/counted/categories') },
  },
]
