import type { BasketPreview, BasketToPreview } from '../basket-schemas.ts'
import { findTargetedNames } from '../customer.ts'
import { findAvailable, findProducts, type OrdersPlatform } from '../peers.ts'
import {
  type BasketPromotion,
  computeBasket,
  indexPromotions,
  type PromotionIndex,
} from '../pricing/basket.ts'
import { readUnexpiredPromotions } from '../promotion-copy/store.ts'
import { priceLines, reservableArticles } from './lines.ts'
import { formatBasket } from './price-basket.ts'

/** A promotion that replaces no stored one ranks as the newest: among equal promotions the lowest id wins. */
const UNSAVED_ID = Number.MAX_SAFE_INTEGER

/**
 * Prices a basket without and with an unsaved promotion, by the rules for orders. The stored promotion that it would
 * replace (`promotionId`) is left out of both calculations. Both are made for the present or, if the promotion is in
 * the future or has expired, for its start or its last instant. Throws 422 for an article that is unknown or not for
 * sale, or too large a sum.
 */
export async function previewBasket(
  platform: OrdersPlatform,
  { promotion, promotionId, idClient, articles }: BasketToPreview,
): Promise<BasketPreview> {
  const { db, clock, peers } = platform
  const moment = within(promotion, clock.now())
  const [products, { promotions }] = await Promise.all([
    findProducts(peers, articles),
    readUnexpiredPromotions(db, moment),
  ])
  const lines = priceLines(articles, products)
  const others = promotions.filter(({ id }) => id !== promotionId)
  const draft: BasketPromotion = {
    ...promotion,
    id: promotionId ?? UNSAVED_ID,
    dateDebut: new Date(promotion.dateDebut).toISOString(),
    dateFin: new Date(promotion.dateFin).toISOString(),
    dateSuppression: null,
  }
  const without = indexPromotions(others)
  const withDraft = indexPromotions([...others, draft])
  const [clientIds, available] = await Promise.all([
    findNames(platform, idClient, withDraft),
    findAvailable(peers, reservableArticles(lines)),
  ])
  const priced = (index: PromotionIndex) =>
    formatBasket(computeBasket(lines, index, { clientIds, now: moment }), index, available)
  return { moment, promotionId: draft.id, sans: priced(without), avec: priced(withDraft) }
}

const findNames = (platform: OrdersPlatform, clientId: string | null, index: PromotionIndex) =>
  clientId === null
    ? []
    : findTargetedNames(platform, { clientId, clientIds: [clientId], account: false, proven: true }, index)

function within({ dateDebut, dateFin }: BasketToPreview['promotion'], now: Date): Date {
  const [from, until] = [new Date(dateDebut), new Date(dateFin)]
  if (now < from) return from
  return now > until ? until : now
}
