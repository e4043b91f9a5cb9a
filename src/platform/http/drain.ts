import type { ServerResponse } from 'node:http'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A proxy that asked `/ready` within this time is assumed to watch the server. */
const WATCHED_MS = 15_000
const POLL_MS = 50

export type Drain = ReturnType<typeof createDrain>

/** Stops a server without a failed request: proxies are informed first, and every request is answered. */
export function createDrain({ server }: FastifyInstance) {
  const open = new Set<ServerResponse>()
  let isDraining = false
  let askedAt = Number.NEGATIVE_INFINITY
  let requestedAt = Number.NEGATIVE_INFINITY
  let onEmpty = () => {}

  // Before Fastify's own listener: it may answer at once. Calls between areas of the process do not pass here.
  server.prependListener('request', (request, response) => {
    open.add(response)
    if (!request.url?.endsWith('/ready')) requestedAt = performance.now()
    if (isDraining) response.setHeader('connection', 'close')
    response.once('close', () => {
      open.delete(response)
      if (open.size === 0) onEmpty()
    })
  })

  return {
    /** True from the moment the server begins to stop. */
    get isDraining() {
      return isDraining
    },
    /** Records a request to `/ready`. */
    recordProbe() {
      askedAt = performance.now()
    },
    /**
     * From now on `/ready` answers 503 and every answer ends its connection. A proxy that asks `/ready` gets `drainMs` to
     * take the server out, during which it serves as usual; without such a proxy there is no wait. Where checks are late
     * because the machine is busy, the proxy still sends requests then, and gets up to twice as long again.
     */
    async begin(drainMs: number) {
      isDraining = true
      for (const response of open) if (!response.headersSent) response.setHeader('connection', 'close')
      if (performance.now() - askedAt >= WATCHED_MS) return
      await sleep(drainMs)
      for (const end = performance.now() + 2 * drainMs; performance.now() < end; await sleep(POLL_MS)) {
        // What has arrived is read before it is decided that nothing has.
        await setImmediate()
        if (performance.now() - requestedAt > drainMs / 3) return
      }
    },
    /** Accepts no more connections, and waits until every request has its answer. */
    async answered() {
      if (server.listening) server.close()
      if (open.size > 0)
        await new Promise<void>(resolve => {
          onEmpty = resolve
        })
    },
  }
}
