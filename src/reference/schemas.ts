import Type, { type TSchema } from 'typebox'
import { Id, Shape } from '../platform/http/pages.ts'
import { createOperationFactory } from '../platform/peers/operation.ts'
import { problems } from '../platform/problem.ts'
import {
  defineOpenRecordSchema,
  definePartialRecordSchema,
  defineRecordSchema,
  type Field,
} from './fields.ts'
import { fournisseurs, fullRelationFields, produits, type Resource } from './resources.ts'

export const RecordId = Type.Object({ id: Id })

/** Access to routes that change records: keys and staff with the right `catalogue`. */
export const catalogueStaff = { access: 'staff', rights: ['catalogue'] } as const

export const NoBody = Type.Null({ description: 'Deleted; no body' })

/** Returns the schema of `{rows, total, page, limit, totalPages}`. */
export const definePageSchema = <Row extends Type.TSchema>(row: Row) =>
  Type.Object({
    rows: Type.Array(row),
    total: Type.Integer(),
    page: Type.Integer(),
    limit: Type.Integer(),
    totalPages: Type.Integer(),
  })

export const Category = Shape('Categorie', {
  nom: Type.String({ examples: ['informatique'] }),
  nombreProduits: Type.Integer(),
})

export const MAX_IDS = 500

/** The maximum number of relations included in a record; a supplier may have a hundred thousand. */
export const MAX_INCLUDED = 100

const FILTERS_DESCRIPTION = [
  'JSON array of at most 20 filters `{field, operator, value}`, all of which must match.',
  'Text and enumerations, ignoring case and accents: contains, equals, startsWith, endsWith, isAnyOf.',
  'Numbers and dates: =, !=, >, >=, <, <=, of numbers also isAnyOf; a day stands for the whole day.',
  'Booleans: =, !=, equals. Arrays: contains, equals, startsWith, endsWith, isAnyOf of text, contains, =, isAnyOf of',
  'numbers; one matching element suffices. Every field: isEmpty, isNotEmpty. != matches an empty field.',
].join(' ')

export const listParams = {
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'Page number; 1 if only `limit` is given. Without both, the response is a plain array',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Number of entries per page; 20 if only `page` is given',
    }),
  ),
  sort: Type.Optional(
    Type.String({
      description:
        'Fields to sort by, separated by commas; a leading `-` sorts in descending order. Text is sorted ignoring case and accents, null last',
    }),
  ),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { description: 'Direction of a single sort field' })),
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Word prefixes, ignoring case and accents' }),
  ),
  fields: Type.Optional(Type.String({ description: 'Fields to return, separated by commas' })),
  ids: Type.Optional(
    Type.String({ keepEmpty: true, description: `At most ${MAX_IDS} ids, separated by commas` }),
  ),
  filters: Type.Optional(Type.String({ description: FILTERS_DESCRIPTION })),
}

/** Returns the schema of the query string of a resource's list. */
const listQuerySchema = ({ fields, filters, include }: Resource) =>
  Type.Object({
    ...listParams,
    include: includeSchema(include),
    ...Object.fromEntries(
      Object.keys(filters).map(name => [name, Type.Optional(filterSchema(fields[name]))]),
    ),
  })

const includeSchema = (include: string | undefined) =>
  Type.Optional(
    Type.String({
      description: include
        ? `\`${include}\` includes the relations; requires \`catalogue\` or \`warehouse\` because of their prices`
        : 'No relations can be included',
    }),
  )

const filterSchema = (field: Field | undefined) => {
  if (field?.kind === 'boolean') return Type.Enum(['true', 'false'])
  const values = field && 'oneOf' in field ? field.oneOf : undefined
  return values ? Type.Enum([...values]) : Type.String({ maxLength: 500 })
}

/** The keywords of an object's schema, which TypeBox's `TSchema` does not declare. */
const keywordsOf = (schema: TSchema) =>
  // Schemas of records have this shape.
  schema as unknown as { title: string; properties: Record<string, object> }

/** Adds the relations that a response may include to the schema of a record. */
function withRelationsSchema<Schema extends TSchema>(resource: Resource, record: Schema): Schema {
  if (!resource.include) return record
  const other = resource.include === 'fournisseurs' ? fournisseurs : produits
  const relation = keywordsOf(defineRecordSchema(fullRelationFields, 'FournisseurDeProduit'))
  const item = Type.Unsafe({
    ...relation,
    title: `RelationAvec${other.shape}`,
    properties: { ...relation.properties, [other.table]: defineRecordSchema(other.fields, other.shape) },
  })
  const { properties, title } = keywordsOf(record)
  return {
    ...record,
    title: title === resource.shape ? `${title}Avec${other.shape}s` : title,
    properties: {
      ...properties,
      [resource.include]: Type.Array(item, {
        description: `With \`include=${resource.include}\`: the first ${MAX_INCLUDED}, in the order of creation of the ${resource.include}`,
      }),
    },
  }
}

/** Returns the schema of a record in a resource's list. */
export const defineRowSchema = <R extends Resource>(resource: R) =>
  withRelationsSchema(resource, definePartialRecordSchema<R['fields']>(resource.fields, resource.shape))

const operation = createOperationFactory('reference')

/** A key is taken into account where it may show more: relations and hidden fields. */
const takesKey = ({ include, openFields }: Resource) => (include || openFields ? (['key'] as const) : [])

export function defineListOperation<R extends Resource>(resource: R) {
  const row = defineRowSchema(resource)
  return operation({
    method: 'GET',
    url: `/api/publique/${resource.name}`,
    config: { access: 'open', takes: takesKey(resource), errors: ['valeur-inconnue'] },
    schema: {
      operationId: `list${resource.many}`,
      summary: `List ${resource.many.toLowerCase()}`,
      description: 'Answers with a page if `page` or `limit` is given, otherwise with all records.',
      querystring: listQuerySchema(resource),
      response: { 200: Type.Union([definePageSchema(row), Type.Array(row)]), ...problems(400) },
    },
  })
}

export function defineGetOperation<R extends Resource>(resource: R) {
  const { name, one, fields, shape, openFields, include, unknownCode } = resource
  const record = openFields
    ? defineOpenRecordSchema<R['fields']>(fields, shape, openFields)
    : defineRecordSchema<R['fields']>(fields, shape)
  return operation({
    method: 'GET',
    url: `/api/publique/${name}/:id`,
    config: { access: 'open', takes: takesKey(resource), errors: ['valeur-inconnue', unknownCode] },
    schema: {
      operationId: `get${one}`,
      summary: `Read a ${one.toLowerCase()}`,
      description: 'A deleted record answers 404.',
      params: RecordId,
      querystring: Type.Object({ include: includeSchema(include) }),
      response: { 200: withRelationsSchema(resource, record), ...problems(400, 404) },
    },
  })
}
