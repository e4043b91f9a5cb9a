import { findCustomer, findProducts, type OrdersPlatform } from '../peers.ts'
import type { PromotionCache } from '../promotion-copy/promotion-cache.ts'
import { basketTotal } from './basket.ts'
import { basketLines, checkSum } from './lines.ts'
import type { BasketRequest } from './schemas.ts'

/** What a basket comes to, in cents, at the prices it was sent with. An unknown customer gets what everybody gets. */
export async function calculateBasket(
  { clock, peers }: OrdersPlatform,
  cache: PromotionCache,
  { idClient, articles }: BasketRequest,
): Promise<number> {
  checkSum(articles)
  const [products, { index }, clientIds] = await Promise.all([
    findProducts(
      peers,
      articles.map(({ id }) => String(id)),
    ),
    cache.current(),
    identifiersOf(peers, idClient),
  ])
  return basketTotal(basketLines(articles, products), index, { clientIds, now: clock.now() }).totalCents
}

async function identifiersOf(peers: OrdersPlatform['peers'], idClient: string | null | undefined) {
  if (!idClient) return []
  return /^\d+$/.test(idClient) ? ((await findCustomer(peers, idClient))?.clientIds ?? []) : [idClient]
}
