import type { Tx } from '../../platform/database/database.ts'
import { allowOnlyStores, type StoreRequest } from '../../platform/http/stores.ts'
import { Problem } from '../../platform/problem.ts'
import { mergeUnits, type Units } from '../article-units.ts'
import { cancelWithRefund } from '../cancelling/cancel-order.ts'
import type { OrdersPlatform } from '../peers.ts'
import { lockOrder } from '../status/store.ts'
import { findOrder } from '../store/orders.ts'
import type { LockedOrder } from '../tables.ts'
import { isUnsent, isWhole, unitsLeft } from './rules.ts'
import type { WithdrawalDecision } from './schemas.ts'
import { findWithdrawal, markDecided, readCoverage, type Withdrawal } from './store.ts'

/** Cancels and refunds an order whose goods are not sent once all its units are withdrawn. `prises` were before. */
export async function finishUnsent(
  tx: Tx,
  platform: OrdersPlatform,
  order: LockedOrder,
  prises: readonly Units[],
  unites: readonly Units[],
) {
  if (!isUnsent(order) || !isWhole(order, mergeUnits([...prises, ...unites]))) return false
  await cancelWithRefund(tx, platform, order, 'client')
  return true
}

/**
 * Accepts or refuses a withdrawal that waits for staff. An accepted one concerns those of its units that can still come
 * back. Throws 404 for an unknown one; 403 if the caller is limited to other stores; 400 for a refusal without a reason;
 * 409 if it does not wait, or cannot be accepted because the order does not exist, is cancelled or has none of its
 * units left.
 */
export async function decideWithdrawal(
  platform: OrdersPlatform,
  request: StoreRequest,
  id: number,
  decision: WithdrawalDecision,
): Promise<Withdrawal> {
  const { db } = platform
  if (decision.statut === 'refusee' && !decision.motif)
    throw new Problem(400, 'requete-invalide', 'motif is missing; statut refusee requires a reason')
  const found = (await findWithdrawal(db, id)) ?? throwUnknownWithdrawal(id)
  const order = await findOrder(db, found.ordreId)
  allowOnlyStores(request, order?.magasins ?? [])
  return db.transaction(async tx => {
    const locked = found.commandeConnue ? await lockOrder(tx, found.ordreId) : undefined
    if (decision.statut === 'refusee') return markAs(found.unites)
    if (!locked) throw new Problem(409, 'commande-inconnue', `Order ${found.ordreId} not found`)
    const { prises } = await readCoverage(tx, found.ordreId, { courriel: '', own: null })
    const unites = unitsLeft(locked, prises, found.unites ?? [])
    const decided = await markAs(unites)
    if (locked.statut === 'ANNULEE')
      throw new Problem(
        409,
        'commande-annulee',
        `Order ${found.ordreId} is cancelled; refund its payment instead`,
      )
    if (unites.length === 0)
      throw new Problem(
        409,
        'statut-incompatible',
        `No unit of withdrawal ${id} can come back: all were withdrawn or returned, or the order does not have them`,
      )
    const finished = await finishUnsent(tx, platform, locked, prises, unites)
    return finished ? { ...decided, statut: 'remboursee' } : decided

    async function markAs(unites: Units[] | null) {
      const decided = await markDecided(tx, id, { ...decision, unites })
      if (decided) return decided
      const { statut } = (await findWithdrawal(tx, id)) ?? throwUnknownWithdrawal(id)
      throw new Problem(
        409,
        'statut-incompatible',
        `Withdrawal ${id} is ${statut}; only one that is a_verifier can be decided`,
      )
    }
  })
}

function throwUnknownWithdrawal(id: number): never {
  throw new Problem(404, 'retractation-inconnue', `Withdrawal ${id} not found`)
}
