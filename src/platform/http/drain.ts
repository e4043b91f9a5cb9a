import type { ServerResponse } from 'node:http'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A proxy that requested `/ready` within this time is assumed to monitor the server. */
const WATCHED_MS = 15_000
const POLL_MS = 50
/**
 * The limit of the extra time for a slow proxy. It leaves at least five seconds for the later steps of the shutdown.
 */
const MAX_EXTRA_MS = 3_000

export type Drain = ReturnType<typeof createDrain>

/** Creates the steps that stop a server without failing a request: proxies are notified first, then requests finish. */
export function createDrain({ server }: FastifyInstance) {
  const open = new Set<ServerResponse>()
  let state: 'starting' | 'ready' | 'stopping' = 'starting'
  let probedAt = Number.NEGATIVE_INFINITY
  let requestedAt = Number.NEGATIVE_INFINITY
  let onEmpty = () => {}

  // Runs before Fastify's own listener, which may respond at once. Calls between areas of the process do not pass here.
  server.prependListener('request', (request, response) => {
    open.add(response)
    if (!request.url?.endsWith('/ready')) requestedAt = performance.now()
    if (state === 'stopping') response.setHeader('connection', 'close')
    response.once('close', () => {
      open.delete(response)
      if (open.size === 0) onEmpty()
    })
  })

  return {
    get state() {
      return state
    },
    /** Records that the work of the areas has started, unless the server stops meanwhile. */
    recordStart() {
      if (state === 'starting') state = 'ready'
    },
    /** Records a request to `/ready`. */
    recordProbe() {
      probedAt = performance.now()
    },
    /**
     * From now on `/ready` responds 503 and every response closes its connection. If a proxy monitors `/ready`, waits
     * `drainMs` for it to remove the server, which meanwhile serves as usual. If the proxy still sends requests
     * afterwards, because a busy machine delays its checks, waits up to twice `drainMs` more, at most three seconds.
     */
    async begin(drainMs: number) {
      state = 'stopping'
      for (const response of open) if (!response.headersSent) response.setHeader('connection', 'close')
      if (performance.now() - probedAt >= WATCHED_MS) return
      await sleep(drainMs)
      for (
        const end = performance.now() + Math.min(2 * drainMs, MAX_EXTRA_MS);
        performance.now() < end;
        await sleep(POLL_MS)
      ) {
        // Requests that have already arrived are read before the server counts as idle.
        await setImmediate()
        if (performance.now() - requestedAt > drainMs / 3) return
      }
    },
    /** Closes the listener and waits until every response has ended or its connection has closed. */
    async answered() {
      if (server.listening) server.close()
      if (open.size > 0)
        await new Promise<void>(resolve => {
          onEmpty = resolve
        })
    },
  }
}
