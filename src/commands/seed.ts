import { readFile } from 'node:fs/promises'
import type { Shapes } from '../../clients/typescript/src/index.ts'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import type { ImportAnswer } from '../platform/imports/import.ts'
import { StartError } from '../platform/problem.ts'
import { ask, createClient, type Remote, readServerTime, type ServerClient } from './http.ts'
import { loadHistory } from './seed/history.ts'

type Row = { id: number; [field: string]: unknown }
type Promotion = Record<string, unknown> & {
  eans?: string[]
  code?: string
  debutJours: number
  finJours: number
  description: string
}

const read = async <T>(file: string) =>
  JSON.parse(await readFile(new URL(`../../sample/${file}.json`, import.meta.url), 'utf8')) as T

/** Whether a row failed only because an interrupted seeding has already created its record. */
const isDuplicate = ({ error }: { error: string }) => / already( exists| related)?$/.test(error)

async function importInto(server: ServerClient, path: string, rows: unknown[]) {
  const form = new FormData()
  form.set('file', new Blob([JSON.stringify(rows)], { type: 'application/json' }), 'sample.json')
  const { errors } = await ask<ImportAnswer>(server, 'POST', path, form)
  const failed = errors.find(error => !isDuplicate(error))
  if (failed) throw new StartError(`${path}: line ${failed.line}: ${failed.error}`)
}

const countOf = async (server: ServerClient, resource: string) =>
  (await ask<{ total: number }>(server, 'GET', `/api/publique/${resource}?limit=1`)).total

const listPromotions = (server: ServerClient) =>
  ask<{ id: number; description: string }[]>(server, 'GET', '/api/publique/data')

/**
 * Returns the sample promotions that the shop lacks. They are created last, so none is missing from a complete sample; one
 * without a code is the last of them.
 */
async function promotionsToMake(server: ServerClient) {
  const had = new Set((await listPromotions(server)).map(({ description }) => description))
  return (await read<Promotion[]>('promotions')).filter(({ description }) => !had.has(description))
}

/** Whether the shop is empty, or has exactly the products of the sample but lacks some of its promotions. */
async function isToBeSeeded(server: ServerClient) {
  const total = await countOf(server, 'produits')
  const sample = new Set((await read<Row[]>('produits')).map(({ ean }) => ean))
  if (total === 0 || total !== sample.size) return total === 0
  const products = await ask<Row[]>(server, 'GET', '/api/publique/produits?fields=id,ean')
  return products.every(({ ean }) => sample.has(ean)) && (await promotionsToMake(server)).length > 0
}

/**
 * Loads the sample shop over HTTP, or the missing part after an interrupted seeding. Returns false, without changes, if
 * the shop has products of its own or the complete sample. `beforeLast` runs before the last record is created, so an
 * interruption lets the next seeding run it again.
 */
export async function seed(
  server: ServerClient,
  beforeLast: () => Promise<void> = async () => {},
): Promise<boolean> {
  if (!(await isToBeSeeded(server))) return false

  for (const resource of ['fournisseurs', 'produits'])
    await importInto(server, `/api/publique/${resource}/import`, await read(resource))
  // These rows have no unique key by which existing ones could be skipped, but their import is all or nothing.
  for (const resource of ['entrepots', 'magasins'])
    if ((await countOf(server, resource)) === 0)
      await importInto(server, `/api/publique/${resource}/import`, await read(resource))

  for (const method of await read<object[]>('modes-livraison'))
    await createUnlessPresent(server, '/api/v1/privee/modes-livraison', method)
  const products = await idsOf(server, 'produits', 'ean')
  await relateSuppliers(server, products)
  await setStocks(server, products)
  for (const client of await read<object[]>('clients'))
    await createUnlessPresent(server, '/api/publique/clients', client)
  await makePromotions(server, products, beforeLast)
  return true
}

async function createUnlessPresent(server: ServerClient, path: string, body: object) {
  const { status, text } = await server.call('POST', path, { body })
  if (status !== 201 && status !== 409) throw new StartError(`POST ${path}: ${status} ${text}`)
}

type Ids = Map<unknown, number>

/** Returns the ids of all rows by the value of an identifying field. */
const idsOf = async (server: ServerClient, resource: string, field: string): Promise<Ids> =>
  new Map((await ask<Row[]>(server, 'GET', `/api/publique/${resource}`)).map(row => [row[field], row.id]))

async function relateSuppliers(server: ServerClient, products: Ids) {
  const suppliers = await idsOf(server, 'fournisseurs', 'codeFournisseur')
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
}

async function setStocks(server: ServerClient, products: Ids) {
  const stores = await idsOf(server, 'magasins', 'nom')
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
}

async function makePromotions(server: ServerClient, products: Ids, beforeLast: () => Promise<void>) {
  const now = (await readServerTime(server.base)).getTime()
  const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString()
  const present = new Map((await listPromotions(server)).map(({ description, id }) => [description, id]))
  const promotions = await read<Promotion[]>('promotions')
  for (const { eans, debutJours, finJours, code, ...promotion } of promotions) {
    if (promotion.description === promotions.at(-1)?.description) await beforeLast()
    const idProduit = eans?.map(ean => String(products.get(ean)))
    const create = () =>
      ask<{ id: number }>(server, 'POST', '/api/publique/data', {
        ...promotion,
        ...(idProduit ? { idProduit } : {}),
        dateDebut: inDays(debutJours),
        dateFin: inDays(finJours),
      })
    const promotionId = present.get(promotion.description) ?? (await create()).id
    if (code) await createUnlessPresent(server, '/api/v1/privee/codes-promotion', { promotionId, code })
  }
}

export async function seedOnly(remote: Remote) {
  const done = await seed(createClient(remote))
  console.log(done ? 'The sample shop is loaded' : 'The shop already has products: nothing was changed')
}

/**
 * Loads the sample shop as `seed` does, with 60 days of orders, unless COMPTOIR_SAMPLE is 0. Returns the first word of a product's name to
 * search for, or an empty string without products.
 */
export async function openSampleShop(app: App, config: Config): Promise<string> {
  const server = createClient({ url: app.server.listeningOrigin, key: app.peerKey })
  if (config.sample) await seed(server, () => loadHistory(server, app, config))
  const { data } = await ask<Shapes['ListeProduits']>(server, 'GET', '/api/products?limit=1')
  return data[0]?.nom.split(' ')[0] ?? ''
}
