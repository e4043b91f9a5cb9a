import { changeAndAnnounce } from '../announcing/announce.ts'
import type { PromotionsPlatform } from '../peers.ts'
import type { NewPromotion } from '../schemas.ts'
import { insertPromotion } from '../store.ts'
import type { Promotion } from '../tables.ts'
import { checkTargets } from './check-targets.ts'
import { checkPromotion, withDefaults } from './rules.ts'

/** 422 when it contradicts itself or names what does not exist. */
export async function createPromotion(platform: PromotionsPlatform, given: NewPromotion): Promise<Promotion> {
  const fields = withDefaults(given)
  checkPromotion(fields)
  const targets = await checkTargets(platform.peers, fields)
  return changeAndAnnounce(platform, tx =>
    insertPromotion(tx, { ...fields, ...targets }, platform.clock.now()),
  )
}
