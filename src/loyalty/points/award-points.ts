import { type Clock, today } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { unknownClient } from '../clients/find-client.ts'
import { findByIdentifier } from '../clients/store.ts'
import { addPoints, deductPoints, insertOrLockAttribution, updateAttribution } from './store.ts'

/** The maximum of the column. A larger order earns no more points. */
const MAX_POINTS = 2_147_483_647

/** An order that earns points. */
export type Earning = {
  ordreId: string
  clientId: string
  acheteur?: string
  payeCents: number
  /** Cents left after refunds; undefined without a refund. */
  plafondCents?: number | undefined
}

/**
 * Awards one point for each whole euro that is paid and not refunded of a delivered order. The paid amount only rises
 * and the amount left after refunds only falls, so messages may arrive in any order and twice. Throws 404 if the
 * order's customer is unknown or deleted.
 */
export async function awardPoints(
  tx: Tx,
  clock: Clock,
  order: Earning,
  { delivered }: { delivered: boolean },
) {
  const client = await findByIdentifier(tx, order.clientId)
  if (!client) throw unknownClient(order.clientId)
  const { ordreId, acheteur } = order
  const now = clock.now()
  const known = await insertOrLockAttribution(tx, { ordreId, clientId: client.id, acheteur, now })
  const livree = known.livree || delivered
  const payeCents = Math.max(known.payeCents, order.payeCents)
  const plafondCents = lower(known.plafondCents, order.plafondCents)
  const points = livree ? pointsOf(Math.min(payeCents, plafondCents ?? payeCents)) : 0
  await updateAttribution(tx, ordreId, { livree, payeCents, plafondCents, points })
  if (points < known.points) await deductPoints(tx, known.clientId, known.points - points, now)
  // The first delivery starts the customer's membership (`dateDebutFidelisation`), even without points.
  else if (points > known.points || (livree && !known.livree))
    await addPoints(tx, known.clientId, points - known.points, now, today(clock))
}

const pointsOf = (cents: number) => Math.min(Math.floor(cents / 100), MAX_POINTS)

const lower = (known: number | null, reported: number | undefined) =>
  known === null || reported === undefined ? (known ?? reported ?? null) : Math.min(known, reported)
