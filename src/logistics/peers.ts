import { readAccount } from '../accounts/contract.ts'
import type { Peers } from '../platform/peers/peers.ts'
import type { Peer } from '../platform/peers.ts'

type Product = { ref: string; id: number }

const ask = async (reference: Peer, refs: readonly string[]) =>
  (await reference.get<Product[]>(
    `/api/v1/privee/articles?refs=${refs.map(encodeURIComponent).join(',')}`,
  )) ?? []

/** Which of these product ids (200 at most) reference knows. */
export async function knownProducts(reference: Peer, ids: readonly number[]): Promise<Set<number>> {
  const wanted = new Set(ids)
  const products = await ask(reference, ids.map(String))
  return new Set(products.map(({ id }) => id).filter(id => wanted.has(id)))
}

/** The id of the product that a reference (its ean) names. */
export const productNamed = async (reference: Peer, ref: string) =>
  (await ask(reference, [ref])).find(product => product.ref === ref)?.id

export const storeIsKnown = async (reference: Peer, id: number) =>
  (await reference.get(`/api/privee/magasins/${id}`)) !== undefined

type Warehouse = { id: number; rolesLogistiques: string[] | null }

/** Those that work, the first of them first. */
export async function workingWarehouses(reference: Peer): Promise<Warehouse[]> {
  const path = '/api/publique/entrepots?statut=operationnel&fields=id,rolesLogistiques&limit=100'
  return (await reference.get<{ rows: Warehouse[] }>(path))?.rows ?? []
}

/** The identifiers that an account's orders carry; none when there is no such account. */
export async function clientIdsOf(peers: Peers<'accounts'>, userId: string) {
  const { status, body } = await peers.ask(readAccount, { params: { ref: userId }, expect: [404] })
  return status === 200 ? body.clientIds : []
}
