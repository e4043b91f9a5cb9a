import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Span, Tracer } from '../trace.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined if the request is not traced. */
    span: Span | undefined
  }
  interface FastifyContextConfig {
    /** Whether requests are not traced, because monitoring polls the route. */
    untraced?: boolean
  }
}

/**
 * Starts the span of a request, in the trace of its caller or a new one. It is named by its route, never by its address,
 * which may contain personal data. Calls within the process are traced like all others.
 */
export function startSpan(tracer: Tracer, request: FastifyRequest, reply: FastifyReply): Span | undefined {
  const { method, headers, id } = request
  const { url, config } = request.routeOptions
  if (config.untraced) return undefined
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
  // If the caller disconnects before the response, nothing else ends the span.
  reply.raw.once('close', () => span.end())
  return span
}

export function endSpan(span: Span, statusCode: number) {
  span.set({ 'http.response.status_code': statusCode })
  if (statusCode >= 500) span.fail(String(statusCode))
  span.end()
}
