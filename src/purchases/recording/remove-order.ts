import type { PurchaseRefunded } from '../../orders/contract.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Purchases } from '../context.ts'
import { deletePurchasesOf } from '../store/purchases.ts'
import { recordRefund } from './store.ts'

/** Takes an order that was given back whole out of the history, whether it is there yet or not. */
export async function removeOrder(tx: Tx, { clock }: Purchases, { ordreId }: PurchaseRefunded) {
  const now = clock.now()
  const order = await recordRefund(tx, ordreId, now)
  if (order && order.clientId !== null) await deletePurchasesOf(tx, order, now)
}
