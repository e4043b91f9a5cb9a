import { serverAt } from '../../src/commands/http.ts'
import type { ImportResult } from '../../src/commands/import.ts'
import { products } from './data.ts'

export type Product = { id: number; prixDeVenteCents: number }

export type Shop = {
  products: Product[]
  importPerSecond: number
  /** From the end of the import until the last product could be found. */
  searchableMs: number
}

/** Fills the shop over its interface: products, a store, stock without end. */
export async function fillShop(base: string, count: number): Promise<Shop> {
  const server = serverAt({ url: base })
  const importRows = async (path: string, rows: unknown[]) => {
    const form = new FormData()
    form.set('file', new Blob([JSON.stringify(rows)], { type: 'application/json' }), 'bench.json')
    const { status, body } = await server.call<ImportResult>('POST', path, { body: form })
    if (status !== 200 || body.failed > 0)
      throw new Error(`${path}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
  }
  const rows = [...products(count)]
  const start = performance.now()
  await importRows('/api/publique/produits/import', rows)
  const imported = performance.now()

  type Stats = { totalProducts: number }
  while ((await server.call<Stats>('GET', '/api/products/stats')).body.totalProducts < count)
    await new Promise(resolve => setTimeout(resolve, 50))
  const searchableMs = Math.round(performance.now() - imported)

  await importRows('/api/publique/magasins/import', [{ nom: 'Banc', adresse: '1 rue du Banc' }])
  const all = (
    await server.call<Product[]>('GET', '/api/publique/produits?fields=id,prixDeVenteCents,statutProduit')
  ).body
  const stocked = all.slice(0, 2_000)
  await importRows(
    '/api/v1/privee/stocks/import',
    stocked.map(({ id }) => ({ productId: id, storeId: 1, quantity: 1_000_000_000 })),
  )
  return { products: stocked, importPerSecond: Math.round((count / (imported - start)) * 1000), searchableMs }
}
