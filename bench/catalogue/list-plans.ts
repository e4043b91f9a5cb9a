import { type ListInput, parseListQuery, wholeView } from '../../src/reference/lists/list-query.ts'
import { listPage } from '../../src/reference/lists/list-records.ts'
import { createListSource } from '../../src/reference/lists/store.ts'
import { findProductBySku } from '../../src/reference/products/store.ts'
import { produits } from '../../src/reference/resources.ts'
import { listCountedCategories } from '../../src/reference/store.ts'
import { generateProducts } from '../support/data.ts'
import { explainStatements } from '../support/explain.ts'
import { renderTable } from '../support/statistics.ts'

const brand = String([...generateProducts(1_000)].find(({ marque }) => marque)?.marque)
const filtered = (field: string, operator: string, value?: unknown) => ({
  filters: JSON.stringify([{ field, operator, value }]),
})

const lists: [name: string, input: ListInput][] = [
  ['all', {}],
  ['the last page that may be asked for', { page: 1_000, limit: 100 }],
  ...['-id', 'ean', 'nom', '-nom', '-prixDeVenteCents', 'marque', '-marque', 'categories', '-statutProduit']
    .concat('dureeGarantie', 'dateFinDeVie', '-createdAt', '-updatedAt', 'statutProduit,-prixDeVenteCents')
    .map((sort): [string, ListInput] => [`sorted by ${sort}`, { sort }]),
  ['the last page by name', { page: 1_000, limit: 100, sort: 'nom' }],
  ['of a brand', { marque: brand }],
  ['of a brand, by name', { marque: brand, sort: 'nom' }],
  ['of a category, by price', { categories: 'iPhone Accessories', sort: 'prixDeVenteCents' }],
  ['of a status, by name', { statutProduit: 'actif', sort: 'nom' }],
  ['with this ean', { ean: '2100000100008' }],
  [
    'three filters and a sort',
    {
      marque: brand,
      statutProduit: 'actif',
      sort: '-prixDeVenteCents',
      ...filtered('prixDeVenteCents', '<', 50_000),
    },
  ],
  ['searched', { search: 'samsung galaxy' }],
  ['searched, by price', { search: 'samsung galaxy', sort: 'prixDeVenteCents' }],
  ['500 ids', { ids: Array.from({ length: 500 }, (_, i) => i + 1).join() }],
  ['ean equals', filtered('ean', 'equals', '2100000100008')],
  ['ean starts with', filtered('ean', 'startsWith', '21000001')],
  ['name equals', filtered('nom', 'equals', 'Casque (7)')],
  ['name starts with', filtered('nom', 'startsWith', 'samsung gal')],
  ['brand contains', filtered('marque', 'contains', 'son')],
  ['categories contain', filtered('categories', 'contains', 'phone')],
  ['price above', filtered('prixDeVenteCents', '>', 300_000)],
  ['changed since', filtered('updatedAt', '>=', '2100-01-01')],
  ['end of life from', filtered('dateFinDeVie', '>=', '2026-01-01')],
  ['end of life is not empty', filtered('dateFinDeVie', 'isNotEmpty')],
  ['goes with a product', filtered('produitsComplementairesIds', 'contains', 7)],
  ['name contains', filtered('nom', 'contains', 'zzqx')],
  ['sorted by description', { sort: 'description' }],
]

/** Returns the scans of a plan, except those of counters, and its execution time. */
function told(plan: string) {
  const ways = [
    ...plan.matchAll(
      /((?:Parallel )?(?:Seq|Index|Index Only|Bitmap Index) Scan(?: Backward)?)(?: using (\w+))? on (\w+)/g,
    ),
  ]
    .filter(([, , , on]) => on !== 'compteur')
    .map(([, way, using, on]) => `${way} ${using ?? on}`)
  const ms = Number(/Execution Time: ([\d.]+)/.exec(plan)?.[1])
  return { ways: [...new Set(ways)], ms }
}

/**
 * Returns a Markdown table of the execution time and the scans of each kind of list, including the count of its total
 * if that is not stored.
 */
export async function explainLists(url: string) {
  const rows: string[][] = []
  const add = async (name: string, work: Parameters<typeof explainStatements>[1]) => {
    const plans = (await explainStatements(url, work)).map(told)
    const ms = plans.map(plan => plan.ms).reduce((a, b) => a + b, 0)
    const ways = [...new Set(plans.flatMap(plan => plan.ways))]
    rows.push([name, ms.toFixed(1), ways.join(', ') || 'kept counts'])
  }
  for (const [name, { page = 1, limit = 20, ...input }] of lists)
    await add(name, db =>
      listPage(db, createListSource(produits), parseListQuery(wholeView(produits), input), { page, limit }),
    )
  await add('categories', listCountedCategories)
  await add('by sku', db => findProductBySku(db, '2100000100008'))
  return renderTable(['list', 'ms', 'read by'], rows)
}
