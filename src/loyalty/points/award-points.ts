import { type Clock, today } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import { findByIdentifier } from '../clients/store/clients.ts'
import { addPoints, recordAttribution } from './store.ts'

/** What the column holds. An order beyond it must not lose its customer all of its points. */
const MOST_POINTS = 2_147_483_647

/** One point for each whole euro of a delivered order, once an order. An order of no known customer earns none. */
export async function awardPoints(
  tx: Tx,
  clock: Clock,
  order: { ordreId: string; clientId: string; montantTotalCents: number; acheteur?: string },
) {
  const client = await findByIdentifier(tx, order.clientId)
  if (!client) throw new Problem(404, 'client-inconnu', `Client with id ${order.clientId} not found`)
  const points = Math.min(Math.floor(order.montantTotalCents / 100), MOST_POINTS)
  const now = clock.now()
  const { ordreId, acheteur } = order
  if (await recordAttribution(tx, { ordreId, clientId: client.id, points, acheteur, now }))
    await addPoints(tx, client.id, points, now, today(clock))
}
