import type { Tracer } from '../span.ts'
import { currentSpan, newRequestId, withRequestId } from '../trace.ts'
import { runSpan } from '../tracing/in-span.ts'

/** Beside what a job is given, which is an object; those who run it never see it. */
const FIELD = '_traceparent'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a job is given, with the place in the trace of the work that adds it, if that is traced. */
export function tracedPayload<Payload>(payload: Payload): Payload {
  const span = currentSpan()
  return span && isObject(payload) ? { ...payload, [FIELD]: span.traceparent } : payload
}

/** Runs a job under an id of its own, in the trace of what added it. */
export function runTraced<T>(
  tracer: Tracer | undefined,
  name: string,
  given: unknown,
  run: (payload: unknown) => Promise<T>,
): Promise<T> {
  const { [FIELD]: parent, ...payload } = isObject(given) ? given : {}
  const work = () => run(isObject(given) ? payload : given)
  const id = newRequestId()
  return withRequestId(id, () => {
    if (!tracer) return work()
    const attributes = { 'comptoir.request_id': id }
    const options = { kind: 'consumer' as const, attributes }
    return runSpan(
      tracer.start(`job ${name}`, { ...options, parent: typeof parent === 'string' ? parent : undefined }),
      work,
    )
  })
}
