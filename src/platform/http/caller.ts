import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import type { Agent, FindAgent, SentCredential } from './agent.ts'
import type { Guard } from './guard.ts'
import type { Right } from './rights.ts'

const HEADER = 'x-handed-on-for'

export type Forwarding = ReturnType<typeof createForwarding>

/**
 * An area that forwards a call also sends the original address, to which rate limits then apply. The call must not gain
 * rights by being forwarded, so the platform's own key is not sent with it but signs the address.
 */
export function createForwarding(apiKey: string | undefined) {
  const sign = (address: string) =>
    createHmac('sha256', apiKey ?? '')
      .update(`handed on for ${address}`)
      .digest()

  return {
    headersFor: (address: string): Record<string, string> =>
      apiKey ? { [HEADER]: `${sign(address).toString('base64url')} ${address}` } : {},

    /** Returns the forwarded address if the platform signed it. */
    read(headers: IncomingHttpHeaders): string | undefined {
      const header = headers[HEADER]
      if (!apiKey || typeof header !== 'string') return undefined
      const [signature = '', address = ''] = header.split(' ')
      const sent = Buffer.from(signature, 'base64url')
      const expected = sign(address)
      return sent.length === expected.length && timingSafeEqual(sent, expected) ? address : undefined
    },
  }
}

/** A signed-in customer, with every identifier that their records may carry. */
export type Customer = { names: readonly string[] }

/** The caller of a request, by the credentials sent. */
export type Caller = {
  /** Whether callers need keys or sessions (see `Guard`); otherwise all callers have all rights. */
  guarded: boolean
  /** The owner of the key or staff session that the caller sent. */
  agent: Agent | undefined
  /** Whether there is an `agent`. */
  hasKey: boolean
  /**
   * Whether the caller has an `agent` with more than the right `metrics`, or no API keys are configured: limits for
   * unknown callers do not apply, and open routes answer in full.
   */
  trusted: boolean
  /** The address of the original caller if another area forwarded the call. */
  forwardedFor: string | undefined
  /** The bearer token that the caller sent, valid or not. */
  token: string | undefined
  /** The stores to which the caller's rights are limited; undefined for all stores. */
  stores: readonly number[] | undefined
  /** Whether the caller is limited to stores and the route declares no rule for such callers. */
  isClosedOut: boolean
  /** Whether the caller sees more than the public: it is `trusted`, and not closed out. */
  privileged: boolean
  /**
   * Whether the caller may use one of these rights or `admin` on this route, or no API keys are configured. A caller who
   * is closed out may use none.
   */
  may(...rights: readonly Right[]): boolean
  /** Whether the caller has one of these rights or `admin`, on whatever route. */
  holds(...rights: readonly Right[]): boolean
  /** Returns the signed-in customer of the bearer token; undefined without one. Throws a 401 for an invalid token. */
  customer(): Promise<Customer | undefined>
  /** Whether the caller has proved to be this customer, or has a right to act for any customer. */
  proves(identifier: string | number): Promise<boolean>
  /** The headers with the caller's credentials, for calls on the caller's behalf. */
  credentials: Readonly<Record<string, string>>
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

/** Whether API keys are configured. */
export const isGuarded = ({ apiKeys }: { apiKeys: readonly unknown[] }) => apiKeys.length > 0

/** Returns the address of the original caller, even if several areas forwarded the call. */
export const addressOf = ({ caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>) => caller?.forwardedFor ?? ip

type Parts = {
  guard: Guard
  findAgent: FindAgent
  /** Finds the customer of a bearer token; undefined if it is invalid or expired. */
  authenticate(token: string): Promise<Customer | undefined>
  /** The rights of callers who may act for the customers that they name. */
  speakForCustomers: readonly Right[]
  forwarding: Forwarding
  /** Counts a request with no key or session, or with an invalid one; throws if there are too many. */
  countStranger: (request: FastifyRequest) => void
}

const bearerToken = ({ headers: { authorization } }: FastifyRequest) =>
  authorization === undefined ? undefined : /^Bearer +([^\s]+)$/i.exec(authorization)?.[1]

const hasRight = ({ rights }: Agent, wanted: readonly Right[]) =>
  rights.includes('admin') || wanted.some(expected => rights.includes(expected))

const isTrusted = ({ rights }: Agent) => rights.some(right => right !== 'metrics')

/**
 * Returns a function that identifies the caller of a request. It returns a promise if a key or session must be looked
 * up. It fails with the errors of `findAgent` and `countStranger`.
 */
export function createIdentify(parts: Parts): (request: FastifyRequest) => Caller | Promise<Caller> {
  const { guard, findAgent, authenticate, speakForCustomers, forwarding, countStranger } = parts

  function identify(request: FastifyRequest): Caller | Promise<Caller> {
    if (!guard.on) return callerOf(request, undefined)
    const found = findAgent(request)
    return found instanceof Promise ? lookedUp(request, found) : countedCaller(request, found)
  }

  async function lookedUp(request: FastifyRequest, found: Promise<SentCredential | undefined>) {
    const sent = await found.catch(error => {
      countStranger(request)
      throw error
    })
    return countedCaller(request, sent)
  }

  function countedCaller(request: FastifyRequest, sent: SentCredential | undefined) {
    const caller = callerOf(request, sent)
    if (!caller.trusted && caller.forwardedFor === undefined) countStranger(request)
    return caller
  }

  function callerOf(request: FastifyRequest, sent: SentCredential | undefined): Caller {
    const agent = sent?.agent
    const guarded = guard.on
    const token = bearerToken(request)
    const stores = agent?.stores
    const isClosedOut = stores !== undefined && request.routeOptions.config.stores === undefined
    const holds = (...rights: readonly Right[]) =>
      !guarded || (agent !== undefined && hasRight(agent, rights))
    const may = (...rights: readonly Right[]) => !isClosedOut && holds(...rights)
    const trusted = !guarded || (agent !== undefined && isTrusted(agent))
    let asked: Promise<Customer | undefined> | undefined
    const customer = () => {
      asked ??= customerOf(token)
      return asked
    }
    return {
      ...{ guarded, agent, hasKey: agent !== undefined, trusted, token },
      ...{ stores, isClosedOut, privileged: trusted && !isClosedOut, may, holds },
      ...{ customer, forwardedFor: forwarding.read(request.headers) },
      async proves(identifier) {
        if (may(...speakForCustomers)) return true
        const signedIn = await customer()
        return signedIn !== undefined && hasIdentifier(signedIn, identifier)
      },
      credentials: { ...sent?.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    }
  }

  async function customerOf(token: string | undefined) {
    if (!token) return undefined
    const customer = await authenticate(token)
    if (!customer) throw new Problem(401, 'jeton-invalide', 'The bearer token is not valid or has expired')
    return customer
  }

  return identify
}

/** Whether an identifier belongs to the customer. */
export const hasIdentifier = ({ names }: Customer, identifier: string | number) =>
  names.includes(String(identifier))

/** Returns the signed-in customer of the caller. Throws a 401 if there is none. */
export async function requireCustomer(caller: Caller): Promise<Customer> {
  const customer = await caller.customer()
  if (!customer)
    throw new Problem(401, 'jeton-absent', 'A bearer token is required in the header Authorization')
  return customer
}

/**
 * Throws a 403 for a signed-in customer who requests another customer's data, and a 401 for a caller without a valid
 * token. `owner` is any identifier of the owner. Callers with a right of the route or a signed link are exempt, and so
 * are all callers while no keys are configured.
 */
export async function allowOnlyOwner(request: FastifyRequest, owner: string | number) {
  const { caller, routeOptions } = request
  const { rights = [], opensByLink } = routeOptions.config
  if (caller.may(...rights) || opensByLink?.(request)) return
  if (!hasIdentifier(await requireCustomer(caller), owner))
    throw new Problem(403, 'donnees-d-autrui', 'This belongs to another customer')
}
