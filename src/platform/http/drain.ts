import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A proxy that asked `/ready` within this time is assumed to watch the server. */
const WATCHED_MS = 15_000
/** A proxy takes a server out after this number of failed checks at most. */
const FAILED_CHECKS = 3
const LOOK_MS = 50

export type Drain = ReturnType<typeof createDrain>

/** Stops a server without a failed request: proxies are informed first, and every request is answered. */
export function createDrain({ server }: FastifyInstance) {
  const open = new Set<ServerResponse>()
  let isDraining = false
  let askedAt = Number.NEGATIVE_INFINITY
  let failedChecks = 0
  let onEmpty = () => {}

  // Before Fastify's own listener: it may answer at once. Calls between areas of the process do not pass here.
  server.prependListener('request', (_request, response) => {
    open.add(response)
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
      if (isDraining) failedChecks++
    },
    /**
     * From now on `/ready` answers 503 and every answer ends its connection. A proxy that asks `/ready` gets `drainMs` to
     * take the server out, during which it serves as usual; without such a proxy there is no wait. On a machine so busy that
     * the proxy could not ask often enough, it gets as long again.
     */
    async begin(drainMs: number) {
      isDraining = true
      for (const response of open) if (!response.headersSent) response.setHeader('connection', 'close')
      const isWatched = performance.now() - askedAt < WATCHED_MS
      if (!isWatched || drainMs === 0) return
      await sleep(drainMs)
      const end = performance.now() + drainMs
      while (failedChecks < FAILED_CHECKS && performance.now() < end) await sleep(LOOK_MS)
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
