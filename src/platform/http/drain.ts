import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Who asked `/ready` so lately watches the server, and needs time to see that it goes. */
const WATCHED_MS = 15_000

/** How a server leaves those that send it requests: told first, then gone, with every request answered. */
export type Leaving = {
  /** True from the moment the server begins to stop. */
  readonly begun: boolean
  /** Somebody asked `/ready`. */
  watched(): void
  /**
   * From now on `/ready` answers 503 and every answer ends its connection. A proxy that asks `/ready` gets `drainMs` to take
   * the server out, during which it serves as before; where nobody asks, nobody is waited for.
   */
  begin(drainMs: number): Promise<void>
  /** Takes no more connections, and waits until every request that came has its answer. */
  answered(): Promise<void>
}

export function createLeaving({ server }: FastifyInstance): Leaving {
  const open = new Set<ServerResponse>()
  let begun = false
  let askedAt = Number.NEGATIVE_INFINITY
  let onEmpty = () => {}

  // Before Fastify's own listener: it may answer at once. What areas ask one another in the process comes by no socket.
  server.prependListener('request', (_request, response) => {
    open.add(response)
    if (begun) response.setHeader('connection', 'close')
    response.once('close', () => {
      open.delete(response)
      if (open.size === 0) onEmpty()
    })
  })

  return {
    get begun() {
      return begun
    },
    watched() {
      askedAt = performance.now()
    },
    async begin(drainMs) {
      begun = true
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
