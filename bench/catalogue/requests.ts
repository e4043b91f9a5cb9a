import type { Call } from '../support/load.ts'
import type { Scenario } from '../support/race.ts'
import { kinds } from './searches.ts'

const stride = (i: number, count: number) => (i * 7919) % count
const get = (path: string, headers?: Record<string, string>): Call => ({
  method: 'GET',
  path,
  status: 200,
  headers,
})
const searchOf = (searches: readonly string[], i: number) =>
  `search=${encodeURIComponent(searches[stride(i, searches.length)]!)}`
const page = (i: number, count: number) => `page=${1 + stride(i, Math.min(200, Math.floor(count / 100)))}`

/** A category that many products have. */
export const FAMILY = 'cell phones'
const CONNECTIONS = 16

/** Each beside its bare limit, all with sixteen connections. */
export function catalogueScenarios(count: number, tag: string): Scenario[] {
  const family = `famille=${encodeURIComponent(FAMILY)}`
  const beside = (name: string, ours: Scenario['ours'], bare: Scenario['ours']): Scenario => ({
    name,
    connections: CONNECTIONS,
    ours,
    bare,
  })
  const typed = kinds['as typed by visitors']!
  return [
    beside(
      'search, as typed by visitors',
      i => get(`/api/products?${searchOf(typed, i)}`),
      i => get(`/bare/search?${searchOf(typed, i)}`),
    ),
    beside(
      'list page',
      i => get(`/api/products?${page(i, count)}`),
      i => get(`/bare/page?${page(i, count)}`),
    ),
    beside(
      'list page, beside offset and count',
      i => get(`/api/products?${page(i, count)}`),
      i => get(`/plain/page?${page(i, count)}`),
    ),
    beside(
      'page of a family',
      i => get(`/api/products?${family}&${page(i, count)}`),
      i => get(`/bare/family?${family}&${page(i, count)}`),
    ),
    beside(
      'statistics',
      () => get('/api/products/stats'),
      () => get('/bare/stats'),
    ),
    beside(
      'list page that the caller has: 304',
      () => ({ ...get('/api/products', { 'if-none-match': tag }), status: 304 }),
      () => ({ ...get('/bare/nothing'), status: 304 }),
    ),
    beside(
      'product by id (reference)',
      i => get(`/api/publique/produits/${1 + stride(i, count)}`),
      i => get(`/bare/product/${1 + stride(i, count)}`),
    ),
    {
      name: 'categories by their beginning (reference)',
      connections: CONNECTIONS,
      ours: i => get(`/api/publique/categories?search=${['ce', 'pho', 'acc', 'i', 'tab'][i % 5]}`),
    },
  ]
}
