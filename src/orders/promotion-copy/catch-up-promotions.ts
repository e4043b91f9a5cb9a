import { Problem } from '../../platform/problem.ts'
import { listTranches, type OrdersPlatform, promotionsOfTranche } from '../peers.ts'
import { takeInPromotions } from './promotion-cache.ts'
import { promotionTranches, type Tranche } from './store.ts'

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
      await db.transaction(tx => takeInPromotions(tx, promotions))
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
