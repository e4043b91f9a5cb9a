import type { FastifyContextConfig, FastifySchema } from 'fastify'
import Type from 'typebox'
import { problems } from '../../problem.ts'
import type { Access } from '../access.ts'
import { SESSION_COOKIE } from '../agent.ts'
import { ofEach } from './schemas.ts'

/** Audiences: shops and customers, staff, or internal tools and other areas. The public tag is the area's name alone. */
const audiences = {
  open: 'public',
  customer: 'public',
  staff: 'staff',
  internal: 'internal',
} as const satisfies Record<Access, string>

type Audience = (typeof audiences)[Access]

const explained: Record<Audience, (area: string) => string> = {
  public: area => `Operations of ${area} for shops and their customers.`,
  staff: area => `Operations of ${area} for staff; a key is required once keys are configured.`,
  internal: area =>
    `Operations of ${area} for other areas and the shop's own tools; a key is required once keys are configured.`,
}

const tagOf = (area: string, audience: Audience) => (audience === 'public' ? area : `${area}: ${audience}`)

/** Every tag that an area's operations may have, in the order in which they are read. */
export const tagsOf = (area: string) =>
  (['public', 'staff', 'internal'] as const).map(audience => ({
    name: tagOf(area, audience),
    description: explained[audience](area),
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
  const shown = takes.flatMap(name => (name === 'key' ? [KEY, SESSION] : [BEARER]))
  return shown.length > 0 ? [{}, ...shown] : []
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
 * Answers of a route besides those that it declares: to an address or a body that cannot be read, because of who may call it and how
 * often, and of its idempotency keys.
 */
function refusalsOf(
  { access, addressIsCredential, idempotent, takes = [] }: FastifyContextConfig,
  { body, produces }: FastifySchema,
) {
  const open = access === 'open' && takes.length === 0
  const restricted = access === 'staff' || access === 'internal'
  const owned = access === 'customer' && !addressIsCredential
  const strangers = access === 'open' || access === 'customer'
  const refusals = {
    ...problems(400),
    ...(body ? { ...problems(413, 415) } : {}),
    ...(open ? {} : { ...problems(401) }),
    ...(owned || restricted ? { ...problems(403) } : {}),
    ...(idempotent ? { ...problems(409, 422) } : {}),
    ...(strangers ? { ...problems(429) } : {}),
  }
  // `produces` describes a route's own answers; its refusals are JSON all the same.
  return produces ? ofEach(refusals, schema => ({ content: { 'application/json': { schema } } })) : refusals
}

type ObjectSchema = { properties?: Record<string, object>; required?: string[] }

/** A property with a default is filled in where it is missing, so nobody needs to send it. */
function optionalWhereDefault<Schema>(schema: Schema): Schema {
  // Fastify takes any schema; bodies and queries are objects, or have neither of these.
  const { properties = {}, required } = (schema ?? {}) as ObjectSchema
  if (!required) return schema
  return { ...schema, required: required.filter(name => !('default' in (properties[name] ?? {}))) }
}

/** Which rights open a route to a key or a member of staff, in a sentence. */
function rightsOf({ access, rights = [] }: FastifyContextConfig): string | undefined {
  if (rights.length === 0) return undefined
  const words = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    rights.map(right => `\`${right}\``),
  )
  const who = `a key or member of staff with ${words}`
  if (access === 'open') return `Speaks for the customer whom it names: ${who}.`
  return access === 'customer' ? `Open to its customer, and to ${who}.` : `Open to ${who}.`
}

/** The same for programs: a gateway, or a console that shows what a caller may do. */
const extensionsOf = ({ access, rights, addressIsCredential }: FastifyContextConfig) => ({
  'x-access': access,
  ...(rights ? { 'x-rights': rights } : {}),
  ...(addressIsCredential ? { 'x-address-is-credential': true } : {}),
})

/** The schema of a route with what its config says of it: who may call it, with which credentials and headers. */
export function describeOperation(schema: FastifySchema, config: FastifyContextConfig): FastifySchema {
  const { querystring, body, response, tags = [], description } = schema
  const told = [description, rightsOf(config)].filter(text => text !== undefined)
  return {
    ...schema,
    ...(told.length > 0 ? { description: told.join(' ') } : {}),
    ...(querystring ? { querystring: optionalWhereDefault(querystring) } : {}),
    ...(body ? { body: optionalWhereDefault(body) } : {}),
    ...(config.idempotent ? { headers: IdempotencyKey } : {}),
    response: { ...refusalsOf(config, schema), ...(response as object | undefined) },
    tags: tags.map(tag => (tag === SYSTEM.name ? tag : tagOf(tag, audiences[config.access ?? 'internal']))),
    security: securityOf(config),
    ...extensionsOf(config),
  }
}

export const SYSTEM = {
  name: 'system',
  description: 'Health, figures, the clock: what every area has, for those who run it.',
}
