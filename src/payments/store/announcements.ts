import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

type Announcement = { transactionId: number; status: string; remboursementId: number | null; at: Date }

export const insertAnnouncements = (tx: Tx, announced: readonly Announcement[]) =>
  tx.run(sql`
    insert into payments.annonce ("transactionId", status, "remboursementId", "createdAt")
    select * from unnest(
      ${announced.map(each => each.transactionId)}::bigint[], ${announced.map(each => each.status)}::text[],
      ${announced.map(each => each.remboursementId)}::bigint[], ${announced.map(each => each.at)}::timestamptz[])`)
