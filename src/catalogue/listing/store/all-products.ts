import type { Database } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { BLOCK } from '../../read-model/count-changes.ts'
import { EVERYTHING } from '../../read-model/store/aisles.ts'
import type { Sort } from '../asked.ts'
import { ORDERS, type Window } from './lists.ts'

/** Written into the statements, which are therefore planned once: for any aisle PostgreSQL would expect a hundred products. */
const everything = sql`rayon = ${sql.raw(String(EVERYTHING))}`

/** By id, upwards or downwards. */
type Walk = { onwards: Sql; backwards: Sql; begins: Sql }
const WALKS: Partial<Record<Sort, Walk>> = {
  pertinence: {
    ...{ onwards: sql`asc`, backwards: sql`desc` },
    begins: sql`produit >= (select block from first) * ${BLOCK}::bigint`,
  },
  nouveaute: {
    ...{ onwards: sql`desc`, backwards: sql`asc` },
    begins: sql`produit < ((select block from first) + 1) * ${BLOCK}::bigint`,
  },
}

/** How many there are. */
const listed = sql`(select nombre from catalogue.compteur where genre = 'listes' and cle = '')`

/** Beyond the last of them nothing is read. */
const near = (sort: Sort, { limit, offset }: Window) => sql`
  select produit from catalogue.rayon where ${everything} and ${offset}::bigint < ${listed}
  order by ${ORDERS[sort]} limit ${limit} offset ${offset}`

/** The counts of blocks say in which one the page begins: no more than a block is walked through. */
const far = ({ onwards, backwards, begins }: Walk, { limit, offset }: Window) => sql`
  with first as materialized (
    select block, ${offset}::bigint - before as skipped from (
      select cle, cle::bigint as block, sum(nombre) over (order by cle ${onwards}) - nombre as before
      from catalogue.compteur where genre = 'tranche') as blocks
    where before <= ${offset}::bigint order by before desc, cle ${backwards} limit 1)
  select produit from catalogue.rayon where ${everything} and ${begins}
  order by produit ${onwards} limit ${limit} offset (select skipped from first)`

/** A page of the ids of all listed products, and how many there are. One far down a list by id is found without those before it. */
export function pageOfAll(db: Database, sort: Sort, window: Window) {
  const walk = window.offset >= BLOCK ? WALKS[sort] : undefined
  const page = walk ? far(walk, window) : near(sort, window)
  return db.one(
    sql<{
      total: number
      ids: number[]
    }>`select coalesce(${listed}, 0) as total, array(${page}) as ids`.fromReplica(),
  )
}
