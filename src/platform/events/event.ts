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
  /** The span that published it, if that is traced. */
  traceparent?: string | null | undefined
  body: unknown
  /** The sender set no id, so a redelivery of the message has another one. */
  isNameless?: boolean
  /** The raw bytes of a body that is not JSON; `body` is undefined then. */
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

/** Declares a queue of copies. `copies.want` sets the events that are copied to it. */
export const copiesOn = (queue: string): EventKind<typeof EventCopy> => ({
  queue,
  schema: EventCopy,
  copies: true,
})

/** A message that is ready to be applied: its body, and the data that was requested from other areas for it. */
export type PreparedMessage<Body, Prepared> = { body: Body; prepared: Prepared }

/** Consumes each message of a queue once, even if it is delivered again within 30 days. */
export type Consumer = {
  kind: EventKind
  /** The maximum number of messages in one transaction. */
  size: number
  /** The maximum number of concurrent transactions in one process. */
  atOnce?: number | undefined
  idempotent: boolean
  /** Not urgent: without a broker its queue is read only once a second, in larger batches. */
  unhurried: boolean
  key?: ((body: unknown) => string) | undefined
  prepare?: ((bodies: readonly unknown[]) => Promise<readonly unknown[]>) | undefined
  handle: (tx: Tx, messages: readonly PreparedMessage<unknown, unknown>[]) => Promise<unknown>
}

type Common<Body> = {
  /** Identifies a message without a message id. */
  key?: (body: Body) => string
  /** Not urgent: it may be a second late. */
  unhurried?: boolean
  /** Whether the consumer itself detects repeated messages, so that no other record of them is stored. */
  idempotent?: boolean
  /** The maximum number of concurrent transactions in one process: fewer if they are heavy or block each other. */
  atOnce?: number | undefined
}

type Parts<Body, Prepared> = Common<Body> & {
  /** Calls other areas, before the transaction. */
  prepare?: ((body: Body) => Promise<Prepared>) | undefined
  /** Applies the message, in the transaction that also marks it as consumed. */
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
   * Calls other areas for all bodies, and returns the results or their promises in order. A promise that rejects with a 4xx
   * Problem rejects its message alone; a 5xx delays the whole batch.
   */
  prepare?: ((bodies: readonly Body[]) => Promise<readonly (Prepared | Promise<Prepared>)[]>) | undefined
  /** Applies all messages, in order. If it fails, it is rolled back and called again, if necessary with fewer messages. */
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
