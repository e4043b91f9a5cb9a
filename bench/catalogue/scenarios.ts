import { at, stride } from '../support/data.ts'
import type { Call } from '../support/load.ts'
import type { Scenario } from '../support/scenario.ts'
import { kinds } from './searches.ts'

const CONNECTIONS = 16

/** A category with many products of a real shop; the sample shop has none in it. */
export const FAMILY = 'cell phones'
const family = `famille=${encodeURIComponent(FAMILY)}`

const get = (path: string, headers?: Record<string, string>): Call => ({
  method: 'GET',
  path,
  status: 200,
  headers,
})

/** Returns a scenario with the same query for the platform and the bare server. */
const asked = (name: string, connections: number, text: (i: number) => string): Scenario => ({
  name,
  connections,
  platform: i => get(`/api/products?${text(i)}`),
  bare: i => get(`/products?${text(i)}`),
})

const searchOf = (searches: readonly string[]) => (i: number) =>
  `search=${encodeURIComponent(at(searches, i))}`

const search = (kind: string, searches: readonly string[]): Scenario => ({
  ...asked(`search ${kind}, one caller`, 1, searchOf(searches)),
  other: { name: 'usual way', call: i => get(`/ranked?${searchOf(searches)(i)}`), finds: 'others' },
})

/** `count` is the number of products, `tag` the entity tag of the first page of all products. */
export function catalogueScenarios(count: number, tag: string): Scenario[] {
  const page = (i: number) => `page=${1 + stride(i, Math.max(1, Math.min(200, Math.floor(count / 100))))}`
  const pages = Math.max(1, Math.floor(count / 20))
  const known = (path: string) => () => ({ ...get(path, { 'if-none-match': tag }), status: 304 })
  return [
    ...Object.entries(kinds).map(([kind, searches]) => search(kind, searches)),
    asked('search as typed by visitors', CONNECTIONS, searchOf(kinds['as typed by visitors'] ?? [])),
    {
      ...asked('list page', CONNECTIONS, page),
      other: { name: 'usual way', call: i => get(`/counted?${page(i)}`), finds: 'same' },
    },
    {
      name: 'page of all at random, with its total; beside the 20 after an id',
      connections: CONNECTIONS,
      platform: i => get(`/api/products?page=${1 + stride(i, pages)}`),
      bare: i => get(`/after?id=${20 * stride(i, pages)}`),
      madeUp: /"pagination":\{.*\}/g,
    },
    {
      name: 'last page of all, one caller',
      connections: 1,
      platform: () => get(`/api/products?page=${pages}`),
    },
    asked('page of a family', CONNECTIONS, i => `${family}&${page(i)}`),
    {
      name: 'list page that the caller has: 304',
      connections: CONNECTIONS,
      platform: known('/api/products'),
      bare: known('/products'),
    },
    {
      name: 'statistics',
      connections: CONNECTIONS,
      platform: () => get('/api/products/stats'),
      bare: () => get('/stats'),
    },
  ]
}
