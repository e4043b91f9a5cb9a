import type { Peer } from '../platform/peers.ts'
import type { ProductChange } from './events.ts'

/** Of products as they are announced, in the order of their ids; `total` is how many are not deleted. */
type Page = { total: number; produits: ProductChange[] }

/** A full page is a megabyte and takes a second where the machine is busy. */
const TIMEOUT_MS = 15_000

/** Throws 503 while reference is away. */
export const productsAfter = async (reference: Peer, apres: number, limit: number): Promise<Page> =>
  (await reference.get<Page>(`/api/v1/privee/produits?apres=${apres}&limit=${limit}`, {
    timeoutMs: TIMEOUT_MS,
  }))!
