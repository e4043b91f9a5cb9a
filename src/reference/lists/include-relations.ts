import type { FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import { relationsOf } from '../relations/store/relation-lists.ts'
import type { Resource } from '../resources.ts'
import type { Completion } from './list-records.ts'

/** Relations are the staff's, so with keys configured only who shows one may ask for them. */
export function allowRelations({ caller }: FastifyRequest) {
  if (!caller.trusted) throw new Problem(401, 'include needs an API key: header X-API-Key')
}

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
