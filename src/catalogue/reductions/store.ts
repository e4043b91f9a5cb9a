import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { PromotionReductions, Tranche } from '../../promotions/contract.ts'

/** Stores reductions, except those of which the same or a later version is stored. Returns how many it has stored. */
export const upsertReductions = (tx: Tx, promotions: readonly PromotionReductions[]) =>
  tx.run(sql`
    insert into catalogue.promotion as known (id, version, reductions)
    select id, version, reductions
    from json_to_recordset(${sql.json(promotions)}::json) as given (id bigint, version bigint, reductions json)
    order by id
    on conflict (id) do update set version = excluded.version, reductions = excluded.reductions
    where known.version < excluded.version`)

/** Returns the number of promotions and the sum of their versions in each range of `size` ids of the copy. */
export const countTranches = (db: Database, size: number) =>
  db.rows(sql<Tranche>`
    select id / ${size}::integer as tranche, count(*) as nombre, sum(version)::bigint as versions
    from catalogue.promotion group by 1`)

export const incrementVersion = (tx: Tx) =>
  tx.run(sql`update catalogue.promotions_version set version = version + 1`)

/** Returns the reductions of all promotions and the version of the copy, read in one snapshot. */
export const readReductions = async (db: Database) =>
  await db.one(sql<{ version: number; promotions: Omit<PromotionReductions, 'version'>[] }>`
    select version, (
      select coalesce(json_agg(json_build_object('id', id, 'reductions', reductions) order by id), '[]')
      from catalogue.promotion where json_array_length(reductions) > 0) as promotions
    from catalogue.promotions_version`)
