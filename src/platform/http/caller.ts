import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHandingOn } from './handed-on.ts'
import { Problem } from './problem.ts'

/** A signed-in customer: every identifier that what is theirs may carry. */
export type Customer = { names: readonly string[] }

/** Finds the customer of a bearer token; undefined when it is not valid (any more). */
export type Authenticate = (token: string) => Promise<Customer | undefined>

/** Who is calling, as far as the caller has shown. */
export type Caller = {
  /** Whether callers are told apart: without API keys configured they are not, and everybody may do everything. */
  guarded: boolean
  /** Whether the caller showed a configured API key. */
  hasKey: boolean
  /** Whether the caller may see and do what a holder of a key may. */
  trusted: boolean
  /** The address of the stranger whose call another area hands on. */
  handedOnFor: string | undefined
  /** The bearer token that the caller showed, valid or not. */
  token: string | undefined
  /** The signed-in customer of the bearer token; undefined without one; 401 for one that is not valid. */
  customer(): Promise<Customer | undefined>
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

/** Whether callers are told apart: API keys are configured. */
export const isGuarded = ({ apiKeys }: { apiKeys: readonly string[] }) => apiKeys.length > 0

/** Where a call comes from, however many areas it passes through. */
export const addressOf = ({ caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>) => caller?.handedOnFor ?? ip

/** The address of a caller who shows no key, for handing their call on; undefined for others. */
export const strangersAddress = (request: FastifyRequest) =>
  request.caller.hasKey ? undefined : addressOf(request)

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares with all keys, always in the same time. */
function matcherOf(apiKeys: readonly string[]) {
  const keys = apiKeys.map(digest)
  return (given: string) => {
    const candidate = digest(given)
    return keys.reduce((found, key) => timingSafeEqual(key, candidate) || found, false)
  }
}

const tokenOf = ({ headers }: FastifyRequest) => /^Bearer +([^\s]+)$/i.exec(headers.authorization ?? '')?.[1]

/**
 * Every request gets its `caller`; 401 for a key that is not configured. `countStranger` is told first of each who shows no
 * key that is.
 */
export function identifyCallers(
  app: FastifyInstance,
  apiKeys: readonly string[],
  authenticate: Authenticate,
  countStranger: (request: FastifyRequest) => Promise<void>,
) {
  const handingOn = createHandingOn(apiKeys[0])
  const guarded = isGuarded({ apiKeys })
  const isKey = matcherOf(apiKeys)

  async function callerOf(request: FastifyRequest): Promise<Caller> {
    const given = request.headers['x-api-key']
    const showsKey = guarded && typeof given === 'string'
    const hasKey = showsKey && isKey(given)
    const handedOnFor = handingOn.read(request.headers)
    if (guarded && !hasKey && handedOnFor === undefined) await countStranger(request)
    if (showsKey && !hasKey) throw new Problem(401, 'The API key is not valid')
    const token = tokenOf(request)
    let customer: Promise<Customer | undefined> | undefined
    return {
      ...{ guarded, hasKey, trusted: hasKey || !guarded, handedOnFor, token },
      customer() {
        customer ??= customerOf(token)
        return customer
      },
    }
  }

  async function customerOf(token: string | undefined) {
    if (!token) return undefined
    const customer = await authenticate(token)
    if (!customer) throw new Problem(401, 'The bearer token is not valid or has expired')
    return customer
  }

  app.decorateRequest('caller')
  app.addHook('onRequest', async request => {
    request.caller = await callerOf(request)
  })
}

/** Whether an identifier is one of the customer's. */
export const isOf = ({ names }: Customer, identifier: string | number) => names.includes(String(identifier))

/** The caller as a signed-in customer; 401 for anybody else. */
export async function signedIn(caller: Caller): Promise<Customer> {
  const customer = await caller.customer()
  if (!customer) throw new Problem(401, 'A bearer token is needed: header Authorization')
  return customer
}

/**
 * Refuses (403) a signed-in customer who asks for another's data. `owner` is any identifier of the customer it belongs to.
 * Callers with a key, and all callers while no keys are configured, pass.
 */
export async function allowOnlyOwner({ caller }: { caller: Caller }, owner: string | number) {
  if (!caller.trusted && !isOf(await signedIn(caller), owner))
    throw new Problem(403, 'This belongs to another customer')
}
