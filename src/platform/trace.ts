import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** Attributes of a span. They must not contain values of parameters, query strings or personal data. */
type Attributes = Record<string, string | number | boolean>

/**
 * `server` receives a call and `client` sends one; `producer` sends a message and `consumer` processes it; `internal` is a
 * part of another span.
 */
export type Kind = 'server' | 'client' | 'producer' | 'consumer' | 'internal'

export type SpanOptions = {
  kind?: Kind
  attributes?: Attributes
  /** The `traceparent` of related spans. */
  links?: readonly string[]
}

/** A piece of work in a trace. */
export type Span = {
  /** The `traceparent` of W3C Trace Context, as sent to others. */
  readonly traceparent: string
  readonly traceId: string
  /** Starts a child span. */
  start(name: string, options?: SpanOptions): Span
  set(attributes: Attributes): void
  /** Marks the span as failed, with an error or the name of its type. */
  fail(fault: unknown): void
  /** Ends the span; further calls have no effect. */
  end(): void
}

export type Tracer = {
  /** Starts a span. `parent` is the `traceparent` of the caller; if it is absent or invalid, a new trace begins. */
  start(name: string, options: SpanOptions & { parent?: string | undefined }): Span
  /** Sends the ended spans. This takes seconds if the receiver is unavailable, so callers must limit their wait. */
  close(): Promise<void>
}

/** Returns a span of another thread: it records nothing here, but calls within it carry its `traceparent`. */
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
  /** Null for a key from the settings and for an unknown member of staff. */
  id: number | null
  name: string
}

/** A changed field of a record. The values are absent if they must not be stored. */
export type FieldChange = { champ: string; avant?: unknown; apres?: unknown }

/** A call of a key or a member of staff that may change something. */
export type Change = {
  author: Author
  area: string
  /** The operationId in the API documents. */
  operation: string
  /** The identifier of the record in the address; an operation that creates a record sets it later. */
  record: string | null
  /** The name and the changed fields of the record, if the operation describes them. */
  label?: string | null
  fields?: readonly FieldChange[]
  /** The number of the audit entry that records success, once its transaction has committed. */
  line?: number
  /** Set when the call is refused: work that is still running must not record success. */
  refused?: true
}

/**
 * The current request, message or job: its id, which is forwarded to areas and the broker, its changes to audit and, if
 * traced, its span.
 */
export type Trace = { id: string; changes: readonly Change[]; span?: Span | undefined }

const storage = new AsyncLocalStorage<Trace>()

export const currentRequestId = () => storage.getStore()?.id

export const currentSpan = () => storage.getStore()?.span

/** Returns the changes to audit when the current work writes something. */
export const currentChanges = () => storage.getStore()?.changes ?? []

/** Runs `work` as a new request, message or job, with its span if it is traced. */
export const withRequest = <T>(id: string, work: () => T, span?: Span): T =>
  storage.run({ id, changes: [], span }, work)

/** Runs `work` with a change that is audited when the work writes something. */
export const withChange = <T>(id: string, change: Change, work: () => T): T =>
  storage.run({ ...storage.getStore(), id, changes: [change] }, work)

/** Runs `work` in this span, in the current trace or a new one. */
export const withSpan = <T>(span: Span, work: () => T): T =>
  storage.run({ ...(storage.getStore() ?? { id: newRequestId(), changes: [] }), span }, work)

/** Runs `work` that the platform does for a caller, such as storing a response, without audit entries. */
export const withoutChanges = <T>(work: () => T): T =>
  storage.run({ ...(storage.getStore() ?? { id: newRequestId() }), changes: [] }, work)

export const newRequestId = () => randomUUID()

const VALID_ID = /^[\w.:-]{1,64}$/

/** Returns the first of these external values that is safe in a header and a log line, or else a new id. */
export const requestIdFrom = (...given: unknown[]): string =>
  given.find((id): id is string => typeof id === 'string' && VALID_ID.test(id)) ?? newRequestId()

/** Returns the current trace, so that work done later in a batch can be attributed to it. */
export const currentTrace = () => storage.getStore()

/**
 * Runs `work` for all of these traces: it has the id and span of the first and the changes of each. Without any, it runs
 * in the current trace.
 */
export function withTraces<T>(traces: readonly (Trace | undefined)[], work: () => T): T {
  const first = traces.find(trace => trace !== undefined)
  if (!first) return work()
  return storage.run({ ...first, changes: traces.flatMap(trace => trace?.changes ?? []) }, work)
}

/** Returns the headers that carry the request id and trace to another server; none outside a trace. */
export function outgoingHeaders(): Record<string, string> {
  const trace = storage.getStore()
  if (!trace) return {}
  const { id, span } = trace
  return span ? { 'x-request-id': id, traceparent: span.traceparent } : { 'x-request-id': id }
}

/** A trace in a form that can be sent to another thread. */
export type CapturedTrace = Pick<Trace, 'id' | 'changes'> & { traceparent?: string | undefined }

export function captureTrace(): CapturedTrace | undefined {
  const trace = storage.getStore()
  return trace && { id: trace.id, changes: trace.changes, traceparent: trace.span?.traceparent }
}

/** Runs `work` in a trace that another thread sent, or else in the current trace. */
export const withCapturedTrace = <T>(captured: CapturedTrace | undefined, work: () => T): T => {
  if (!captured) return work()
  const { traceparent, ...trace } = captured
  return storage.run({ ...trace, ...(traceparent && { span: distantSpan(traceparent) }) }, work)
}
