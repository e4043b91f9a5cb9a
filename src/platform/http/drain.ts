import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A proxy that asked `/ready` within this time is assumed to watch the server. */
const WATCHED_MS = 15_000

/** How a server leaves those that send it requests: told first, then gone, with every request answered. */
export type Drain = {
  /** True from the moment the server begins to stop. */
  readonly isDraining: boolean
  /** Somebody asked `/ready`. */
  recordProbe(): void
  /**
   * From now on `/ready` answers 503 and every answer ends its connection. A proxy that asks `/ready` gets `drainMs` to take
   * the server out, during which it serves as before; where nobody asks, nobody is waited for.
   */
  begin(drainMs: number): Promise<void>
  /** Takes no more connections, and waits until every request that came has its answer. */
  answered(): Promise<void>
}

export function createDrain({ server }: FastifyInstance): Drain {
  const open = new Set<ServerResponse>()
  let isDraining = false
  let askedAt = Number.NEGATIVE_INFINITY
  let onEmpty = () => {}

  // Before Fastify's own listener: it may answer at once. What areas ask one another in the process comes by no socket.
  server.prependListener('request', (_request, response) => {
    open.add(response)
    if (isDraining) response.setHeader('connection', 'close')
    response.once('close', () => {
      open.delete(response)
      if (open.size === 0) onEmpty()
    })
  })

  return {
    get isDraining() {
      return isDraining
    },
    recordProbe() {
      askedAt = performance.now()
    },
    async begin(drainMs) {
      isDraining = true
      for (const response of open) if (!response.headersSent) response.setHeader('connection', 'close')
      if (performance.now() - askedAt < WATCHED_MS) await sleep(drainMs)
    },
    async answered() {
      if (server.listening) server.close()
      if (open.size > 0)
        await new Promise<void>(resolve => {
          onEmpty = resolve
        })
    },
  }
}
