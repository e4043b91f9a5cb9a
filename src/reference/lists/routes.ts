import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../../platform/area.ts'
import type { Database } from '../../platform/database/database.ts'
import { notFound } from '../records/rules.ts'
import { findRecord } from '../records/store.ts'
import { findRelations } from '../relations/store.ts'
import { magasins, type Resource } from '../resources.ts'
import { getOperation, getPrivatelyOperation, listOperation, rowSchema } from '../schemas.ts'
import { isIncluded, type ListInput, listQuery } from './list-query.ts'
import { type Completion, listAnswerer } from './list-records.ts'
import { listedOf } from './store/listed.ts'
import { shownIn, viewsOf } from './views.ts'

/** The reads that all four resources have. */
export const listRoutes =
  ({ db }: Platform<never>, resource: Resource): FastifyPluginAsyncTypebox =>
  async app => {
    const viewOf = viewsOf(resource)
    const complete = resource.include ? withRelations(db, resource, resource.include) : undefined
    const answerList = listAnswerer(db, listedOf(resource), rowSchema(resource))

    app.route({
      ...listOperation(resource),
      handler: async (request, reply) => {
        const query = listQuery(viewOf(request), request.query as ListInput)
        return answerList(reply, query, query.related ? complete : undefined)
      },
    })

    const readings = [getOperation(resource)]
    if (resource === magasins) readings.push(getPrivatelyOperation(resource))
    for (const reading of readings)
      app.route({
        ...reading,
        handler: async request => {
          const { id } = request.params
          const view = viewOf(request)
          const related = isIncluded(view, request.query.include)
          const record = await findRecord(db, resource, id)
          if (!record) throw notFound(resource, id)
          if (related) await complete?.([Object.assign(record, { position: id })])
          return shownIn(view, record)
        },
      })
  }

/** Adds to each record its relations with the other side, at most a hundred: one query for all of them. */
const withRelations =
  (db: Database, resource: Resource, include: string): Completion =>
  async rows => {
    const found = Map.groupBy(
      await findRelations(
        db,
        resource,
        rows.map(({ position }) => position),
      ),
      ({ of }) => of,
    )
    for (const row of rows) row[include] = (found.get(row.position) ?? []).map(({ relation }) => relation)
  }
