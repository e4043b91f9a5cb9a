import type pg from 'pg'
import { eventually } from '../eventually.ts'
import { waitUntilReconciled } from '../reconciled.ts'
import type { Purchase } from './purchase.ts'

const SETTLED_MS = 180_000

/**
 * Compares the responses that buyers received with the database. Returns the marks of purchases with a lost order,
 * payment or delivery, the number of duplicates, and the marks of all stored orders.
 */
export async function checkOutcome(db: pg.Client, purchases: readonly Purchase[]) {
  const { rows: orders } = await db.query<{ mark: string; id: string; statut: string }>(
    `select "adresseLivraison"->>'rue' as mark, "ordreId" as id, statut from orders.commande`,
  )
  const { rows: paid } = await db.query<{ id: string; of: string }>(
    `select id, "orderId" as of from payments.transaction where "rembourseId" is null and status = 'accepte'`,
  )
  const { rows: history } = await db.query<{ ordreId: string }>(
    `select "ordreId" from purchases.achat where "ordreId" is not null`,
  )
  const stored = new Map(orders.map(order => [order.id, order]))
  const transactions = new Set(paid.map(({ id }) => Number(id)))
  const lost = purchases.filter(({ ordreId, transactionId, done }) => {
    if (ordreId === undefined) return false
    if (!stored.has(ordreId)) return true
    return (
      done > 2 &&
      (!transactions.has(transactionId!) || (done > 4 && stored.get(ordreId)?.statut !== 'LIVREE'))
    )
  })
  const again = (list: string[]) => list.length - new Set(list).size
  return {
    lost: lost.map(({ mark }) => mark),
    doubled:
      again(orders.map(({ mark }) => mark)) +
      again(paid.map(({ of }) => of)) +
      again(history.map(({ ordreId }) => ordreId)),
    marks: new Set(orders.map(({ mark }) => mark)),
  }
}

/**
 * Waits until no event is left on the queues that the SQL condition `queues` selects, then until `comptoir reconcile`
 * finds nothing. Throws after three minutes each, with the findings.
 */
export async function waitUntilSettled(db: pg.Client, url: string, queues: string) {
  const isEmpty = async (query: string) => (await db.query(`${query} limit 1`)).rowCount === 0
  await eventually(
    'every event is sent or consumed',
    () => isEmpty(`select from platform.outbox where queue ${queues}`),
    SETTLED_MS,
  )
  await waitUntilReconciled(url, SETTLED_MS)
}
