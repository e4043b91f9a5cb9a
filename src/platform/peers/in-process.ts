import type { FastifyInstance } from 'fastify'
import { within } from '../within.ts'
import type { Request, Way } from './request.ts'

/** An area of the same process: no socket, but all of the server's hooks. */
export function inProcess(server: () => FastifyInstance, area: string): Way {
  const inject = ({ method, path, headers, body, timeoutMs }: Request, payloadAsStream: boolean) => {
    const payload = body === undefined ? {} : { payload: body }
    const url = `/${area}${path}`
    return within(timeoutMs, server().inject({ method, url, headers, payloadAsStream, ...payload }))
  }
  return {
    async send(request) {
      const { statusCode, payload } = await inject(request, false)
      return { status: statusCode, text: payload }
    },
    async open(request) {
      const { statusCode, stream, raw } = await inject(request, true)
      const body = stream()
      // The writer of the answer learns from its end that it is no longer read.
      body.once('close', () => raw.res.destroy())
      return { status: statusCode, body }
    },
  }
}
