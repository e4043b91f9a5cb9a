import type { FastifyInstance } from 'fastify'
import { Problem } from '../problem.ts'

/** Bytes of a request's first line. Node.js itself bounds line and headers together, at 16 kB. */
const LINE_BYTES = 8_192

/** Refuses long addresses, except those by which areas ask one another. Needs to know who calls. */
export function limitRequestLine(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw, originalUrl, method, caller }, _reply, done) => {
    const line = `${method} ${originalUrl} HTTP/${raw.httpVersion}`.length
    // What an area asks of another in the same process comes through no socket.
    const isOwn = caller.agent?.isPlatform || raw.socket.readyState === undefined
    done(
      line > LINE_BYTES && !isOwn
        ? new Problem(
            414,
            'adresse-trop-longue',
            `The address makes a line of ${line} bytes; ${LINE_BYTES} are the most`,
          )
        : undefined,
    )
  })
}
