import type { Database, Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Context } from '../context.ts'
import { countRefused, lockLink } from './store.ts'

/** Whether so many cards of a link were refused that no other one is tried. */
export const isEnded = async ({ guarded, settings }: Context, db: Database, lienId: string) =>
  guarded && (await countRefused(db, lienId)) >= settings.refusedCards

/** 410 for a link that has ended. Payments of one link come one after another, so none slips past the last refusal. */
export async function checkNotEnded(context: Context, tx: Tx, lienId: string) {
  if (!context.guarded) return
  await lockLink(tx, lienId)
  if (await isEnded(context, tx, lienId))
    throw new Problem(410, 'Trop de cartes ont été refusées : ce lien de paiement n’est plus valable')
}
