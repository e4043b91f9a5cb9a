import type { Clock } from '../platform/clock.ts'
import type { DatabasePool, Tx } from '../platform/database/database.ts'
import { indexPromotions, type PromotionIndex } from './basket.ts'
import type { AnnouncedPromotion } from './events.ts'
import { keepPromotion, promotionsInForce, promotionsVersion, raisePromotionsVersion } from './store.ts'

/** Promotions prepared for baskets, and the version of the stored ones that they are. */
export type PreparedPromotions = { version: number; index: PromotionIndex }

/** The promotions, prepared once in this process for as long as the stored ones do not change. */
export type PromotionBook = {
  /** As they were when last looked at: for whoever checks the version in a statement of their own. */
  latest(): Promise<PreparedPromotions>
  /** As they are stored now. */
  current(): Promise<PreparedPromotions>
}

export function createPromotionBook({ db, clock }: { db: DatabasePool; clock: Clock }): PromotionBook {
  let prepared: PreparedPromotions | undefined

  async function load() {
    const { version, promotions } = await promotionsInForce(db, clock.now())
    const loaded = { version, index: indexPromotions(promotions) }
    if (!prepared || prepared.version < version) prepared = loaded
    return loaded
  }

  return {
    latest: async () => prepared ?? load(),
    async current() {
      const known = prepared
      return known && known.version === (await promotionsVersion(db)) ? known : load()
    },
  }
}

/** Takes in a promotion as it was announced, unless a later version of it is known. */
export async function takeInPromotion(tx: Tx, promotion: AnnouncedPromotion) {
  if (await keepPromotion(tx, promotion)) await raisePromotionsVersion(tx)
}
