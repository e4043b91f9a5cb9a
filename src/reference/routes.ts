import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../platform/area.ts'
import { ProblemBody } from '../platform/http/problem.ts'
import { announcedRoutes } from './announcing/routes.ts'
import { changeSchema, creationSchema, recordSchema } from './fields.ts'
import { importRoutes } from './imports/routes.ts'
import { createListCaches } from './lists/list-records.ts'
import { listRoutes } from './lists/routes.ts'
import { productRoutes } from './products/routes.ts'
import { batchRoutes } from './records/batch-routes.ts'
import { changeOneRecord } from './records/change-records.ts'
import { createRecord } from './records/create-record.ts'
import { deleteOneRecord } from './records/delete-records.ts'
import type { Values } from './records/store.ts'
import { relationListRoutes } from './relations/list-routes.ts'
import { relationRoutes } from './relations/routes.ts'
import { type Resource, resources } from './resources.ts'
import { NoBody, RecordId } from './schemas.ts'

type Parts = Platform<never>

export const referenceRoutes =
  (platform: Parts): FastifyPluginAsyncTypebox =>
  async app => {
    const caches = createListCaches()
    for (const resource of resources) {
      await app.register(listRoutes(platform, resource, caches))
      await app.register(recordRoutes(platform, resource))
      await app.register(batchRoutes(platform, resource))
    }
    await app.register(productRoutes(platform, caches))
    await app.register(relationListRoutes(platform, caches))
    await app.register(relationRoutes(platform))
    await app.register(importRoutes(platform))
    await app.register(announcedRoutes(platform))
  }

/** The writes that all four resources have. */
const recordRoutes =
  (platform: Parts, resource: Resource): FastifyPluginAsyncTypebox =>
  async app => {
    const { name, one, shape, fields } = resource
    const base = `/api/publique/${name}`
    const Rec = recordSchema(fields, shape)

    app.post(
      base,
      {
        config: { access: 'staff' },
        schema: {
          operationId: `create${one}`,
          summary: `Create a ${one.toLowerCase()}`,
          body: creationSchema(fields),
          response: { 201: Rec, 400: ProblemBody, 422: ProblemBody },
        },
      },
      async (request, reply) =>
        reply.code(201).send(await createRecord(platform, resource, request.body as Values)),
    )

    app.patch(
      `${base}/:id`,
      {
        config: { access: 'staff' },
        schema: {
          operationId: `change${one}`,
          summary: `Change fields of a ${one.toLowerCase()}`,
          params: RecordId,
          body: changeSchema(fields),
          response: { 200: Rec, 400: ProblemBody, 404: ProblemBody, 422: ProblemBody },
        },
      },
      ({ params: { id }, body }) => changeOneRecord(platform, resource, id, body as Values),
    )

    app.delete(
      `${base}/:id`,
      {
        config: { access: 'staff' },
        schema: {
          operationId: `delete${one}`,
          summary: `Delete a ${one.toLowerCase()}, softly`,
          params: RecordId,
          response: { 200: NoBody, 400: ProblemBody, 404: ProblemBody },
        },
      },
      async ({ params: { id } }, reply) => {
        await deleteOneRecord(platform, resource, id)
        return reply.serializer(() => '').send(null)
      },
    )
  }
