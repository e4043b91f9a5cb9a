import type { Database } from '../../platform/database/database.ts'
import { relationsOf } from '../relations/store/relation-lists.ts'
import type { Resource } from '../resources.ts'
import type { Completion } from './list-records.ts'

/** Adds to each record its relations with the other side, at most a hundred: one query for all of them. */
export const withRelations =
  (db: Database, resource: Resource, include: string): Completion =>
  async rows => {
    const found = Map.groupBy(
      await relationsOf(
        db,
        resource,
        rows.map(({ position }) => position),
      ),
      ({ of }) => of,
    )
    for (const row of rows) row[include] = (found.get(row.position) ?? []).map(({ relation }) => relation)
  }
