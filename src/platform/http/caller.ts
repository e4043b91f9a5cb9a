import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import type { Agent, FindAgent, Shown } from './agent.ts'
import type { Right } from './rights.ts'

const HEADER = 'x-handed-on-for'

export type Forwarding = ReturnType<typeof createForwarding>

/**
 * An area that hands a stranger's call on says for which address, so that limits count it as that one's. The call must gain no
 * rights by it: the platform's own key is not shown but signs the address.
 */
export function createForwarding(apiKey: string | undefined) {
  const sign = (address: string) =>
    createHmac('sha256', apiKey ?? '')
      .update(`handed on for ${address}`)
      .digest()

  return {
    headersFor: (address: string): Record<string, string> =>
      apiKey ? { [HEADER]: `${sign(address).toString('base64url')} ${address}` } : {},

    /** The address, when the platform itself says it. */
    read(headers: IncomingHttpHeaders): string | undefined {
      const given = headers[HEADER]
      if (!apiKey || typeof given !== 'string') return undefined
      const [signature = '', address = ''] = given.split(' ')
      const shown = Buffer.from(signature, 'base64url')
      const right = sign(address)
      return shown.length === right.length && timingSafeEqual(shown, right) ? address : undefined
    },
  }
}

/** A signed-in customer: every identifier that what is theirs may carry. */
export type Customer = { names: readonly string[] }

/** Finds the customer of a bearer token; undefined when it is not or no longer valid. */
export type Authenticate = (token: string) => Promise<Customer | undefined>

/** The caller of a request, by the credentials sent. */
export type Caller = {
  /** Whether API keys are configured: without them everybody may do everything. */
  guarded: boolean
  /** The owner of the key or staff session that the caller sent. */
  agent: Agent | undefined
  /** Whether there is an `agent`. */
  hasKey: boolean
  /** Whether the caller may see what any holder of a key may. */
  trusted: boolean
  /** The address of the stranger whose call another area hands on. */
  forwardedFor: string | undefined
  /** The bearer token that the caller showed, valid or not. */
  token: string | undefined
  /** Whether the caller has one of these rights. */
  may(...rights: readonly Right[]): boolean
  /** The signed-in customer of the bearer token; undefined without one; 401 for one that is not valid. */
  customer(): Promise<Customer | undefined>
  /** Whether the caller is the customer of this identifier or speaks for customers, and does not merely name them. */
  proves(identifier: string | number): Promise<boolean>
  /** The headers by which the caller shows who it is, for a call that is made in its place. */
  credentials: Readonly<Record<string, string>>
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

/** Whether API keys are configured. */
export const isGuarded = ({ apiKeys }: { apiKeys: readonly unknown[] }) => apiKeys.length > 0

/** The address of the original caller, however many areas the call passes through. */
export const addressOf = ({ caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>) => caller?.forwardedFor ?? ip

type Parts = {
  guarded: boolean
  findAgent: FindAgent
  authenticate: Authenticate
  /** The rights of those who speak for the customers whom they name. */
  speakForCustomers: readonly Right[]
  forwarding: Forwarding
  /** Counts each who shows no key or session, or a wrong one; throws where there are too many of them. */
  countStranger: (request: FastifyRequest) => void
}

const tokenOf = ({ headers: { authorization } }: FastifyRequest) =>
  authorization === undefined ? undefined : /^Bearer +([^\s]+)$/i.exec(authorization)?.[1]

const has = ({ rights }: Agent, wanted: readonly Right[]) =>
  rights.includes('admin') || wanted.some(right => rights.includes(right))

/** Returns what tells the caller of a request, as a promise where the database has to be asked; 401 for a key that is not valid. */
export function createIdentify(parts: Parts): (request: FastifyRequest) => Caller | Promise<Caller> {
  const { guarded, findAgent, authenticate, speakForCustomers, forwarding, countStranger } = parts

  function identify(request: FastifyRequest): Caller | Promise<Caller> {
    if (!guarded) return callerOf(request, undefined)
    const found = findAgent(request)
    return found instanceof Promise ? lookedUp(request, found) : countedCaller(request, found)
  }

  async function lookedUp(request: FastifyRequest, found: Promise<Shown | undefined>) {
    const shown = await found.catch(error => {
      countStranger(request)
      throw error
    })
    return countedCaller(request, shown)
  }

  function countedCaller(request: FastifyRequest, shown: Shown | undefined) {
    const caller = callerOf(request, shown)
    if (!shown && caller.forwardedFor === undefined) countStranger(request)
    return caller
  }

  function callerOf(request: FastifyRequest, shown: Shown | undefined): Caller {
    const agent = shown?.agent
    const token = tokenOf(request)
    const may = (...rights: readonly Right[]) => !guarded || (agent !== undefined && has(agent, rights))
    let asked: Promise<Customer | undefined> | undefined
    const customer = () => {
      asked ??= customerOf(token)
      return asked
    }
    return {
      ...{ guarded, agent, hasKey: agent !== undefined, trusted: agent !== undefined || !guarded, token },
      ...{ may, customer, forwardedFor: forwarding.read(request.headers) },
      async proves(identifier) {
        if (may(...speakForCustomers)) return true
        const signedIn = await customer()
        return signedIn !== undefined && isOf(signedIn, identifier)
      },
      credentials: { ...shown?.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
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

/** Whether an identifier is one of the customer's. */
export const isOf = ({ names }: Customer, identifier: string | number) => names.includes(String(identifier))

/** The caller as a signed-in customer; 401 for anybody else. */
export async function signedIn(caller: Caller): Promise<Customer> {
  const customer = await caller.customer()
  if (!customer) throw new Problem(401, 'jeton-absent', 'A bearer token is needed: header Authorization')
  return customer
}

/**
 * Refuses (403) a signed-in customer who asks for another's data. `owner` is any identifier of the customer it belongs to.
 * Callers with a right of the route or a link that opens it, and all callers while no keys are configured, pass.
 */
export async function allowOnlyOwner(request: FastifyRequest, owner: string | number) {
  const { caller, routeOptions } = request
  const { rights = [], opensByLink } = routeOptions.config
  if (!caller.may(...rights) && !opensByLink?.(request) && !isOf(await signedIn(caller), owner))
    throw new Problem(403, 'donnees-d-autrui', 'This belongs to another customer')
}
