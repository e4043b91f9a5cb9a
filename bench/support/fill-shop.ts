import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../src/commands/http.ts'
import type { ImportAnswer } from '../../src/platform/imports/import.ts'
import { generateProducts } from './data.ts'

export type Product = { id: number; prixDeVenteCents: number }

export const STOCKED = 2_000
const STOCK = 1_000_000_000

async function importRows(base: string, path: string, rows: readonly unknown[]) {
  const form = new FormData()
  form.set('file', new Blob([JSON.stringify(rows)], { type: 'application/json' }), 'bench.json')
  const { status, body } = await createClient({ url: base }).call<ImportAnswer>('POST', path, { body: form })
  if (status !== 200 || body.failed > 0)
    throw new Error(`${path}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
}

/**
 * Imports products over the interface, and stocks up to 2,000 of the active ones in a new store; returns the stocked
 * ones.
 */
export async function fillShop(base: string, count: number): Promise<Product[]> {
  await importRows(base, '/api/publique/produits/import', [...generateProducts(count)])
  await waitUntilSearchable(base, count)
  type Row = Product & { statutProduit: string }
  const fields = 'fields=id,prixDeVenteCents,statutProduit'
  const all = await createClient({ url: base }).call<Row[]>('GET', `/api/publique/produits?${fields}`)
  const stocked = all.body.filter(({ statutProduit }) => statutProduit === 'actif').slice(0, STOCKED)
  await stockProducts(base, stocked)
  return stocked
}

/** Creates a store with so many units of each of these products that no benchmark exhausts them. */
export async function stockProducts(base: string, stocked: readonly Product[]) {
  await importRows(base, '/api/publique/magasins/import', [{ nom: 'Banc', adresse: '1 rue du Banc' }])
  await importRows(
    base,
    '/api/v1/privee/stocks/import',
    stocked.map(({ id }) => ({ productId: id, storeId: 1, quantity: STOCK })),
  )
}

export async function waitUntilSearchable(base: string, count: number) {
  type Stats = { totalProducts: number }
  const server = createClient({ url: base })
  while ((await server.call<Stats>('GET', '/api/products/stats')).body.totalProducts < count) await sleep(50)
}
