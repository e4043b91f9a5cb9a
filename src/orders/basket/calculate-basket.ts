import type { Caller } from '../../platform/http/caller.ts'
import type { BasketRequest } from '../basket-schemas.ts'
import { anybody, findBuyer, targetedNames } from '../customer.ts'
import { findProducts, type OrdersPlatform } from '../peers.ts'
import { basketTotal } from '../pricing/basket.ts'
import type { PromotionCache } from '../promotion-copy/promotion-cache.ts'
import { checkSum, orderLines } from './lines.ts'

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
  const [products, { index }, buyer] = await Promise.all([
    findProducts(
      peers,
      articles.map(({ id }) => String(id)),
    ),
    cache.current(),
    idClient ? findBuyer(platform, caller, idClient) : anybody,
  ])
  const clientIds = await targetedNames(platform, buyer, index)
  return basketTotal(orderLines(articles, products), index, { clientIds, now: clock.now() }).totalCents
}
