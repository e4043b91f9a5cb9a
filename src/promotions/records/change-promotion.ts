import { changedSince, type Seen } from '../../platform/http/conditional.ts'
import { Problem } from '../../platform/problem.ts'
import { changeAndAnnounce } from '../announcing/announce.ts'
import type { PromotionsPlatform } from '../peers.ts'
import type { PromotionChange } from '../schemas.ts'
import { deletePromotion, lockPromotion, promotionExists, updatePromotion } from '../store.ts'
import type { Promotion } from '../tables.ts'
import { checkTargets } from './check-targets.ts'
import { applicationsOf, checkPromotion, withDefaults } from './rules.ts'

const unknown = (id: number) => new Problem(404, 'promotion-inconnue', `Promotion with id ${id} not found`)

/**
 * Changes the fields that are given and leaves the others; only what is given anew is asked of its owners. 412 when it is no
 * longer as it was `seen`.
 */
export async function changePromotion(
  platform: PromotionsPlatform,
  id: number,
  change: PromotionChange,
  seen?: Seen,
): Promise<Promotion> {
  if (!(await promotionExists(platform.db, id))) throw unknown(id)
  const applicationsConcernees = applicationsOf(change)
  const targets = await checkTargets(platform.peers, change)
  return changeAndAnnounce(platform, async tx => {
    const before = await lockPromotion(tx, id)
    if (!before) throw unknown(id)
    if (seen && !seen.includes(before.dateModification)) throw changedSince()
    const merged = withDefaults({
      ...before,
      ...change,
      ...(applicationsConcernees && { applicationsConcernees }),
    })
    const { clientsVises, produitsVises } = before
    const after = { ...merged, clientsVises, produitsVises, ...targets }
    checkPromotion(after)
    return updatePromotion(tx, id, after, platform.clock.now())
  })
}

/** Softly: it stays in the list and never applies again. */
export const removePromotion = (platform: PromotionsPlatform, id: number) =>
  changeAndAnnounce(platform, async tx => {
    const deleted = await deletePromotion(tx, id, platform.clock.now())
    if (!deleted) throw unknown(id)
    return deleted
  })
