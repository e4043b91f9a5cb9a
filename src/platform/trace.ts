import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** Attributes of a span. Never the value of a parameter, a query string or personal data. */
type Attributes = Record<string, string | number | boolean>

/** `server` receives a call and `client` sends one; `producer` sends a message and `consumer` consumes it; `internal` is a part of another span. */
export type Kind = 'server' | 'client' | 'producer' | 'consumer' | 'internal'

export type SpanOptions = {
  kind?: Kind
  attributes?: Attributes
  /** The `traceparent` of other spans that have to do with it. */
  links?: readonly string[]
}

/** A piece of work in a trace. */
export type Span = {
  /** The `traceparent` of W3C Trace Context, as sent to others. */
  readonly traceparent: string
  readonly traceId: string
  /** Begins a part of it. */
  start(name: string, options?: SpanOptions): Span
  set(attributes: Attributes): void
  /** It went wrong: an error, or a word for what happened. */
  fail(fault: unknown): void
  /** Ends it; it ends once. */
  end(): void
}

export type Tracer = {
  /** `parent`: the `traceparent` that came along, if one did. Without one, or with one that is none, a trace begins. */
  start(name: string, options: SpanOptions & { parent?: string | undefined }): Span
  /** Sends what has ended. Without a receiver it takes seconds; whoever stops waits no longer than he likes. */
  close(): Promise<void>
}

/** A span of another thread or process: nothing is recorded here, and its id is passed on. */
const distantSpan = (traceparent: string): Span => {
  const span: Span = {
    traceparent,
    traceId: traceparent.split('-')[1] ?? '',
    start: () => span,
    set: () => {},
    fail: () => {},
    end: () => {},
  }
  return span
}

/** A key or a member of staff. */
export type Author = {
  kind: 'cle' | 'personnel'
  /** Null for a key of the settings, and for a member who is not known. */
  id: number | null
  name: string
}

/** A call of a key or a member of staff that may change something. */
export type Change = {
  author: Author
  area: string
  /** The operation by its name in the documents. */
  operation: string
  /** The record by what names it in the address; an operation that creates one sets it later. */
  record: string | null
  /** The line of the trail that says it was done, once its transaction has committed. */
  line?: number
  /** Set as the call is refused: what is still running then writes no line that says it was done. */
  refused?: true
}

/**
 * The request, message or job at work: its id, carried across areas and the broker, what of it is to be audited, and, where
 * traces are told, the span that it is.
 */
export type Trace = { id: string; changes: readonly Change[]; span?: Span | undefined }

const storage = new AsyncLocalStorage<Trace>()

export const currentRequestId = () => storage.getStore()?.id

export const currentSpan = () => storage.getStore()?.span

/** The changes to audit when the current work writes something. */
export const currentChanges = () => storage.getStore()?.changes ?? []

export const withRequestId = <T>(id: string, work: () => T): T => storage.run({ id, changes: [] }, work)

/** A request that begins, with its span where it is traced. */
export const withRequest = <T>(id: string, span: Span | undefined, work: () => T): T =>
  storage.run({ id, changes: [], span }, work)

/** Work for a caller whose changes are audited. */
export const withChange = <T>(id: string, change: Change, work: () => T): T =>
  storage.run({ ...storage.getStore(), id, changes: [change] }, work)

/** The work at hand, or new work, as this span. */
export const withSpan = <T>(span: Span, work: () => T): T =>
  storage.run({ ...(storage.getStore() ?? { id: newRequestId(), changes: [] }), span }, work)

/** Work of the platform's own for a caller, such as storing an answer: it changes nothing that the trail has a line of. */
export const withoutChanges = <T>(work: () => T): T =>
  storage.run({ ...(storage.getStore() ?? { id: newRequestId() }), changes: [] }, work)

export const newRequestId = () => randomUUID()

const SANE = /^[\w.:-]{1,64}$/

/** The first of these that may stand in a header and a line of a log, else a new id: they come from outside. */
export const requestIdFrom = (...given: unknown[]): string =>
  given.find((id): id is string => typeof id === 'string' && SANE.test(id)) ?? newRequestId()

/** Remembers the work at hand, so that work done later for many can be done in the name of all of them. */
export const currentTrace = () => storage.getStore()

/** Work for all of these together: it has the id and the span of the first, and changes something for each. */
export function withTraces<T>(traces: readonly (Trace | undefined)[], work: () => T): T {
  const [first] = traces
  if (!first) return work()
  return storage.run({ ...first, changes: traces.flatMap(trace => trace?.changes ?? []) }, work)
}

/** Headers that carry the request id and trace to another server. */
export function outgoingHeaders(): Record<string, string> {
  const trace = storage.getStore()
  if (!trace) return {}
  const { id, span } = trace
  return span ? { 'x-request-id': id, traceparent: span.traceparent } : { 'x-request-id': id }
}

/** The work at hand in a form that crosses to another thread. */
export type CarriedTrace = Pick<Trace, 'id' | 'changes'> & { traceparent?: string | undefined }

export function carryTrace(): CarriedTrace | undefined {
  const trace = storage.getStore()
  return trace && { id: trace.id, changes: trace.changes, traceparent: trace.span?.traceparent }
}

/** Goes on with it there. */
export const withCarried = <T>(carried: CarriedTrace | undefined, work: () => T): T => {
  if (!carried) return work()
  const { traceparent, ...trace } = carried
  return storage.run({ ...trace, ...(traceparent && { span: distantSpan(traceparent) }) }, work)
}
