import type { Database } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import { FIRST_STATUS } from '../schemas.ts'
import { findOrder } from '../store/orders.ts'
import type { StatusHistory } from './schemas.ts'
import { statusChanges } from './store.ts'

/** The statuses of an order from its creation on, with the notes of the staff for them alone; 404 when there is none. */
export async function readHistory(
  db: Database,
  ordreId: string,
  { forStaff }: { forStaff: boolean },
): Promise<StatusHistory> {
  const [order, changes] = await Promise.all([findOrder(db, ordreId), statusChanges(db, ordreId)])
  if (!order) throw new Problem(404, 'commande-inconnue', `There is no order ${ordreId}`)
  const { createdAt } = order
  const unsaid = { trackingNumber: null, commentaire: null, noteInterne: null, annuleePar: null }
  const history: StatusHistory = [{ statut: FIRST_STATUS, ...unsaid, createdAt }, ...changes]
  return forStaff ? history : history.map(({ noteInterne, ...shown }) => shown)
}
