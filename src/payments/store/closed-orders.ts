import type { Tx } from '../../platform/database/database.ts'
import { acquireLocks } from '../../platform/database/locks.ts'
import { sql } from '../../platform/database/sql.ts'
import type { NewTransaction } from '../tables.ts'

/** Until the transaction ends, no other one stores a payment of these orders or closes them. */
export const lockOrders = (tx: Tx, orderIds: readonly string[]) =>
  orderIds.length > 0 ? acquireLocks(tx, 'payments.order', orderIds) : undefined

/** Whether one of these payments was admitted before its order was closed. */
export const hasClosedOrder = async (
  tx: Tx,
  payments: readonly Pick<NewTransaction, 'orderId' | 'admission'>[],
) =>
  (await tx.first(sql`
    select from payments.commande_close as close
    join unnest(
      ${payments.map(({ orderId }) => orderId)}::text[], ${payments.map(({ admission }) => admission)}::integer[]
    ) as new ("orderId", admission) on close."orderId" = new."orderId" and new.admission <= close.admission
    limit 1`)) !== undefined

/** Payments of the order that were admitted up to this number are no longer stored. */
export const insertClosedOrder = (tx: Tx, orderId: string, admission: number, now: Date) =>
  tx.run(sql`
    insert into payments.commande_close ("orderId", admission, "createdAt") values (${orderId}, ${admission}, ${now})
    on conflict ("orderId") do update
    set admission = greatest(commande_close.admission, excluded.admission), "createdAt" = excluded."createdAt"`)

export const deleteClosedOrders = (tx: Tx, before: Date) =>
  tx.run(sql`delete from payments.commande_close where "createdAt" < ${before}`)
