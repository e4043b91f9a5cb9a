import type { Database, Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { countLinkCards, lockLink } from './store.ts'

type Limits = Pick<Context, 'guard' | 'settings'>

/** Whether the link has reached its limit of refused cards, which does not apply without API keys. */
export const hasTooManyRefusals = async ({ guard, settings }: Limits, db: Database, lienId: string) =>
  guard.on && (await countLinkCards(db, lienId)).refused >= settings.refusedCards

/**
 * Throws 410 for a link that has reached its limit of refused cards, and 409 if its pending payments may reach it. The
 * lock serializes payments of a link, so that a payment cannot be inserted meanwhile.
 */
export async function checkNotEnded({ guard, settings }: Limits, tx: Tx, lienId: string) {
  if (!guard.on) return
  await lockLink(tx, lienId)
  const { refused, pending } = await countLinkCards(tx, lienId)
  if (refused >= settings.refusedCards)
    throw new Problem(
      410,
      'lien-bloque',
      'Trop de cartes ont été refusées : ce lien de paiement n’est plus valable',
    )
  if (refused + pending >= settings.refusedCards)
    throw new Problem(409, 'paiement-en-cours', 'Another card attempt of this payment link is in progress')
}
