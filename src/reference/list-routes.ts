import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../platform/area.ts'
import { ProblemBody } from '../platform/http/problem.ts'
import { listAnswerer } from './answer-list.ts'
import { recordSchema } from './fields.ts'
import { allowRelations, withRelations, withRelationsSchema } from './include-relations.ts'
import { includeSchema, isIncluded, type ListInput, listQuery, listQuerySchema } from './list-query.ts'
import type { ListCaches } from './list-records.ts'
import { magasins, type Resource } from './resources.ts'
import { notFound } from './rules.ts'
import { pageSchema, RecordId } from './schemas.ts'
import { listedOf } from './store/lists.ts'
import { findRecord } from './store/records.ts'

/** The reads that all four resources have. */
export const listRoutes =
  ({ db }: Platform<never>, resource: Resource, caches: ListCaches): FastifyPluginAsyncTypebox =>
  async app => {
    const { name, one, many, shape, fields } = resource
    const base = `/api/publique/${name}`
    const complete = resource.include ? withRelations(db, resource) : undefined
    const Rec = withRelationsSchema(resource, recordSchema(fields, shape))
    const Row = withRelationsSchema(resource, recordSchema(fields, shape, true))
    const answerList = listAnswerer(db, caches, listedOf(resource), Row)
    // Relations are shown to key holders alone.
    const takes = resource.include ? (['key'] as const) : []
    const refused = { 400: ProblemBody, ...(resource.include ? { 401: ProblemBody } : {}) }

    app.get(
      base,
      {
        config: { access: 'open', takes },
        schema: {
          operationId: `list${many}`,
          summary: `List ${many.toLowerCase()}: a page of them when page or limit is given, else all`,
          querystring: listQuerySchema(resource),
          response: { 200: Type.Union([pageSchema(Row), Type.Array(Row)]), ...refused },
        },
      },
      async (request, reply) => {
        const query = listQuery(resource, request.query as ListInput)
        if (query.related) allowRelations(request)
        return answerList(reply, query, query.related ? complete : undefined)
      },
    )

    const readers = [[`${base}/:id`, 'open', `get${one}`] as const]
    const privately = [`/api/privee/${name}/:id`, 'internal', `get${one}Privately`] as const
    for (const [path, access, operationId] of resource === magasins ? [...readers, privately] : readers)
      app.get(
        path,
        {
          config: { access, takes },
          schema: {
            operationId,
            summary: `Read a ${one.toLowerCase()}`,
            params: RecordId,
            querystring: Type.Object({ include: includeSchema(resource.include) }),
            response: { 200: Rec, ...refused, 404: ProblemBody },
          },
        },
        async request => {
          const { id } = request.params
          const related = isIncluded(resource, request.query.include)
          if (related) allowRelations(request)
          const record = await findRecord(db, resource, id)
          if (!record) throw notFound(resource, id)
          if (related) await complete!([Object.assign(record, { position: id })])
          return record
        },
      )
  }
