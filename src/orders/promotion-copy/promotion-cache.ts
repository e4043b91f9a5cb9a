import { coalesce } from '../../platform/database/batcher.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import {
  type AnnouncedPromotion,
  COMPARE_MS,
  listPromotionsOfTranche,
  listPromotionTranches,
  selectOutdatedTranches,
} from '../../promotions/contract.ts'
import { type IndexedMethod, indexMethods } from '../delivery/method-index.ts'
import type { OrdersPlatform } from '../peers.ts'
import { indexPromotions, type PromotionIndex } from '../pricing/basket.ts'
import { incrementPromotionsVersion } from '../store/orders.ts'
import {
  countPromotionTranches,
  readPromotionsVersion,
  readUnexpiredPromotions,
  upsertPromotions,
} from './store.ts'

/** Indexed promotions and active delivery methods, and the version of the stored ones that they were read from. */
export type PreparedPromotions = { version: number; index: PromotionIndex; methods: IndexedMethod[] }

export type PromotionCache = ReturnType<typeof createPromotionCache>

/** Creates this process's cache of the indexed promotions and delivery methods. */
export function createPromotionCache({ db, clock }: Pick<OrdersPlatform, 'db' | 'clock'>) {
  let prepared: PreparedPromotions | undefined

  /** Baskets that detect a change concurrently share one query. */
  const load = coalesce(async () => {
    const { version, promotions, methods } = await readUnexpiredPromotions(db, clock.now())
    prepared = { version, index: indexPromotions(promotions), methods: indexMethods(methods) }
    return prepared
  })

  return {
    /** The promotions as last read, for callers that check the version in their own statement. */
    latest: async () => prepared ?? load(),
    /** The promotions as currently stored; only their version is read if the cache has it. */
    async current() {
      const version = await readPromotionsVersion(db)
      return prepared && prepared.version >= version ? prepared : load()
    },
  }
}

/** Stores published promotions unless the same or a later version is stored. A change makes the caches reload. */
export async function applyPromotions(tx: Tx, promotions: readonly AnnouncedPromotion[]) {
  if ((await upsertPromotions(tx, promotions)) > 0) await incrementPromotionsVersion(tx)
}

/**
 * Compares the copy with the promotions area and fetches missing or outdated promotions: in an empty database, after
 * a lost message, after a restore. Throws 503 if that area is unavailable.
 */
export async function fetchPromotions({ db, log, peers }: OrdersPlatform) {
  const { body } = await peers.ask(listPromotionTranches, { timeoutMs: COMPARE_MS })
  const tranches = selectOutdatedTranches(body.tranches, await countPromotionTranches(db, body.taille))
  for (const tranche of tranches) {
    const { body: promotions } = await peers.ask(listPromotionsOfTranche, { query: { tranche } })
    await db.transaction(tx => applyPromotions(tx, promotions))
  }
  if (tranches.length > 0) log.info({ tranches: tranches.length }, 'The copy of the promotions was updated')
}

/** Like `fetchPromotions`, but if that area is unavailable, logs a warning: baskets use the existing copy. */
export async function catchUpPromotions(platform: OrdersPlatform) {
  const { log } = platform
  try {
    await fetchPromotions(platform)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    log.warn({ reason: error.message }, 'The promotions could not be compared; baskets use the existing copy')
  }
}
