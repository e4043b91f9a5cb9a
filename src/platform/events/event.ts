import Type, { type Static, type TSchema } from 'typebox'
import type { Tx } from '../database/database.ts'
import { Problem } from '../problem.ts'

/** A kind of message: its queue and the schema of its body. */
export type EventKind<Schema extends TSchema = TSchema> = {
  readonly queue: string
  readonly schema: Schema
  /** A separate direct exchange, for a queue that external applications publish to. */
  readonly exchange?: string | undefined
  /** Its messages are copies of other kinds (`copies.ts`). */
  readonly copies?: true
}

export const eventKind = <Schema extends TSchema>(
  queue: string,
  schema: Schema,
  exchange?: string | undefined,
): EventKind<Schema> => ({
  queue,
  schema,
  exchange,
})

export type Message = {
  id: string
  queue: string
  requestId: string
  /** The `traceparent` of the work that published it, if that work was traced. */
  traceparent?: string | null | undefined
  body: unknown
  /** True if the sender set no id. The message then gets a new one at each delivery. */
  isNameless?: boolean
  /** The raw bytes of a body that is not JSON, in which case `body` is undefined. */
  bytes?: Buffer
}

/** A copy of an event of any kind, as subscribers receive it. */
export const EventCopy = Type.Object({
  id: Type.String({ minLength: 1, description: 'Id of the message, identical for repeated deliveries' }),
  type: Type.String({ description: 'The queue of the event' }),
  le: Type.String({ format: 'date-time' }),
  donnees: Type.Unknown(),
})
export type EventCopy = Static<typeof EventCopy>

/** Declares a queue of copies. `copies.setQueues` determines which events are copied to it. */
export const defineCopyQueue = (queue: string): EventKind<typeof EventCopy> => ({
  queue,
  schema: EventCopy,
  copies: true,
})

/** A message that is ready to be applied: its body, and the data that was requested from other areas for it. */
export type PreparedMessage<Body, Prepared> = { body: Body; prepared: Prepared }

/** Consumes each message of a queue once, even if the message is delivered again under the same id within 30 days. */
export type Consumer = {
  kind: EventKind
  /** The maximum number of messages in one transaction. */
  size: number
  /** The maximum number of concurrent transactions in one process. */
  atOnce?: number | undefined
  idempotent: boolean
  /** Not urgent: without a broker, the queue is checked only once a second. */
  unhurried: boolean
  key?: ((body: unknown) => string) | undefined
  prepare?: ((bodies: readonly unknown[]) => Promise<readonly unknown[]>) | undefined
  handle: (tx: Tx, messages: readonly PreparedMessage<unknown, unknown>[]) => Promise<unknown>
}

type Common<Body> = {
  /**
   * Identifies a message by its body instead of its message id: of several messages with the same key, one is applied.
   */
  key?: (body: Body) => string
  /** Not urgent: it may be a second late. */
  unhurried?: boolean
  /** Whether the consumer itself detects repeated messages, so that their ids are not recorded. */
  idempotent?: boolean
  /** The maximum number of concurrent transactions in one process: fewer if they are heavy or block each other. */
  atOnce?: number | undefined
}

type Parts<Body, Prepared> = Common<Body> & {
  /** Calls other areas before the transaction begins. */
  prepare?: ((body: Body) => Promise<Prepared>) | undefined
  /** Applies the message in the transaction that also marks it as consumed. */
  handle: (tx: Tx, body: Body, prepared: Prepared) => Promise<unknown>
}

/** Declares a consumer that handles each message in a separate transaction, by default several of them concurrently. */
export const consumer = <Schema extends TSchema, Prepared = undefined>(
  kind: EventKind<Schema>,
  { prepare, handle, ...parts }: Parts<Static<Schema>, Prepared>,
): Consumer =>
  batchConsumer<Schema, Prepared>(kind, {
    ...parts,
    size: 1,
    prepare: prepare && (async ([body]) => [await prepare(body as Static<Schema>)]),
    // A batch of one has one message.
    handle: (tx, [message]) => handle(tx, message!.body, message!.prepared),
  })

type BatchParts<Body, Prepared> = Common<Body> & {
  size: number
  /**
   * Calls other areas for all bodies, and returns the results or their promises in order. A promise that rejects with a
   * 4xx Problem rejects only its message; a 5xx delays the whole batch.
   */
  prepare?: ((bodies: readonly Body[]) => Promise<readonly (Prepared | Promise<Prepared>)[]>) | undefined
  /**
   * Applies all messages, in order. If it fails, its transaction is rolled back, and it may be called again: with the
   * same messages or, to isolate an invalid one, with fewer.
   */
  handle: (tx: Tx, messages: readonly PreparedMessage<Body, Prepared>[]) => Promise<unknown>
}

async function orProblem<Prepared>(result: Prepared | Promise<Prepared>): Promise<Prepared | Problem> {
  try {
    return await result
  } catch (error) {
    if (error instanceof Problem && error.statusCode < 500) return error
    throw error
  }
}

/** Declares a consumer that handles many messages in one transaction, by default one batch after another. */
export const batchConsumer = <Schema extends TSchema, Prepared>(
  kind: EventKind<Schema>,
  parts: BatchParts<Static<Schema>, Prepared>,
): Consumer => {
  const { key, prepare, handle, idempotent = false, unhurried = false, ...others } = parts
  return {
    ...others,
    ...{ kind, idempotent, unhurried },
    key: key && (body => key(body as Static<Schema>)),
    prepare:
      prepare && (async bodies => Promise.all((await prepare(bodies as Static<Schema>[])).map(orProblem))),
    handle: (tx, messages) => handle(tx, messages as PreparedMessage<Static<Schema>, Prepared>[]),
  }
}
