import type { Database, DatabasePool } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { StoredRecord } from '../../records/store/pieces.ts'
import { asFits, columnsOf, type Listed, matching, orderOf, type Query } from './lists.ts'

/** The next records in the order of creation, after the one with the id `after`. */
export const rowsAfter = (db: Database, listed: Listed, query: Query, after: number, limit: number) =>
  db.rows(
    asFits(
      sql<StoredRecord & { position: number }>`
        select ${columnsOf(listed, query)}, id as position from ${listed.table} r
        where ${matching(listed, query)} and id > ${after} order by id limit ${limit}`,
      query,
    ),
  )

const AT_ONCE = 20_000

/** The ids of all that match, sorted: eight bytes each, read through a cursor, and no connection held for longer. */
export const sortedIds = (db: DatabasePool, listed: Listed, query: Query) =>
  db.transaction(async tx => {
    await tx.run(
      sql`declare sorted no scroll cursor for
        select id from ${listed.table} r where ${matching(listed, query)} order by ${orderOf(listed, query)}`.unprepared(),
    )
    let ids = new Float64Array(AT_ONCE)
    for (let count = 0; ; ) {
      const rows = await tx.rows(sql<{ id: number }>`fetch ${sql.raw(String(AT_ONCE))} from sorted`)
      if (count + rows.length > ids.length) {
        const longer = new Float64Array(ids.length * 2)
        longer.set(ids)
        ids = longer
      }
      for (const { id } of rows) ids[count++] = id
      if (rows.length < AT_ONCE) return ids.subarray(0, count)
    }
  })

/** The records with these ids that are still there, in their order. */
export const rowsById = (db: Database, listed: Listed, query: Query, ids: readonly number[]) =>
  db.rows(
    sql<StoredRecord & { position: number }>`
      select ${columnsOf(listed, query)}, id as position from ${listed.table} r
      where id = any(${ids}::bigint[]) and ${listed.visible}
      order by array_position(${ids}::bigint[], id)`
      .unprepared()
      .fromReplica(),
  )
