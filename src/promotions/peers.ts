import { getClientPrivately } from '../loyalty/contract.ts'
import { applyPromotion, countPromotionCodes, listDeliveryMethods } from '../orders/contract.ts'
import type { Platform } from '../platform/area.ts'
import { findArticles, getStorePrivately, listCategories } from '../reference/contract.ts'
import type { AnnouncedPromotion } from './contract.ts'

export const calls = ['loyalty', 'reference', 'orders'] as const
export type PromotionsPlatform = Platform<(typeof calls)[number]>
export type Peers = PromotionsPlatform['peers']

/** Returns the `CLI_` identifier of the customer with this identifier or number; undefined if unknown or malformed. */
export async function findClientIdentifier(peers: Peers, id: string): Promise<string | undefined> {
  const { status, body } = await peers.ask(getClientPrivately, { params: { id }, expect: [400, 404] })
  return status === 200 ? body.idClient : undefined
}

/** Returns the id if a store has it, otherwise undefined. */
export async function findStoreId(peers: Peers, id: string): Promise<string | undefined> {
  const { status } = await peers.ask(getStorePrivately, { params: { id }, query: {}, expect: [400, 404] })
  return status === 200 ? id : undefined
}

const ARTICLES_PER_CALL = 200

/** Returns the ids of products, as text, by the given id or EAN, without unknown and deleted products. */
export async function findProductIds(peers: Peers, refs: string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const askable = [...new Set(refs)].filter(ref => !ref.includes(','))
  for (let from = 0; from < askable.length; from += ARTICLES_PER_CALL) {
    const some = askable.slice(from, from + ARTICLES_PER_CALL)
    const { body } = await peers.ask(findArticles, { query: { refs: some.join(',') } })
    for (const { ref, id } of body) ids.set(ref, String(id))
  }
  return ids
}

export const searchCategories = async (peers: Peers, search: string): Promise<string[]> =>
  (await peers.ask(listCategories, { query: { search } })).body.map(({ nom }) => nom)

/** Returns the number of codes of a promotion that are not revoked. Throws 503 if orders cannot be asked. */
export const countCodes = async (peers: Peers, promotionId: number) =>
  (await peers.ask(countPromotionCodes, { params: { promotionId: String(promotionId) } })).body.codes

export const listDeliveryCodes = async (peers: Peers): Promise<Set<string>> =>
  new Set((await peers.ask(listDeliveryMethods, {})).body.map(({ code }) => code))

const PUSH_MS = 1_000

/**
 * Pushes a change to orders, so that baskets priced after the response to the caller include it. A push that fails or
 * takes too long is ignored, because the published event delivers the same version; whichever arrives second has no
 * effect.
 */
export const pushToOrders = (peers: Peers, promotion: AnnouncedPromotion) =>
  peers.ask(applyPromotion, { body: promotion, timeoutMs: PUSH_MS }).catch(() => undefined)
