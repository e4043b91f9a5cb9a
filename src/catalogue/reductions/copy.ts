import type { Platform } from '../../platform/area.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  COMPARE_MS,
  listPromotionTranches,
  listReductionsOfTranche,
  type PromotionReductions,
  selectOutdatedTranches,
} from '../../promotions/contract.ts'
import { countTranches, incrementVersion, upsertReductions } from './store.ts'

/** Stores published reductions unless the same or a later version is stored. A change makes the caches reload. */
export async function applyReductions(tx: Tx, promotions: readonly PromotionReductions[]) {
  if ((await upsertReductions(tx, promotions)) > 0) await incrementVersion(tx)
}

/**
 * Compares the copy with the promotions area and fetches missing or outdated reductions: in an empty database, after a
 * lost message, after a restore. Does nothing without the promotions area.
 */
export async function catchUpReductions({ db, peers }: Pick<Platform<'promotions'>, 'db' | 'peers'>) {
  if (!peers.knows('promotions')) return
  const { body } = await peers.ask(listPromotionTranches, { timeoutMs: COMPARE_MS })
  for (const tranche of selectOutdatedTranches(body.tranches, await countTranches(db, body.taille))) {
    const { body: promotions } = await peers.ask(listReductionsOfTranche, { query: { tranche } })
    await db.transaction(tx => applyReductions(tx, promotions))
  }
}
