import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** What orders last said of an order; `correction` is the version that last took it back, 0 when none did. */
export type Followed = { statut: string; trackingNumber: string | null; version: number; correction: number }

/** False when something newer, or the same, is known already: messages come in any order. */
export const keepFollowed = async (
  tx: Tx,
  ordreId: string,
  { statut, trackingNumber, version, correction }: Followed,
) =>
  (await tx.run(sql`
    insert into logistics.commande_suivie as known ("ordreId", statut, "trackingNumber", version, correction)
    values (${ordreId}, ${statut}, ${trackingNumber}, ${version}, ${correction})
    on conflict ("ordreId") do update
      set statut = excluded.statut, "trackingNumber" = excluded."trackingNumber", version = excluded.version,
        correction = excluded.correction
      where known.version < excluded.version`)) === 1

export const findFollowed = (db: Database, ordreId: string) =>
  db.first(sql<Followed>`
    select statut, "trackingNumber", version, correction from logistics.commande_suivie where "ordreId" = ${ordreId}`)
