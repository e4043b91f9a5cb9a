import type { FastifyInstance } from 'fastify'
import { within } from '../within.ts'
import { LocalAnswer, LocalRequest } from './local-exchange.ts'
import type { Answer, Request, Way } from './request.ts'

/**
 * An area of the same process: no socket, but all of the server's hooks. An answer that is taken whole does not pass
 * through Fastify's `inject`: it costs a fifth of the work that makes most such calls (bench/results/comparisons/in-process-calls.md).
 */
export function inProcess(server: () => FastifyInstance, area: string): Way {
  const urlOf = ({ path }: Request) => `/${area}${path}`
  return {
    send(request) {
      const answered = new Promise<Answer>(resolve => {
        const local = new LocalRequest(urlOf(request), request)
        server().routing(local, new LocalAnswer(local, resolve))
      })
      return within(request.timeoutMs, answered)
    },
    async open(request) {
      const { method, headers, body: payload, timeoutMs } = request
      const answer = await within(
        timeoutMs,
        server().inject({
          method,
          url: urlOf(request),
          headers,
          payloadAsStream: true,
          ...(payload === undefined ? {} : { payload }),
        }),
      )
      const body = answer.stream()
      // The writer of the answer learns from its end that it is no longer read.
      body.once('close', () => answer.raw.res.destroy())
      return { status: answer.statusCode, body }
    },
  }
}
