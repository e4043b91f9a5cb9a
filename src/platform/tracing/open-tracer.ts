import type { Log } from '../log.ts'
import type { PlatformSettings } from '../own-settings.ts'
import type { Tracer } from '../span.ts'

type Settings = Pick<PlatformSettings, 'traceEndpoint' | 'traceService' | 'traceShare'>

/** What tells of traces, where a receiver is configured: there alone it is loaded, which takes a while. */
export async function openTracer(
  { traceEndpoint: endpoint, traceService: service, traceShare: share }: Settings,
  parts: { version: string; areas: readonly string[]; log: Log },
): Promise<Tracer | undefined> {
  if (endpoint === undefined) return undefined
  const { tracerTo } = await import('./otlp.ts')
  return tracerTo({ endpoint, service, share, ...parts })
}
