import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { DatabasePool, Tx } from '../database/database.ts'
import type { Log } from '../log.ts'
import { PEER_HEADER } from '../peers/request.ts'
import { currentChanges, currentRequestId, newRequestId, withChange } from '../trace.ts'
import { type Change, recordOf } from './change.ts'
import { insertEntry } from './store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What a key or a member of staff is about to change; undefined for other callers and for reads. */
    change: Change | undefined
  }
  interface FastifyContextConfig {
    /** A POST that only works something out: the audit trail has no word of it. */
    keepsNothing?: boolean
  }
}

const isRead = ({ method, routeOptions }: FastifyRequest) =>
  method === 'GET' || method === 'HEAD' || routeOptions.config.keepsNothing === true

/** An area asks in nobody's name: what somebody asked of it is told there. */
const isBetweenAreas = ({ caller: { agent }, headers, routeOptions }: FastifyRequest) =>
  agent?.isPlatform === true &&
  headers[PEER_HEADER] !== undefined &&
  routeOptions.config.rights?.includes('peer') === true

/** Parameters of an address that are secrets: whoever reads the trail must not be able to open what they open. */
const SECRETS = ['token', 'jeton']

const recordIn = ({ params }: FastifyRequest) =>
  Object.entries(params ?? {})
    .flatMap(([name, value]) => (SECRETS.includes(name) ? [] : [value]))
    .join('/') || null

function changeOf(request: FastifyRequest): Change | undefined {
  const { agent } = request.caller
  const { url, schema } = request.routeOptions
  if (!agent || isRead(request) || isBetweenAreas(request) || url === undefined) return undefined
  const operation: unknown = schema && 'operationId' in schema ? schema.operationId : undefined
  return {
    ...{ agent, area: url.split('/', 2)[1] ?? '', operation: String(operation ?? url) },
    ...{ record: recordIn(request), written: false },
  }
}

/**
 * Writes what keys and members of staff change into the audit trail, in the transaction of the change, and what is refused
 * them after it was. Callers are known by now.
 */
export function auditChanges(
  app: FastifyInstance,
  { db, clock, log }: { db: DatabasePool; clock: Clock; log: Log },
) {
  db.beforeCommit = (tx, result) => writeEntries(tx, result, clock)

  app.decorateRequest('change', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    const change = changeOf(request)
    if (!change) return done()
    request.change = change
    withChange(request.id, change, done)
  })

  // A creation says in its answer what it made. Many may be kept by one transaction, which then cannot tell whose is whose.
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

  app.addHook('onResponse', async ({ change, id }, { statusCode }) => {
    if (!change || change.written || statusCode < 400) return
    change.written = true
    const line = { change, record: change.record, status: statusCode, requestId: id, now: clock.now() }
    await db
      .transaction(tx => insertEntry(tx, line))
      .catch(error => log.error({ err: error }, 'A refusal could not be written to the audit trail'))
  })
}

/** The lines of the work at hand that the trail does not have yet. `result` is what the transaction gives. */
export async function writeEntries(tx: Tx, result: unknown, clock: Clock): Promise<void> {
  const requestId = currentRequestId() ?? newRequestId()
  for (const change of currentChanges()) {
    if (change.written) continue
    const record = change.record ?? recordOf(result)
    await insertEntry(tx, { change, record, status: null, requestId, now: clock.now() })
    tx.afterCommit(() => {
      change.written = true
    })
  }
}
