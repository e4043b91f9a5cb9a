import type { Clock } from '../../platform/clock.ts'
import { coalesce } from '../../platform/database/batcher.ts'
import type { DatabasePool, Tx } from '../../platform/database/database.ts'
import type { AnnouncedPromotion } from '../../promotions/contract.ts'
import { indexPromotions, type PromotionIndex } from '../pricing/basket.ts'
import { keepPromotions, promotionsInForce, promotionsVersion, raisePromotionsVersion } from './store.ts'

/** Promotions prepared for baskets, and the version of the stored ones that they are. */
export type PreparedPromotions = { version: number; index: PromotionIndex }

/** The promotions, prepared once in this process for as long as the stored ones do not change. */
export type PromotionCache = {
  /** As they were when last read: for a caller who checks the version in a statement of their own. */
  latest(): Promise<PreparedPromotions>
  /** As they are stored now. */
  current(): Promise<PreparedPromotions>
}

export function createPromotionCache({ db, clock }: { db: DatabasePool; clock: Clock }): PromotionCache {
  let prepared: PreparedPromotions | undefined

  /** Many baskets may learn of a change at once: they wait for one reading. */
  const load = coalesce(async () => {
    const { version, promotions } = await promotionsInForce(db, clock.now())
    prepared = { version, index: indexPromotions(promotions) }
    return prepared
  })

  return {
    latest: async () => prepared ?? load(),
    async current() {
      const version = await promotionsVersion(db)
      return prepared && prepared.version >= version ? prepared : load()
    },
  }
}

/** Takes in promotions as they were announced, except those of which a later version is known. */
export async function takeInPromotions(tx: Tx, promotions: readonly AnnouncedPromotion[]) {
  if ((await keepPromotions(tx, promotions)) > 0) await raisePromotionsVersion(tx)
}
