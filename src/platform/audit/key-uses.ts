import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import type { DatabasePool } from '../database/database.ts'
import { addressOf } from '../http/caller.ts'
import type { Limits } from '../limits/limits.ts'
import type { Log } from '../log.ts'
import { networkOf } from '../network.ts'
import { withoutChanges } from '../trace.ts'
import { hasKeyUse, insertKeyUse } from './store.ts'

/** Limits the new entries of a key that is used from thousands of networks; further networks are not recorded. */
const NEW_NETWORKS = { name: 'reseaux-de-cles', most: 20, seconds: 3_600 }

type Parts = {
  db: DatabasePool
  clock: Clock
  log: Log
  limits: Limits
  /** The areas of this process; calls without an area are recorded for the first. */
  areas: readonly string[]
}

/**
 * Returns the hook that writes an audit entry when a key is used from a new network, which may be the first sign of a
 * stolen key. The audit trail is also the list of known networks, so a network becomes new again once its entry is
 * pruned, after 400 days.
 */
export function createKeyUseHook({ db, clock, log, limits, areas }: Parts) {
  const counter = limits.counter(NEW_NETWORKS, { remembers: true })
  const seen = new LRUCache<string, true>({ max: 10_000 })

  async function recordUse({ caller: { agent }, id, routeOptions }: FastifyRequest, network: string) {
    const called = routeOptions.url?.split('/', 2)[1] ?? ''
    const area = areas.find(name => name === called) ?? areas[0]
    if (!agent || area === undefined) return
    const line = {
      ...{ author: agent, area, operation: 'useKey', record: network, status: null },
      ...{ requestId: id, now: clock.now() },
    }
    if (await hasKeyUse(db, line)) return
    if ((await counter.consume(String(agent.id ?? agent.name))) !== undefined) return
    await withoutChanges(() => db.transaction(tx => insertKeyUse(tx, line)))
  }

  return (request: FastifyRequest): Promise<void> | undefined => {
    const { agent } = request.caller
    if (agent?.kind !== 'cle') return undefined
    const network = networkOf(addressOf(request))
    const use = `${agent.id ?? agent.name} ${network}`
    if (seen.has(use)) return undefined
    seen.set(use, true)
    return recordUse(request, network).catch(error => {
      seen.delete(use)
      log.error({ err: error }, 'The first use of a key could not be written to the audit trail')
    })
  }
}
