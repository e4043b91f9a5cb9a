import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../log.ts'
import { withoutFinalSlashes } from '../text.ts'
import type { Kind, Span, SpanOptions, Tracer } from '../trace.ts'

/** The time limit of an export. It is short, so that an unavailable receiver costs only the spans. */
const TIMEOUT_MS = 3_000

/** Returns an exporter that sends spans to a receiver. It logs the first of several failures, and the recovery. */
function exporterTo(endpoint: string, log: Log): SpanExporter {
  const exporter = new OTLPTraceExporter({
    url: `${withoutFinalSlashes(endpoint)}/v1/traces`,
    timeoutMillis: TIMEOUT_MS,
  })
  let failing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        const failed = result.code !== ExportResultCode.SUCCESS
        if (failed && !failing) log.warn({ err: result.error }, 'Traces cannot be exported and are dropped')
        if (!failed && failing) log.info('Traces are exported again')
        failing = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}

/** The maximum number of queued spans, about 10 MB. Further spans are dropped. */
const MAX_QUEUED = 4_096
const BATCH = 512
const INTERVAL_MS = 1_000
const EXPORT_TIMEOUT_MS = 4_000

type Parts = {
  /** The address of an OpenTelemetry receiver, without `/v1/traces`. */
  endpoint: string
  service: string
  version: string
  areas: readonly string[]
  /**
   * The share of traces that is sampled if they begin here. For a trace that a caller began, the caller's decision
   * applies.
   */
  share: number
  log: Log
}

/**
 * Creates a tracer that exports to an OpenTelemetry receiver over HTTP in JSON. This file is slow to load, so import it
 * only if a receiver is configured.
 */
export function createTracer({ endpoint, service, version, areas, share, log }: Parts): Tracer {
  const own = resourceFromAttributes({
    'service.name': service,
    'service.version': version,
    'comptoir.areas': areas.join(','),
  })
  const provider = new TracerProvider({
    // OTEL_RESOURCE_ATTRIBUTES applies, as in every OpenTelemetry program.
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(own),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: exporterTo(endpoint, log),
        maxQueueSize: MAX_QUEUED,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: INTERVAL_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('comptoir', version)

  /** Starts a span; `before` is the context of its parent, or the root context. */
  function start(
    before: Context,
    name: string,
    { kind = 'internal', attributes = {}, links = [] }: SpanOptions,
  ): Span {
    const span = tracer.startSpan(
      name,
      {
        kind: SpanKind[kind.toUpperCase() as Uppercase<Kind>],
        attributes,
        links: links.flatMap(link => contextIn(link) ?? []).map(context => ({ context })),
      },
      before,
    )
    const { traceId, spanId, traceFlags } = span.spanContext()
    return {
      traceId,
      traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
      start: (part, options = {}) => start(trace.setSpan(ROOT_CONTEXT, span), part, options),
      set: more => void span.setAttributes(more),
      fail(fault) {
        span.setAttribute('error.type', errorType(fault))
        span.setStatus({ code: SpanStatusCode.ERROR })
      },
      end() {
        if (span.isRecording()) span.end()
      },
    }
  }

  return {
    start(name, { parent, ...options }) {
      const context = contextIn(parent)
      return start(context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT, name, options)
    },
    close: () => provider.shutdown(),
  }
}

function contextIn(traceparent: string | undefined) {
  const context = traceparent === undefined ? null : parseTraceParent(traceparent)
  return context ? { ...context, isRemote: true } : undefined
}

/** Returns the code or name of an error, but not its message, which may contain a caller's data. */
function errorType(fault: unknown): string {
  if (typeof fault === 'string') return fault
  const { code, name } = (fault ?? {}) as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'error')
}
