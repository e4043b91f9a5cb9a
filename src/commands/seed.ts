import { readFile } from 'node:fs/promises'
import { StartError } from '../platform/start-error.ts'
import { type Remote, type Server, serverAt } from './http.ts'
import type { ImportResult } from './import.ts'
import { timeOf } from './server-time.ts'

type Named = { id: number; nom: string }
type Product = Named & { ean: string }
type Supplier = { id: number; codeFournisseur: string }
type Promotion = Record<string, unknown> & { eans?: string[]; debutJours: number; finJours: number }

const read = async <T>(file: string) =>
  JSON.parse(await readFile(new URL(`../../sample/${file}.json`, import.meta.url), 'utf8')) as T

async function ask<T>(server: Server, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await server.call<T & { message?: string }>(method, path, { body })
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.body?.message}`)
  return answer.body
}

async function importInto(server: Server, path: string, rows: unknown[]) {
  const form = new FormData()
  form.set('file', new Blob([JSON.stringify(rows)], { type: 'application/json' }), 'sample.json')
  const { failed, errors } = await ask<ImportResult>(server, 'POST', path, form)
  if (failed > 0) throw new Error(`${path}: line ${errors[0]?.line}: ${errors[0]?.error}`)
}

/** Loads the sample shop over the public interface. False when the shop has products already, and nothing was done. */
export async function seed(server: Server): Promise<boolean> {
  const { total } = await ask<{ total: number }>(server, 'GET', '/api/publique/produits?limit=1')
  if (total > 0) return false

  for (const resource of ['fournisseurs', 'entrepots', 'magasins', 'produits'])
    await importInto(server, `/api/publique/${resource}/import`, await read(resource))

  const ids = <T extends { id: number }>(rows: T[], key: (row: T) => string) =>
    new Map(rows.map(row => [key(row), row.id]))
  const products = ids(await ask<Product[]>(server, 'GET', '/api/publique/produits'), row => row.ean)
  const suppliers = ids(
    await ask<Supplier[]>(server, 'GET', '/api/publique/fournisseurs'),
    row => row.codeFournisseur,
  )
  const stores = ids(await ask<Named[]>(server, 'GET', '/api/publique/magasins'), row => row.nom)

  const relations = await read<{ ean: string; codeFournisseur: string }[]>('relations')
  await importInto(
    server,
    '/api/publique/produits/fournisseurs/import',
    relations.map(({ ean, codeFournisseur, ...relation }) => ({
      ...relation,
      produitId: products.get(ean),
      fournisseurId: suppliers.get(codeFournisseur),
    })),
  )
  const stocks = await read<{ ean: string; magasin: string; quantite: number }[]>('stocks')
  await importInto(
    server,
    '/api/v1/privee/stocks/import',
    stocks.map(({ ean, magasin, quantite }) => ({
      productId: products.get(ean),
      storeId: stores.get(magasin),
      quantity: quantite,
    })),
  )
  for (const client of await read<object[]>('clients'))
    await ask(server, 'POST', '/api/publique/clients', client)

  const now = (await timeOf(server)).getTime()
  const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString()
  for (const { eans, debutJours, finJours, ...promotion } of await read<Promotion[]>('promotions')) {
    const idProduit = eans?.map(ean => String(products.get(ean)))
    await ask(server, 'POST', '/api/publique/data', {
      ...promotion,
      ...(idProduit ? { idProduit } : {}),
      dateDebut: inDays(debutJours),
      dateFin: inDays(finJours),
    })
  }
  return true
}

export async function seedOnly(remote: Remote) {
  const done = await seed(serverAt(remote)).catch(error => {
    throw new StartError(`The sample shop could not be loaded: ${error.cause?.message ?? error.message}`)
  })
  console.log(done ? 'The sample shop is loaded' : 'The shop has products already: nothing was changed')
}
