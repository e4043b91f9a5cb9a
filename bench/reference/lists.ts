import pg from 'pg'
import { type ListInput, listQuery } from '../../src/reference/list-query.ts'
import { createListMemory, listPage } from '../../src/reference/list-records.ts'
import { produits } from '../../src/reference/resources.ts'
import { countedCategories } from '../../src/reference/store/counts.ts'
import { listedOf } from '../../src/reference/store/lists.ts'
import { products } from '../support/data.ts'
import { explain } from '../support/explain.ts'
import type { Scenario } from '../support/race.ts'

const stride = (i: number, count: number) => (i * 7919) % count
const brands = [...new Set([...products(3_000)].flatMap(({ marque }) => (marque ? [String(marque)] : [])))]
const pagesOf = (count: number) => Math.min(1_000, Math.floor(count / 25))

const get = (path: string) => ({ method: 'GET' as const, path, status: 200 })
const base = '/api/publique/produits'
const page = (i: number, count: number) => `page=${1 + stride(i, Math.min(200, pagesOf(count)))}&limit=20`
/** All pages at one length before any at the next: more than is remembered lies between two of a kind. */
const otherPage = (i: number, count: number) => {
  const pages = pagesOf(count)
  return `page=${1 + stride(i, pages)}&limit=${17 + (Math.floor(i / pages) % 8)}`
}
const narrowed = (i: number, below: number) => ({
  marque: brands[stride(i, brands.length)]!,
  below: String(below),
})
const filters = (below: string) =>
  JSON.stringify([{ field: 'prixDeVenteCents', operator: '<', value: Number(below) }])
const asked = ({ marque, below }: ReturnType<typeof narrowed>) =>
  `${base}?${new URLSearchParams({ marque, statutProduit: 'actif', filters: filters(below), sort: '-prixDeVenteCents', limit: '20' })}`
const told = (way: string, query: Record<string, string>) => `/${way}/narrowed?${new URLSearchParams(query)}`

/** Each beside the least SQL that gives the rows, and beside offset and count. */
export const listScenarios = (count: number): Scenario[] =>
  (['bare', 'counted'] as const).flatMap(way => {
    const beside = (name: string, ours: Scenario['ours'], other: Scenario['ours']): Scenario => ({
      name: `${name}, beside ${way === 'bare' ? 'its bare limit' : 'offset and count'}`,
      connections: 16,
      ours,
      bare: other,
    })
    return [
      ...(way === 'bare'
        ? [
            beside(
              'product by id',
              i => get(`${base}/${1 + stride(i, count)}`),
              i => get(`/bare/product/${1 + stride(i, count)}`),
            ),
          ]
        : []),
      beside(
        'list page',
        i => get(`${base}?${page(i, count)}`),
        i => get(`/${way}/page?${page(i, count)}`),
      ),
      beside(
        'list page not asked for before',
        i => get(`${base}?${otherPage(i, count)}`),
        i => get(`/${way}/page?${otherPage(i, count)}`),
      ),
      beside(
        'three filters and a sort',
        i => get(asked(narrowed(i, 50_000))),
        i => get(told(way, narrowed(i, 50_000))),
      ),
      beside(
        'three filters and a sort not asked for before',
        i => get(asked(narrowed(i, 20_000 + i))),
        i => get(told(way, narrowed(i, 20_000 + i))),
      ),
      beside(
        'categories',
        () => get('/api/publique/categories'),
        () => get(`/${way}/categories`),
      ),
    ]
  })

const plans: [name: string, input: ListInput][] = [
  ['a page', { page: 3 }],
  ['the last page that may be asked for', { page: 1_000, limit: 100 }],
  ['the last page, sorted by name', { page: 1_000, limit: 100, sort: 'nom' }],
  ['newest first', { sort: '-createdAt', limit: 20 }],
  ['of a category', { categories: 'Audio', limit: 20 }],
  [
    'three filters and a sort',
    {
      marque: brands[0],
      statutProduit: 'actif',
      filters: filters('50000'),
      sort: '-prixDeVenteCents',
      limit: 20,
    },
  ],
  ['search', { search: 'samsung galaxy', limit: 20 }],
  [
    'names that begin with',
    { filters: '[{"field":"nom","operator":"startsWith","value":"samsung"}]', limit: 20 },
  ],
  [
    'names that contain: no index',
    { filters: '[{"field":"nom","operator":"contains","value":"hone"}]', limit: 20 },
  ],
]

/** What PostgreSQL does for each kind of list, as Markdown. */
export async function listPlans(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze reference.produit')
  await client.end()
  const texts = plans.map(([name, input]) =>
    explain(url, name, db =>
      listPage(db, createListMemory(), listedOf(produits), listQuery(produits, input)),
    ),
  )
  const categories = explain(url, 'categories', db => countedCategories(db, 'produits.changements'))
  return (await Promise.all([...texts, categories])).join('\n')
}
