import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import { Id, Nullable } from '../../platform/http/pages.ts'
import { problems } from '../../platform/problem.ts'
import { changeSchema } from '../fields.ts'
import type { Resource } from '../resources.ts'
import { changeBatch } from './change-batch.ts'
import { checkOf } from './checks.ts'
import { deleteManyRecords } from './delete-records.ts'

const MOST = 500
const LARGEST_BATCH = 8 * 1024 * 1024

/** Changes and deletions of many records in one call. */
export const batchRoutes =
  (platform: Platform<never>, resource: Resource): FastifyPluginAsyncTypebox =>
  async app => {
    const { name, many, fields, identifying } = resource
    const change = changeSchema(fields) as { properties?: object }
    const check = checkOf(changeSchema(fields), 'item')
    // Only its id can make an item fail the whole batch. All else is checked and told item by item.
    const items = Type.Array(
      Type.Unsafe<{ id: number }>({
        type: 'object',
        properties: { id: Id },
        required: ['id'],
        asGiven: true,
        description: `Fields to change: ${Object.keys(change.properties ?? {}).join(', ')}`,
      }),
      { minItems: 1, maxItems: MOST },
    )

    app.patch(
      `/api/publique/${name}`,
      {
        bodyLimit: LARGEST_BATCH,
        config: { access: 'staff', rights: ['catalogue'] },
        schema: {
          operationId: `change${many}`,
          summary: `Change up to ${MOST} ${many.toLowerCase()}, each for itself`,
          body: Type.Object({ [name]: items }),
          response: { 200: BatchAnswer(identifying), ...problems(400, 413) },
        },
      },
      // The schema requires it, under a name that TypeScript does not know.
      ({ body }) => changeBatch(platform, resource, check, body[name]!),
    )

    app.delete(
      `/api/publique/${name}`,
      {
        config: { access: 'staff', rights: ['catalogue'] },
        schema: {
          operationId: `delete${many}`,
          summary: `Delete up to ${MOST} ${many.toLowerCase()}, softly; 400 when some, 404 when none of them exist`,
          body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: MOST }) }),
          response: { 200: DeletionAnswer(identifying), ...problems(400, 404) },
        },
      },
      ({ body }) => deleteManyRecords(platform, resource, body.ids),
    )
  }

const itemOf = (identifying: string) => ({
  index: Type.Integer({ description: 'Place in the request, from 0' }),
  id: Type.Integer(),
  statut: Type.Unsafe<string>({ type: 'string', enum: ['ok', 'erreur'] }),
  [identifying]: Nullable(Type.Unsafe<unknown>({ type: 'string' })),
})

/** `{succes, modifies, resultats}` of a batch of changes. */
export const BatchAnswer = (identifying: string) =>
  Type.Object({
    succes: Type.Boolean({ description: 'Whether all went well' }),
    modifies: Type.Integer(),
    resultats: Type.Array(
      Type.Object({
        ...itemOf(identifying),
        message: Type.Optional(Type.String({ description: 'What was wrong' })),
      }),
    ),
  })

/** `{succes, supprimes, resultats}` of a bulk deletion. */
export const DeletionAnswer = (identifying: string) =>
  Type.Object({
    succes: Type.Boolean(),
    supprimes: Type.Integer(),
    resultats: Type.Array(Type.Object<Type.TProperties>(itemOf(identifying))),
  })
