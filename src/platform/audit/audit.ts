import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { DatabasePool, Tx } from '../database/database.ts'
import type { Log } from '../log.ts'
import { PEER_HEADER } from '../peers/request.ts'
import {
  type Author,
  type Change,
  currentChanges,
  currentRequestId,
  newRequestId,
  withChange,
  withoutChanges,
} from '../trace.ts'
import { insertRefusal, insertSuccess, markRefused } from './store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The change that a key or a member of staff requests; undefined for other callers, reads and calls between areas.
     */
    change: Change | undefined
  }
  interface FastifyContextConfig {
    /** Whether the route only computes something, so that it is not audited. */
    keepsNothing?: boolean
  }
}

const isRead = ({ method, routeOptions }: FastifyRequest) =>
  method === 'GET' || method === 'HEAD' || routeOptions.config.keepsNothing === true

/** A call between areas is not audited: the call that caused it is. */
const isBetweenAreas = ({ caller: { agent }, headers, routeOptions }: FastifyRequest) =>
  agent?.isPlatform === true &&
  headers[PEER_HEADER] !== undefined &&
  routeOptions.config.rights?.includes('peer') === true

/** Parameters of an address that are secrets. The audit trail omits them, so that its readers cannot use them. */
const SECRETS = ['token', 'jeton']

function changeBy(author: Author, { params, routeOptions: { url = '', schema } }: FastifyRequest): Change {
  const operation: unknown = schema && 'operationId' in schema ? schema.operationId : undefined
  const identifiers = Object.entries(params ?? {}).flatMap(([name, value]) =>
    SECRETS.includes(name) ? [] : [value],
  )
  return {
    ...{ author, area: url.split('/', 2)[1] ?? '', operation: String(operation ?? url) },
    record: identifiers.join('/') || null,
  }
}

/**
 * Returns the change that a request of a key or a member of staff makes, for the audit trail; undefined for other callers,
 * reads, calls between areas and unknown routes.
 */
export function changeOf(request: FastifyRequest): Change | undefined {
  const { caller, routeOptions } = request
  if (!caller.agent || isRead(request) || isBetweenAreas(request) || routeOptions.url === undefined)
    return undefined
  return changeBy(caller.agent, request)
}

/** Audits work for an author that the route identifies itself: a caller who signs in has no key or session yet. */
export function auditAs<T>(request: FastifyRequest, author: Author, work: (change: Change) => T): T {
  const change = changeBy(author, request)
  request.change = change
  return withChange(request.id, change, () => work(change))
}

/**
 * Writes changes by keys and members of staff to the audit trail in the transaction of the change, and failed calls, of
 * any error status, after their response. The response decides: if a committed change is refused after all, its entry
 * is corrected before the response is sent. Returns the hook that writes a failed call after its response.
 */
export function auditChanges(
  app: FastifyInstance,
  { db, clock, log }: { db: DatabasePool; clock: Clock; log: Log },
) {
  db.beforeCommit = (tx, result) => writeEntries(tx, result, clock)

  app.decorateRequest('change', undefined)
  // The response of a creation contains the identifier of its record. It is read before the commit, when the entry is
  // written. The result of a transaction does not suffice: a batch stores the records of several requests.
  app.addHook('onRoute', route => {
    if (!route.config?.idempotent) return
    const { handler } = route
    route.handler = function (request, reply) {
      const { change, remember } = request
      if (change)
        request.remember = (tx, status, answer) => {
          change.record ??= recordOf(answer)
          return remember(tx, status, answer)
        }
      return handler.call(this, request, reply)
    }
  })

  app.addHook('onSend', ({ change }, { statusCode }, payload, done) => {
    if (!change || statusCode < 400) return done(null, payload)
    change.refused = true
    const { line } = change
    if (line === undefined) return done(null, payload)
    withoutChanges(() => db.transaction(tx => markRefused(tx, line, statusCode)))
      .catch(logFailure)
      .then(() => done(null, payload))
  })

  return ({ change, id }: FastifyRequest, { statusCode }: FastifyReply) => {
    if (!change || change.line !== undefined || statusCode < 400) return
    const line = { ...change, status: statusCode, requestId: id, now: clock.now() }
    void withoutChanges(() => db.transaction(tx => insertRefusal(tx, line))).catch(logFailure)
  }

  function logFailure(error: unknown) {
    log.error({ err: error }, 'A refusal could not be written to the audit trail')
  }
}

/**
 * Returns the identifier of a created record, also of the only one in a list: its `id`, or else its first field that
 * ends in `Id`. Null if there is none.
 */
export function recordOf(made: unknown): string | null {
  if (Array.isArray(made)) return made.length === 1 ? recordOf(made[0]) : null
  if (made === null || typeof made !== 'object') return null
  const entries = Object.entries(made)
  const [, found] =
    entries.find(([name]) => name === 'id') ?? entries.find(([name]) => /Id$/.test(name)) ?? []
  return typeof found === 'number' || typeof found === 'string' ? String(found) : null
}

/**
 * Writes the entries that the changes of the current work still lack. `result` is the return value of the transaction.
 */
export async function writeEntries(tx: Tx, result: unknown, clock: Clock): Promise<void> {
  const requestId = currentRequestId() ?? newRequestId()
  for (const change of currentChanges()) {
    if (change.line !== undefined || change.refused) continue
    const record = change.record ?? recordOf(result)
    const id = await insertSuccess(tx, { ...change, record, status: null, requestId, now: clock.now() })
    if (id !== undefined)
      tx.afterCommit(() => {
        change.line = id
      })
  }
}
