import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ifMatch, parseIfMatch } from '../../platform/http/conditional.ts'
import { problems } from '../../platform/problem.ts'
import type { ResourceContext } from '../context.ts'
import { defineChangeSchema, defineCreationSchema, defineRecordSchema } from '../fields.ts'
import { catalogueStaff, NoBody, RecordId } from '../schemas.ts'
import type { Values } from '../store.ts'
import { changeOneRecord, createRecord } from './change-records.ts'
import { deleteOneRecord } from './delete-records.ts'

/** Write routes of one of the four resources. */
export const recordWriteRoutes: FastifyPluginAsyncTypebox<ResourceContext> = async (app, context) => {
  const { name, one, shape, fields, unknownCode } = context.resource
  const base = `/api/publique/${name}`
  const Rec = defineRecordSchema(fields, shape)

  app.post(base, {
    config: { ...catalogueStaff, errors: ['valeur-prise', 'valeur-refusee'] },
    schema: {
      operationId: `create${one}`,
      summary: `Create a ${one.toLowerCase()}`,
      description: 'Fields with a default may be omitted. A unique value that another record has is refused.',
      body: defineCreationSchema(fields),
      response: { 201: Rec, ...problems(400, 422) },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await createRecord(context, request.body as Values)),
  })

  app.patch(`${base}/:id`, {
    config: {
      ...catalogueStaff,
      errors: [unknownCode, 'modifie-entre-temps', 'valeur-prise', 'valeur-refusee'],
    },
    schema: {
      operationId: `change${one}`,
      summary: `Change a ${one.toLowerCase()}`,
      description:
        'Changes the given fields. With `If-Match`, a record that changed in the meantime answers 412.',
      params: RecordId,
      headers: ifMatch('updatedAt'),
      body: defineChangeSchema(fields),
      response: { 200: Rec, ...problems(400, 404, 412, 422) },
    },
    handler: request =>
      changeOneRecord(context, request.params.id, request.body as Values, parseIfMatch(request)),
  })

  app.delete(`${base}/:id`, {
    config: { ...catalogueStaff, errors: [unknownCode] },
    schema: {
      operationId: `delete${one}`,
      summary: `Delete a ${one.toLowerCase()}`,
      description: 'The record is marked as deleted and disappears from all answers.',
      params: RecordId,
      response: { 200: NoBody, ...problems(400, 404) },
    },
    handler: async ({ params: { id } }, reply) => {
      await deleteOneRecord(context, id)
      return reply.serializer(() => '').send(null)
    },
  })
}
