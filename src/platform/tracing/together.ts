import { type Trace, withTraces } from '../trace.ts'

type Traces = readonly (Trace | undefined)[]

/**
 * Work that is done for many at once. It is a span in the trace of each, so that none has a gap: what it does stands in the
 * first, and the others have a link there.
 */
export async function together<T>(traces: Traces, work: () => Promise<T>): Promise<T> {
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
