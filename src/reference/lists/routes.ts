import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../../platform/area.ts'
import { notFound } from '../records/rules.ts'
import { findRecord } from '../records/store/records.ts'
import { magasins, type Resource } from '../resources.ts'
import { withRelations } from './include-relations.ts'
import { isIncluded, type ListInput, listQuery } from './list-query.ts'
import { listAnswerer } from './list-records.ts'
import { getOperation, getPrivatelyOperation, listOperation, rowSchema } from './schemas.ts'
import { listedOf } from './store.ts'
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
