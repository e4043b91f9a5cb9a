import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { REPAIRED } from '../schemas.ts'

/** How many open repairs there are by the least age, in days, that each of `ages` tells; and when the oldest was begun. */
export const openByAge = (db: Database, ages: readonly number[], now: Date, magasinId: number | null) =>
  db.rows(
    sql<{ deJours: number; nombre: number; plusAncienneLe: Date | null }>`
    select "deJours", count(begun) as nombre, min(begun) as "plusAncienneLe"
    from unnest(${ages}::integer[]) as age ("deJours")
    left join (
      select "createdAt" as begun, (
        select max(least) from unnest(${ages}::integer[]) as least
        where "createdAt" <= ${now}::timestamptz - least * interval '24 hours') as old
      from logistics.fiche_reparation
      where statut is distinct from ${sql.raw(`'${REPAIRED}'`)}
        and (${magasinId}::bigint is null or "magasinId" = ${magasinId}::bigint)) as open
      on coalesce(old, 0) = "deJours"
    group by "deJours" order by "deJours"`.fromReplica(),
  )
