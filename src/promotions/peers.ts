import { getClientPrivately } from '../loyalty/contract.ts'
import { takeInPromotion } from '../orders/contract.ts'
import type { Platform } from '../platform/area.ts'
import { Problem } from '../platform/http/problem.ts'
import type { Answer } from '../platform/peers.ts'
import type { AnnouncedPromotion } from './contract.ts'

export const calls = ['loyalty', 'reference', 'orders'] as const
export type PromotionsPlatform = Platform<(typeof calls)[number]>
type Peers = PromotionsPlatform['peers']

/** An identifier that the other area calls malformed names nothing there, like one that it does not know. */
function found<Body>(area: string, { status, body }: Answer<Body>): Body | undefined {
  if (status === 404 || status === 400) return undefined
  if (status >= 400) throw new Problem(503, `The ${area} area refused a call of ours (${status})`)
  return body
}

/**
 * The `CLI_` identifier of a customer named in any way; undefined when there is none. A malformed name names nobody.
 */
export async function findClientIdentifier(peers: Peers, id: string): Promise<string | undefined> {
  const { status, body } = await peers.ask(getClientPrivately, { params: { id }, expect: [400, 404] })
  return status === 200 ? body.idClient : undefined
}

export async function storeExists({ reference }: Peers, id: string): Promise<boolean> {
  const path = `/api/privee/magasins/${encodeURIComponent(id)}`
  return found('reference', await reference.call('GET', path)) !== undefined
}

const ARTICLES_PER_CALL = 200

/** The ids, as text, of products named by id or ean, by the name that was given. What does not exist is missing. */
export async function findProductIds({ reference }: Peers, refs: string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const askable = [...new Set(refs)].filter(ref => !ref.includes(','))
  for (let from = 0; from < askable.length; from += ARTICLES_PER_CALL) {
    const query = askable
      .slice(from, from + ARTICLES_PER_CALL)
      .map(encodeURIComponent)
      .join(',')
    const articles = await reference.get<{ ref: string; id: number }[]>(
      `/api/v1/privee/articles?refs=${query}`,
    )
    for (const { ref, id } of articles ?? []) ids.set(ref, String(id))
  }
  return ids
}

export async function searchCategories({ reference }: Peers, search: string): Promise<string[]> {
  const path = `/api/publique/categories?search=${encodeURIComponent(search)}`
  return ((await reference.get<{ nom: string }[]>(path)) ?? []).map(({ nom }) => nom)
}

const PUSH_MS = 1_000

/**
 * Gives a change to orders at once, so that a basket worked out after our answer knows of it. Where orders is away the
 * message on the broker does it later; what comes second finds the version there already.
 */
export const pushToOrders = (peers: Peers, promotion: AnnouncedPromotion) =>
  peers.ask(takeInPromotion, { body: promotion, timeoutMs: PUSH_MS }).catch(() => undefined)
