import type { Caller } from '../../platform/http/caller.ts'
import { findBuyer } from '../customer.ts'
import { findProducts, type OrdersPlatform } from '../peers.ts'
import type { PromotionCache } from '../promotion-copy/promotion-cache.ts'
import { basketTotal } from './basket.ts'
import { basketLines, checkSum } from './lines.ts'
import type { BasketRequest } from './schemas.ts'

/**
 * What a basket comes to, in cents, at the prices it was sent with. A customer who is unknown, or merely named, gets what
 * everybody gets.
 */
export async function calculateBasket(
  platform: OrdersPlatform,
  cache: PromotionCache,
  caller: Caller,
  { idClient, articles }: BasketRequest,
): Promise<number> {
  const { clock, peers } = platform
  checkSum(articles)
  const [products, { index }, { clientIds }] = await Promise.all([
    findProducts(
      peers,
      articles.map(({ id }) => String(id)),
    ),
    cache.current(),
    idClient ? findBuyer(platform, caller, idClient) : { clientIds: [] },
  ])
  return basketTotal(basketLines(articles, products), index, { clientIds, now: clock.now() }).totalCents
}
