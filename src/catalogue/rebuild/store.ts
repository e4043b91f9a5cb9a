import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Rebuild } from '../schemas.ts'

const columns = sql`id, apres, produits, "demandeeLe", "finieLe"`

/** Inserts a rebuild, unless one is running. */
export const insertRebuild = (tx: Tx, now: Date) =>
  tx.run(sql`insert into catalogue.reconstruction ("demandeeLe") values (${now}) on conflict do nothing`)

export const listRebuilds = (db: Database, limit: number) =>
  db.rows(sql<Rebuild>`select ${columns} from catalogue.reconstruction order by id desc limit ${limit}`)

/**
 * Advances a rebuild by one page, or finishes it with the last page, for which `end` is undefined. Returns false,
 * without a change, if another process has advanced or finished it.
 */
export const advanceRebuild = async (
  tx: Tx,
  { id, apres }: Rebuild,
  end: number | undefined,
  produits: number,
  now: Date,
) =>
  (await tx.run(sql`
    update catalogue.reconstruction
    set apres = coalesce(${end ?? null}::bigint, apres), produits = produits + ${produits}::integer,
      "finieLe" = case when ${end ?? null}::bigint is null then ${now}::timestamptz end
    where id = ${id} and apres = ${apres} and "finieLe" is null`)) === 1

/** Stores both numbers for the next comparison. Returns whether they equal the numbers of the previous one. */
export const storeComparison = async (tx: Tx, { existing, known }: { existing: number; known: number }) =>
  (await tx.run(sql`
    insert into catalogue.synchronisation as last (existants, connus) values (${existing}, ${known})
    on conflict (id) do update set existants = excluded.existants, connus = excluded.connus
      where (last.existants, last.connus) is distinct from (excluded.existants, excluded.connus)`)) === 0

/** Returns the next products after the id `after` that are not deleted. */
export const listKnownAfter = (db: Database, after: number, limit: number) =>
  db.rows(sql<{ id: number; version: number }>`
    select id, version from catalogue.produit where id > ${after} and not supprime order by id limit ${limit}`)
