import type { Platform } from '../../platform/area.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  listPromotionTranches,
  listReductionsOfTranche,
  type PromotionReductions,
} from '../../promotions/contract.ts'
import { countTranches, incrementVersion, type Tranche, upsertReductions } from './store.ts'

/** Stores published reductions unless the same or a later version is stored. A change makes the caches reload. */
export async function applyReductions(tx: Tx, promotions: readonly PromotionReductions[]) {
  if ((await upsertReductions(tx, promotions)) > 0) await incrementVersion(tx)
}

/** A start waits for one comparison, which an unresponsive promotions area must not delay. */
const COMPARE_MS = 2_000

/**
 * Compares the copy with the promotions area and fetches missing or outdated reductions: in an empty database, after a
 * lost message, after a restore. Does nothing without the promotions area.
 */
export async function catchUpReductions({ db, peers }: Pick<Platform<'promotions'>, 'db' | 'peers'>) {
  if (!peers.knows('promotions')) return
  const { body } = await peers.ask(listPromotionTranches, { timeoutMs: COMPARE_MS })
  const { taille, tranches } = body
  const sums = (of: Tranche) => `${of.nombre} ${of.versions}`
  const local = new Map((await countTranches(db, taille)).map(of => [of.tranche, sums(of)]))
  for (const of of tranches) {
    if (local.get(of.tranche) === sums(of)) continue
    const { body: promotions } = await peers.ask(listReductionsOfTranche, { query: { tranche: of.tranche } })
    await db.transaction(tx => applyReductions(tx, promotions))
  }
}
