import type { Static } from 'typebox'
import { eventKind } from '../platform/events/event.ts'
import { AnnouncedPromotion } from './schemas.ts'

/** A promotion was created, changed or deleted: the whole of it, with a version that rises with each change. To orders. */
export const PromotionChanged = eventKind('commandes.promotions', AnnouncedPromotion)

export type PromotionMessage = Static<typeof AnnouncedPromotion>
