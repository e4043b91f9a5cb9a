import { readAccount } from '../accounts/contract.ts'
import type { Peers } from '../platform/peers/peers.ts'
import { plain } from '../platform/text.ts'
import {
  type Article,
  findArticles,
  getStorePrivately,
  listDeletedProducts,
  listStores,
  listWarehouses,
} from '../reference/contract.ts'

type Reference = Peers<'reference'>

/** The most references that one call may name. */
const MAX_REFS = 200

async function findProducts(peers: Reference, refs: readonly string[]) {
  const products: Article[] = []
  for (let at = 0; at < refs.length; at += MAX_REFS) {
    const query = { refs: refs.slice(at, at + MAX_REFS).join(',') }
    products.push(...(await peers.ask(findArticles, { query })).body)
  }
  return products
}

/** Returns the ids among these that reference knows as products that are not deleted. */
export async function findKnownProducts(peers: Reference, ids: readonly number[]): Promise<Set<number>> {
  const wanted = new Set(ids)
  const products = await findProducts(peers, ids.map(String))
  return new Set(products.map(({ id }) => id).filter(id => wanted.has(id)))
}

/** Returns the eans of the products with these ids (texts of digits), without deleted ones. */
export async function findEans(peers: Reference, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await findProducts(peers, ids)).map(({ ref, ean }) => [ref, ean]))
}

/** Returns the ids of the products with these eans, by ean. */
export async function findProductIds(
  peers: Reference,
  eans: readonly string[],
): Promise<Map<string, number>> {
  const products = await findProducts(peers, eans)
  return new Map(products.filter(({ ref, ean }) => ref === ean).map(({ ean, id }) => [ean, id]))
}

/** Returns the id of the product with this id or ean; undefined if there is none or it is deleted. */
export const findProductId = async (peers: Reference, ref: string) =>
  (await findProducts(peers, [ref])).find(product => product.ref === ref)?.id

/**
 * Returns the ids of up to 500 deleted products after the id `apres`, as many as one transaction should hide, and the
 * number of all deleted products.
 */
export const fetchDeletedProducts = async (peers: Reference, apres: number) =>
  (await peers.ask(listDeletedProducts, { query: { apres, limit: 500 } })).body

/** Returns a store; undefined if it does not exist. */
export async function findStore(peers: Reference, id: number) {
  const { status, body } = await peers.ask(getStorePrivately, { params: { id }, query: {}, expect: [404] })
  return status === 200 ? body : undefined
}

export const storeExists = async (peers: Reference, id: number) => (await findStore(peers, id)) !== undefined

const MAX_PAGES = 100

/** Returns the ids of the first 10,000 stores by their names in lower case without accents. */
export async function findStoreIdsByName(peers: Reference): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>()
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { body } = await peers.ask(listStores, { query: { page, limit: 100, fields: 'id,nom' } })
    const stores = Array.isArray(body) ? body : body.rows
    for (const { id = 0, nom = '' } of stores) found.set(plain(nom), [...(found.get(plain(nom)) ?? []), id])
    if (stores.length < 100) break
  }
  return found
}

/** Returns the first hundred operational warehouses, in the order of their ids. */
export async function listOperationalWarehouses(peers: Reference) {
  const query = { statut: 'operationnel', fields: 'id,rolesLogistiques', limit: 100 }
  const { body } = await peers.ask(listWarehouses, { query })
  return Array.isArray(body) ? body : body.rows
}

/** Returns the customer identifiers that orders of an account may have; none if the account does not exist. */
export async function findClientIds(peers: Peers<'accounts'>, userId: string) {
  const { status, body } = await peers.ask(readAccount, { params: { ref: userId }, expect: [404] })
  return status === 200 ? body.clientIds : []
}
