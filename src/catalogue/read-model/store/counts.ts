import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

export type Count = { genre: string; cle: string; nombre: number }

/** Gives the counts as they are now. */
export const addCounts = (tx: Tx, counts: readonly Count[]) =>
  tx.rows(sql<Count>`
    insert into catalogue.compteur (genre, cle, nombre)
    select genre, cle, nombre
    from json_to_recordset(${sql.json(counts)}::json) as given (genre text, cle text, nombre bigint)
    on conflict (genre, cle) do update set nombre = compteur.nombre + excluded.nombre
    returning genre, cle, nombre`)

/** How many products are listed. */
export const countListed = async (db: Database) =>
  (
    await db.first(
      sql<{ nombre: number }>`select nombre from catalogue.compteur where genre = 'listes'`
        .pointRead()
        .fromReplica(),
    )
  )?.nombre ?? 0

/** The kept counts, and when the last message came in. */
export const readStatistics = async (db: Database) =>
  await db.one(
    sql<{
      totalProducts: number
      activeProducts: number
      categoriesCount: number
      brandsCount: number
      lastSync: Date | null
    }>`
    select
      coalesce(max(nombre) filter (where genre = 'tous'), 0) as "totalProducts",
      coalesce(max(nombre) filter (where genre = 'listes'), 0) as "activeProducts",
      coalesce(max(nombre) filter (where genre = 'categories'), 0) as "categoriesCount",
      coalesce(max(nombre) filter (where genre = 'marques'), 0) as "brandsCount",
      (select "lastSync" from catalogue.synchronisation) as "lastSync"
    from catalogue.compteur where genre in ('tous', 'listes', 'categories', 'marques')`.pointRead(),
  )
