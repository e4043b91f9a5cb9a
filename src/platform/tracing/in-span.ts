import type { Span, SpanOptions } from '../span.ts'
import { currentSpan, withSpan } from '../trace.ts'

type Part = SpanOptions & { name: string }

/** Does work as a part of the work at hand. Where that is not traced, it costs a look. */
export function inSpan<T>(part: () => Part, work: (span?: Span) => Promise<T>): Promise<T> {
  const whole = currentSpan()
  if (!whole) return work()
  const { name, ...options } = part()
  return runSpan(whole.start(name, options), work)
}

/** Does work as a span that has begun, and ends it. */
export async function runSpan<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await withSpan(span, () => work(span))
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}
