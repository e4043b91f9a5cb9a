import { coalesce } from '../../platform/database/batcher.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import type { AnnouncedPromotion } from '../../promotions/contract.ts'
import { listTranches, type OrdersPlatform, promotionsOfTranche } from '../peers.ts'
import { indexPromotions, type PromotionIndex } from '../pricing/basket.ts'
import {
  promotionsInForce,
  promotionsVersion,
  promotionTranches,
  raisePromotionsVersion,
  type Tranche,
  upsertPromotions,
} from './store.ts'

/** Promotions prepared for baskets, and the version of the stored ones that they are. */
export type PreparedPromotions = { version: number; index: PromotionIndex }

export type PromotionCache = ReturnType<typeof createPromotionCache>

/** The promotions, prepared once in this process for as long as the stored ones do not change. */
export function createPromotionCache({ db, clock }: Pick<OrdersPlatform, 'db' | 'clock'>) {
  let prepared: PreparedPromotions | undefined

  /** Many baskets may learn of a change at once: they wait for one reading. */
  const load = coalesce(async () => {
    const { version, promotions } = await promotionsInForce(db, clock.now())
    prepared = { version, index: indexPromotions(promotions) }
    return prepared
  })

  return {
    /** As they were when last read: for a caller who checks the version in a statement of their own. */
    latest: async () => prepared ?? load(),
    /** As they are stored now. */
    async current() {
      const version = await promotionsVersion(db)
      return prepared && prepared.version >= version ? prepared : load()
    },
  }
}

/** Takes in promotions as they were announced, except those of which a later version is known. */
export async function applyPromotions(tx: Tx, promotions: readonly AnnouncedPromotion[]) {
  if ((await upsertPromotions(tx, promotions)) > 0) await raisePromotionsVersion(tx)
}

/**
 * Compares the copy of the promotions with the promotions area and fetches what is missing or old: in an empty database,
 * after a lost message, after the restore of a backup. While that area is away, baskets go by the copy there is.
 */
export async function catchUpPromotions({ db, log, peers }: OrdersPlatform) {
  try {
    const { taille, tranches } = await listTranches(peers)
    const sums = (of: Tranche) => `${of.nombre} ${of.versions}`
    const ours = new Map((await promotionTranches(db, taille)).map(of => [of.tranche, sums(of)]))
    const behind = tranches.filter(of => ours.get(of.tranche) !== sums(of))
    for (const { tranche } of behind) {
      const promotions = await promotionsOfTranche(peers, tranche)
      await db.transaction(tx => applyPromotions(tx, promotions))
    }
    if (behind.length > 0)
      log.info({ tranches: behind.length }, 'The copy of the promotions was brought up to date')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    log.warn(
      { reason: error.message },
      'The promotions could not be compared; baskets go by the copy there is',
    )
  }
}
