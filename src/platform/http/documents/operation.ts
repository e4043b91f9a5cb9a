import type { FastifyContextConfig, FastifySchema } from 'fastify'
import Type from 'typebox'
import { problems } from '../../problem.ts'
import type { Access } from '../access.ts'
import { SESSION_COOKIE } from '../agent.ts'
import { mapValues } from './schemas.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Error codes of the route in addition to the general ones of its access, body and idempotency keys. */
    errors?: readonly string[]
  }
}

/**
 * The audiences: shops and customers, staff, or internal tools and other areas. The public tag is just the area's name.
 */
const audiences = {
  open: 'public',
  customer: 'public',
  staff: 'staff',
  internal: 'internal',
} as const satisfies Record<Access, string>

type Audience = (typeof audiences)[Access]

const descriptions: Record<Audience, (area: string) => string> = {
  public: area => `Operations of ${area} for shops and their customers.`,
  staff: area => `Operations of ${area} for staff; a key is required once keys are configured.`,
  internal: area =>
    `Operations of ${area} for other areas and the shop's own tools; a key is required once keys are configured.`,
}

const tagOf = (area: string, audience: Audience) => (audience === 'public' ? area : `${area}: ${audience}`)

/** Returns all tags of an area's operations, in display order. */
export const tagsOf = (area: string) =>
  (['public', 'staff', 'internal'] as const).map(audience => ({
    name: tagOf(area, audience),
    description: descriptions[audience](area),
  }))

export const securitySchemes = {
  key: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A key with a right that opens the route. Without configured keys every route is open.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'The session of a signed-in member of staff, which counts as a key with their rights.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `accessToken` of a signed-in customer.',
  },
} as const

type Security = Record<string, string[]>

const KEY: Security = { key: [] }
const SESSION: Security = { session: [] }
const BEARER: Security = { bearer: [] }

function securityOf({
  access,
  addressIsCredential,
  opensByLink,
  takes = [],
}: FastifyContextConfig): Security[] {
  if (access === 'staff' || access === 'internal') return [KEY, SESSION]
  if (access === 'customer')
    return [...(addressIsCredential || opensByLink ? [{}] : []), BEARER, KEY, SESSION]
  const optional = takes.flatMap(name => (name === 'key' ? [KEY, SESSION] : [BEARER]))
  return optional.length > 0 ? [{}, ...optional] : []
}

const IdempotencyKey = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Repeating the key with the same body returns the first answer for 24 hours. With another body: 422 `cle-idempotence-reutilisee`; while the first call runs: 409 `cle-idempotence-en-cours`.',
      examples: ['0f8a5c3e-6d0b-4f52-9b1c-7f6a2e9d4c11'],
    }),
  ),
})

/**
 * Returns the general error codes of a route by status: those for unreadable addresses and bodies, for access and rate
 * limits, and for idempotency keys.
 */
function generalErrors(
  { access, addressIsCredential, idempotent, stores, takes = [] }: FastifyContextConfig,
  { body, response }: FastifySchema,
): Record<number, string[]> {
  const restricted = access === 'staff' || access === 'internal'
  const owned = access === 'customer' && !addressIsCredential
  const byKey = access !== 'open' || takes.includes('key')
  const byToken = owned || takes.includes('bearer')
  const when = (condition: unknown, ...codes: string[]) => (condition ? codes : [])
  const errors = {
    400: [
      'requete-invalide',
      ...when(body, 'json-invalide'),
      ...when(idempotent, 'cle-idempotence-invalide'),
    ],
    401: [...when(byKey, 'cle-absente', 'cle-invalide'), ...when(byToken, 'jeton-absent', 'jeton-invalide')],
    403: [
      ...when(restricted || owned, 'droit-absent'),
      ...when(stores !== 'none' && (access !== 'open' || stores), 'magasin-interdit'),
      ...when(owned, 'donnees-d-autrui'),
      ...when(byKey, 'origine-refusee'),
    ],
    409: when(idempotent, 'cle-idempotence-en-cours'),
    413: when(body, 'corps-trop-grand'),
    415: when(body, 'type-non-pris-en-charge', 'encodage-non-pris-en-charge'),
    422: when(idempotent, 'cle-idempotence-reutilisee'),
    429: when(!restricted, 'trop-de-requetes'),
    503: when(Object.hasOwn(response ?? {}, 503), 'service-indisponible'),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, codes]) => codes.length > 0))
}

function refusalsOf(errors: Record<number, string[]>, { produces }: FastifySchema) {
  const refusals = problems(...Object.keys(errors).map(Number))
  // `produces` applies to the successful responses; errors are always JSON.
  return produces
    ? mapValues(refusals, schema => ({ content: { 'application/json': { schema } } }))
    : refusals
}

type ObjectSchema = { properties?: Record<string, object>; required?: string[] }

/** Makes properties with a default optional, because the caller may omit them. */
function optionalWhereDefault<Schema>(schema: Schema): Schema {
  // Fastify accepts any schema type; those of bodies and queries are objects, or lack both fields.
  const { properties = {}, required } = (schema ?? {}) as ObjectSchema
  if (!required) return schema
  return { ...schema, required: required.filter(name => !('default' in (properties[name] ?? {}))) }
}

/** Describes the required rights of a route in a sentence. */
function rightsOf({ access, rights = [] }: FastifyContextConfig): string | undefined {
  if (rights.length === 0) return undefined
  const words = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    rights.map(right => `\`${right}\``),
  )
  const who = `a key or member of staff with ${words}`
  if (access === 'open') return `For ${who}, the call acts on behalf of the named customer.`
  return access === 'customer' ? `Open to its customer, and to ${who}.` : `Open to ${who}.`
}

/** Describes the rule for callers limited to stores: `none`, `record`, `list storeId` or `parameter storeId`. */
const storeRuleOf = (rule: Exclude<FastifyContextConfig['stores'], undefined>) =>
  typeof rule === 'string' ? rule : Object.entries(rule).flat().join(' ')

/** Describes access and errors for programs, such as a gateway or a console that shows what a caller may do. */
const extensionsOf = (
  { access, rights, addressIsCredential, stores, errors = [] }: FastifyContextConfig,
  general: Record<number, string[]>,
) => ({
  'x-access': access,
  ...(rights ? { 'x-rights': rights } : {}),
  ...(addressIsCredential ? { 'x-address-is-credential': true } : {}),
  ...(stores ? { 'x-stores': storeRuleOf(stores) } : {}),
  'x-error-codes': [...new Set([...Object.values(general).flat(), ...errors])],
})

/** Returns the schema of a route, extended by its access, credentials, headers and errors from its config. */
export function describeOperation(schema: FastifySchema, config: FastifyContextConfig): FastifySchema {
  const { querystring, body, response, tags = [], description } = schema
  const sentences = [description, rightsOf(config)].filter(text => text !== undefined)
  const general = generalErrors(config, schema)
  return {
    ...schema,
    ...(sentences.length > 0 ? { description: sentences.join(' ') } : {}),
    ...(querystring ? { querystring: optionalWhereDefault(querystring) } : {}),
    ...(body ? { body: optionalWhereDefault(body) } : {}),
    ...(config.idempotent ? { headers: IdempotencyKey } : {}),
    response: { ...refusalsOf(general, schema), ...(response as object | undefined) },
    tags: tags.map(tag => (tag === SYSTEM.name ? tag : tagOf(tag, audiences[config.access ?? 'internal']))),
    security: securityOf(config),
    ...extensionsOf(config, general),
  }
}

export const SYSTEM = {
  name: 'system',
  description: 'Health, metrics and clock of the area, for operators.',
}
