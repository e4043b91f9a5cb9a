import { GUEST, type OrderPlaced } from '../../orders/contract.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Ready } from '../../platform/events/event.ts'
import { namedMoment } from '../../platform/moment.ts'
import type { Purchases } from '../context.ts'
import { clientsOfOrders } from '../peers.ts'
import { insertPurchases } from '../store/purchases.ts'
import { checkTotals } from '../total.ts'
import { known, orProblem, type Prepared } from './prepared.ts'
import { recordOrders as markOrders } from './store.ts'

/** Guests have no history: theirs are passed over. */
const isGuests = ({ clientId }: OrderPlaced) => clientId.startsWith(GUEST)

/** Whose orders they are and when; loyalty is asked once for all, accounts for identifiers that loyalty does not know. */
export async function prepareOrders({ peers }: Purchases, orders: readonly OrderPlaced[]) {
  const clients = await clientsOfOrders(
    peers,
    orders.filter(order => !isGuests(order)).map(({ clientId }) => clientId),
  )
  return orders.map(order =>
    orProblem((): Prepared | undefined => {
      if (isGuests(order)) return undefined
      const { clientId, purchaseDate, articles } = order
      checkTotals(articles, 'articles')
      return {
        purchaseDate: namedMoment(purchaseDate, 'purchaseDate'),
        client: known(clients.get(clientId), clientId),
      }
    }),
  )
}

/** The articles of orders, once an order. */
export async function recordOrders(
  tx: Tx,
  { clock }: Purchases,
  given: readonly Ready<OrderPlaced, Prepared | undefined>[],
) {
  const now = clock.now()
  const orders = given.flatMap(({ body, prepared }) => (prepared ? [{ body, prepared }] : []))
  const marked = await markOrders(
    tx,
    orders.map(({ body: { ordreId }, prepared: { client, purchaseDate } }) => ({
      ...{ ordreId, clientId: client.id, purchaseDate },
    })),
    now,
  )
  // Of two messages of one order in a batch, the first.
  const fresh = orders.filter(({ body }) => marked.delete(body.ordreId))
  await insertPurchases(
    tx,
    fresh.map(({ body: { articles, clientId, ordreId }, prepared }) => ({
      ...prepared,
      ...{ items: articles, acheteur: clientId, ordreId },
    })),
    now,
  )
}
