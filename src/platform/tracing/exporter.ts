import { ExportResultCode } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Log } from '../log.ts'
import { withoutFinalSlashes } from '../text.ts'

/** So short that a receiver that is away costs nothing but the spans. */
const TIMEOUT_MS = 3_000

/** Sends spans to a receiver; says once that it cannot, and once that it can again. */
export function exporterTo(endpoint: string, log: Log): SpanExporter {
  const exporter = new OTLPTraceExporter({
    url: `${withoutFinalSlashes(endpoint)}/v1/traces`,
    timeoutMillis: TIMEOUT_MS,
  })
  let failing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        const failed = result.code !== ExportResultCode.SUCCESS
        if (failed && !failing) log.warn({ err: result.error }, 'Traces cannot be sent and are dropped')
        if (!failed && failing) log.info('Traces are sent again')
        failing = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
