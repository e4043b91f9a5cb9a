import { setTimeout as sleep } from 'node:timers/promises'
import { serverAt } from '../../src/commands/http.ts'
import type { ImportAnswer } from '../../src/platform/imports/line-report.ts'
import { products } from './data.ts'

export type Product = { id: number; prixDeVenteCents: number }

const STOCKED = 2_000
const STOCK = 1_000_000_000

/** Fills the shop over its interface: products, a store, and for some products stock without end, which are given. */
export async function fillShop(base: string, count: number): Promise<Product[]> {
  const server = serverAt({ url: base })
  const importRows = async (path: string, rows: unknown[]) => {
    const form = new FormData()
    form.set('file', new Blob([JSON.stringify(rows)], { type: 'application/json' }), 'bench.json')
    const { status, body } = await server.call<ImportAnswer>('POST', path, { body: form })
    if (status !== 200 || body.failed > 0)
      throw new Error(`${path}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
  }
  await importRows('/api/publique/produits/import', [...products(count)])
  await untilSearchable(base, count)
  await importRows('/api/publique/magasins/import', [{ nom: 'Banc', adresse: '1 rue du Banc' }])
  const fields = 'fields=id,prixDeVenteCents,statutProduit'
  const all = (await server.call<Product[]>('GET', `/api/publique/produits?${fields}`)).body
  const stocked = all.slice(0, STOCKED)
  await importRows(
    '/api/v1/privee/stocks/import',
    stocked.map(({ id }) => ({ productId: id, storeId: 1, quantity: STOCK })),
  )
  return stocked
}

export async function untilSearchable(base: string, count: number) {
  type Stats = { totalProducts: number }
  const server = serverAt({ url: base })
  while ((await server.call<Stats>('GET', '/api/products/stats')).body.totalProducts < count) await sleep(50)
}
