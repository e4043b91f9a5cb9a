import type { Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { refundsOf, salesOf, type Waiting, type Which } from './events.ts'

/** Has refunds counted, of payments that have confirmed their order: in the transaction that makes both true. */
export const countRefunds = async (tx: Tx, refunds: readonly Waiting[]) => {
  if (refunds.length === 0) return
  await tx.run(sql`
    insert into orders.a_compter ("ordreId", "remboursementId")
    select * from unnest(
      ${refunds.map(({ ordreId }) => ordreId)}::text[],
      ${refunds.map(({ remboursementId }) => remboursementId)}::text[]
    ) as refund ("ordreId", "remboursementId") order by 1, 2
    on conflict do nothing`)
}

/** Takes up to `limit` away: who takes them counts them. */
export const takeWaiting = (tx: Tx, limit: number) =>
  tx.rows(sql<Waiting>`
    delete from orders.a_compter where ("ordreId", "remboursementId") in (
      select "ordreId", "remboursementId" from orders.a_compter order by 1, 2 limit ${limit})
    returning "ordreId", "remboursementId"`)

/** Takes these away, which are counted from the orders themselves. */
export const takeWaitingOf = (tx: Tx, which: Which) =>
  tx.run(sql`
    delete from orders.a_compter as waiting using (
      select "ordreId", '' as "remboursementId" from (${salesOf(which)}) as sold
      union all
      select "ordreId", "remboursementId" from (${refundsOf(which)}) as refunded) as counted
    where waiting."ordreId" = counted."ordreId" and waiting."remboursementId" = counted."remboursementId"`)
