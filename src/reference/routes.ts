import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../platform/area.ts'
import { JSON_TYPE } from '../platform/http/json-array.ts'
import { ProblemBody } from '../platform/http/problem.ts'
import { announcedRoutes } from './announced-routes.ts'
import { changeOneRecord } from './change-record.ts'
import { createRecord } from './create-record.ts'
import { deleteOneRecord } from './delete-record.ts'
import { changeSchema, creationSchema, recordSchema } from './fields.ts'
import { importRoutes } from './import-routes.ts'
import { type ListInput, listQuery, listQuerySchema } from './list-query.ts'
import { listEverything, listPage } from './list-records.ts'
import { productRoutes } from './product-routes.ts'
import { relationRoutes } from './relation-routes.ts'
import { magasins, type Resource, resources } from './resources.ts'
import { notFound } from './rules.ts'
import { pageSchema, RecordId } from './schemas.ts'
import { findRecord, type Values } from './store/records.ts'

type Parts = Platform<never>

export const referenceRoutes =
  (platform: Parts): FastifyPluginAsyncTypebox =>
  async app => {
    for (const resource of resources) await app.register(recordRoutes(platform, resource))
    await app.register(productRoutes(platform))
    await app.register(relationRoutes(platform))
    await app.register(importRoutes(platform))
    await app.register(announcedRoutes(platform))
  }

/** What all four resources have. */
const recordRoutes =
  (platform: Parts, resource: Resource): FastifyPluginAsyncTypebox =>
  async app => {
    const { db } = platform
    const { name, one, many, fields } = resource
    const base = `/api/publique/${name}`
    const Rec = recordSchema(fields, one)
    const Row = recordSchema(fields, one, true)
    const Rows = Type.Array(Row)
    const RowPage = pageSchema(Row)

    app.get(
      base,
      {
        config: { access: 'open' },
        schema: {
          operationId: `list${many}`,
          summary: `List ${many.toLowerCase()}: a page of them when page or limit is given, else all`,
          querystring: listQuerySchema(resource),
          response: { 200: Type.Union([RowPage, Rows]), 400: ProblemBody },
        },
      },
      async (request, reply) => {
        const query = listQuery(resource, request.query as ListInput)
        // The serializer of a union tries each of its members; which one it is, is known here.
        reply.type(JSON_TYPE)
        if (query.page)
          return reply
            .serializer(reply.compileSerializationSchema(RowPage as never))
            .send((await listPage(db, resource, query, query.page)) as never)
        const write = reply.compileSerializationSchema(Row as never)
        return reply.send((await listEverything(db, resource, query, write)) as never)
      },
    )

    const readers = [[`${base}/:id`, 'open', `get${one}`] as const]
    const privately = [`/api/privee/${name}/:id`, 'internal', `get${one}Privately`] as const
    for (const [path, access, operationId] of resource === magasins ? [...readers, privately] : readers)
      app.get(
        path,
        {
          config: { access },
          schema: {
            operationId,
            summary: `Read a ${one.toLowerCase()}`,
            params: RecordId,
            response: { 200: Rec, 400: ProblemBody, 404: ProblemBody },
          },
        },
        async ({ params: { id } }) => {
          const record = await findRecord(db, resource, id)
          if (!record) throw notFound(resource, id)
          return record
        },
      )

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
          response: {
            200: Type.Null({ description: 'Deleted; no body' }),
            400: ProblemBody,
            404: ProblemBody,
          },
        },
      },
      async ({ params: { id } }, reply) => {
        await deleteOneRecord(platform, resource, id)
        return reply.serializer(() => '').send(null)
      },
    )
  }
