import { namedMoment } from '../../platform/moment.ts'
import type { Purchases } from '../context.ts'
import { clientOfLoyalty } from '../peers.ts'
import { known } from '../recording/prepared.ts'
import type { NewPurchase } from '../schemas.ts'
import { insertPurchase } from '../store/purchases.ts'
import { checkTotals } from '../total.ts'

/** A purchase written by hand: its rows. 404 when there is no such customer. */
export async function writePurchase({ db, clock, peers }: Purchases, { clientId, ...rest }: NewPurchase) {
  checkTotals(rest.purchases, 'body/purchases')
  const purchaseDate = namedMoment(rest.purchaseDate, 'body/purchaseDate')
  const client = known(await clientOfLoyalty(peers, String(clientId)), clientId)
  return db.transaction(tx =>
    insertPurchase(tx, { client, purchaseDate, items: rest.purchases }, clock.now()),
  )
}
