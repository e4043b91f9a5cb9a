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

type ChildSpan = SpanOptions & { name: string }

/** Runs work in a child span of the current span. For work that is not traced, this costs only one lookup. */
export function inSpan<T>(part: () => ChildSpan, work: (span?: Span) => Promise<T>): Promise<T> {
  const parent = currentSpan()
  if (!parent) return work()
  const { name, ...options } = part()
  return runSpan(parent.start(name, options), work)
}

/** Runs work in a started span, marks the span as failed if the work throws, and ends it. */
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
 * Runs the work of a batch. If it has several items, each traced one gets a span in its own trace, so that no trace has
 * a gap: child spans belong to the first of these spans, and the others link to it.
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

/** Returns a tracer if a receiver is configured. The exporter is loaded only then, because loading it takes a while. */
export async function openTracer(
  { traceEndpoint: endpoint, traceService: service, traceShare: share }: Settings,
  parts: { version: string; areas: readonly string[]; log: Log },
): Promise<Tracer | undefined> {
  if (endpoint === undefined) return undefined
  const { createTracer } = await import('./otlp.ts')
  return createTracer({ endpoint, service, share, ...parts })
}
