import type { Log } from '../log.ts'
import type { PlatformSettings } from '../own-settings.ts'
import {
  currentSpan,
  type Span,
  type SpanOptions,
  type Trace,
  type Tracer,
  withSpan,
  withTraces,
} from '../trace.ts'

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

type Traces = readonly (Trace | undefined)[]

/**
 * Work that is done for many at once. It is a span in the trace of each, so that none has a gap: what it does stands in the
 * first, and the others have a link there.
 */
export async function withBatch<T>(traces: Traces, work: () => Promise<T>): Promise<T> {
  if (traces.length < 2 || !traces.some(trace => trace?.span)) return withTraces(traces, work)
  const attributes = { 'comptoir.batch.size': traces.length }
  let first: string | undefined
  const parts = traces.map(trace => {
    const span = trace?.span?.start('batch', { attributes, links: first === undefined ? [] : [first] })
    first ??= span?.traceparent
    return trace && { ...trace, span }
  })
  try {
    return await withTraces(parts, work)
  } finally {
    for (const part of parts) part?.span?.end()
  }
}

type Settings = Pick<PlatformSettings, 'traceEndpoint' | 'traceService' | 'traceShare'>

/** Loads the exporter only where a receiver is configured, because loading it takes a while. */
export async function openTracer(
  { traceEndpoint: endpoint, traceService: service, traceShare: share }: Settings,
  parts: { version: string; areas: readonly string[]; log: Log },
): Promise<Tracer | undefined> {
  if (endpoint === undefined) return undefined
  const { tracerTo } = await import('./otlp.ts')
  return tracerTo({ endpoint, service, share, ...parts })
}
