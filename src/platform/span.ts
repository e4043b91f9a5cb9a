/** What is told of a piece of work. Never a value of a statement, a query string or what names a person. */
export type Attributes = Record<string, string | number | boolean>

/** `server` is asked, `client` asks; `producer` sends a message, `consumer` takes one in; `internal` is a part of either. */
export type Kind = 'server' | 'client' | 'producer' | 'consumer' | 'internal'

export type SpanOptions = {
  kind?: Kind
  attributes?: Attributes
  /** The `traceparent` of other spans that have to do with it. */
  links?: readonly string[]
}

/** A piece of work in a trace. */
export type Span = {
  /** Its place as others are told it: the `traceparent` of W3C Trace Context. */
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

/** A place in a trace of which nothing is told here, for work that others go on with. */
export const distantSpan = (traceparent: string): Span => {
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
