import type { FastifyInstance } from 'fastify'
import { type Span, type Tracer, withSpan } from '../trace.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined when the request is not traced. */
    span: Span | undefined
  }
  interface FastifyContextConfig {
    /** Not traced, because machines poll it. */
    untraced?: boolean
  }
}

/**
 * Tells every request as a part of the trace that its caller names, or as the beginning of one: by its route, never by its
 * address, in which people may be named. A caller within the process is one like any other.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer) {
  app.decorateRequest('span', undefined)

  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, id } = request
    const { url, config } = request.routeOptions
    if (config.untraced) return done()
    const { traceparent } = headers
    const span = tracer.start(url === undefined ? method : `${method} ${url}`, {
      kind: 'server',
      parent: typeof traceparent === 'string' ? traceparent : undefined,
      attributes: {
        'http.request.method': method,
        'comptoir.request_id': id,
        ...(url !== undefined && { 'http.route': url }),
      },
    })
    request.span = span
    // When a caller disconnects before the answer, nothing else ends the span.
    reply.raw.once('close', () => span.end())
    withSpan(span, done)
  })

  app.addHook('onResponse', ({ span }, { statusCode }, done) => {
    span?.set({ 'http.response.status_code': statusCode })
    if (statusCode >= 500) span?.fail(String(statusCode))
    span?.end()
    done()
  })
}
