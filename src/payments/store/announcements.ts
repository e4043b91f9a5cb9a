import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

type Announcement = { transactionId: number; status: string; remboursementId: number | null; at: Date }

export const insertAnnouncement = (tx: Tx, { transactionId, status, remboursementId, at }: Announcement) =>
  tx.run(sql`
    insert into payments.annonce ("transactionId", status, "remboursementId", "createdAt")
    values (${transactionId}, ${status}, ${remboursementId}, ${at})`)
