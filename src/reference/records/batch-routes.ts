import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Id, Nullable } from '../../platform/http/pages.ts'
import { createValidator, type Validator } from '../../platform/imports/line-validator.ts'
import { problems } from '../../platform/problem.ts'
import type { ResourceContext } from '../context.ts'
import { defineChangeSchema, pickChanges } from '../fields.ts'
import { shortenPhotos } from '../pictures/addresses.ts'
import { catalogueStaff } from '../schemas.ts'
import type { NewRecord } from '../store.ts'
import { changeManyRecords } from './change-records.ts'
import { deleteManyRecords } from './delete-records.ts'
import type { Change } from './plan-changes.ts'

const MAX_BATCH = 500
const LARGEST_BATCH = 8 * 1024 * 1024

/** Routes that change or delete many records in one call. */
export const batchRoutes: FastifyPluginAsyncTypebox<ResourceContext> = async (app, context) => {
  const { name, many, fields, identifying } = context.resource
  const change = defineChangeSchema(fields) as { properties?: object }
  const check = createValidator(defineChangeSchema(fields), 'item')
  // Only an invalid id fails the whole batch. All other fields of an item are validated and reported item by item.
  const items = Type.Array(
    Type.Unsafe<{ id: number }>({
      type: 'object',
      properties: { id: Id },
      required: ['id'],
      asGiven: true,
      description: `Fields to change: ${Object.keys(change.properties ?? {}).join(', ')}`,
    }),
    { minItems: 1, maxItems: MAX_BATCH },
  )

  app.patch(`/api/publique/${name}`, {
    bodyLimit: LARGEST_BATCH,
    config: catalogueStaff,
    schema: {
      operationId: `change${many}`,
      summary: `Change several ${many.toLowerCase()}`,
      description: `Changes up to ${MAX_BATCH} records independently of one another; those that fail are reported with their reason.`,
      body: Type.Object({ [name]: items }),
      response: { 200: BatchAnswer(identifying), ...problems(400, 413) },
    },
    // The schema requires this member, but TypeScript does not know its name.
    handler: ({ body }) => changeBatch(context, check, body[name]!),
  })

  app.delete(`/api/publique/${name}`, {
    config: { ...catalogueStaff, errors: ['ids-inconnus'] },
    schema: {
      operationId: `delete${many}`,
      summary: `Delete several ${many.toLowerCase()}`,
      description: `Deletes up to ${MAX_BATCH} records, which disappear from all answers. Answers 400 if some and 404 if all ids are unknown; the known ones are deleted.`,
      body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: MAX_BATCH }) }),
      response: { 200: DeletionAnswer(identifying), ...problems(400, 404) },
    },
    handler: ({ body }) => deleteManyRecords(context, body.ids),
  })
}

const itemOf = (identifying: string) => ({
  index: Type.Integer({ description: 'Position in the request, from 0' }),
  id: Type.Integer(),
  statut: Type.Unsafe<string>({ type: 'string', enum: ['ok', 'erreur'] }),
  [identifying]: Nullable(Type.Unsafe<unknown>({ type: 'string' })),
})

/** `{succes, modifies, resultats}` of a batch of changes. */
const BatchAnswer = (identifying: string) =>
  Type.Object({
    succes: Type.Boolean({ description: 'Whether every change succeeded' }),
    modifies: Type.Integer(),
    resultats: Type.Array(
      Type.Object({
        ...itemOf(identifying),
        message: Type.Optional(Type.String({ description: 'Error message; absent on success' })),
      }),
    ),
  })

/** `{succes, supprimes, resultats}` of a bulk deletion. */
const DeletionAnswer = (identifying: string) =>
  Type.Object({
    succes: Type.Boolean(),
    supprimes: Type.Integer(),
    resultats: Type.Array(Type.Object<Type.TProperties>(itemOf(identifying))),
  })

/** Changes many records; an invalid item is reported and does not affect the others. */
async function changeBatch(context: ResourceContext, check: Validator, items: readonly NewRecord[]) {
  const { fields, identifying } = context.resource
  const errors = items.map(check)
  shortenPhotos(
    context.config,
    items.filter((_, index) => errors[index] === undefined),
  )
  const changes = items.flatMap((item, index): (Change & { index: number })[] =>
    errors[index] === undefined ? [{ index, id: item.id, values: pickChanges(fields, item) }] : [],
  )
  const outcomes = changes.length > 0 ? await changeManyRecords(context, changes) : []
  const byIndex = new Map(changes.map(({ index }, i) => [index, outcomes[i]]))
  const resultats = items.map((item, index) => {
    const { record, error } = byIndex.get(index) ?? {}
    const message = errors[index] ?? error?.message
    const shown = record?.[identifying] ?? (typeof item[identifying] === 'string' ? item[identifying] : null)
    return {
      index,
      id: item.id,
      statut: message === undefined ? 'ok' : 'erreur',
      [identifying]: shown,
      ...(message === undefined ? {} : { message }),
    }
  })
  const modifies = resultats.filter(({ statut }) => statut === 'ok').length
  return { succes: modifies === items.length, modifies, resultats }
}
