import Type, { type Static, type TSchema } from 'typebox'
import type { Tx } from '../database/database.ts'
import type { Problem } from '../problem.ts'

/** A kind of message: the queue that carries it and the shape of its body. */
export type EventKind<Schema extends TSchema = TSchema> = {
  readonly queue: string
  readonly schema: Schema
  /** A direct exchange of its own, for a queue that outside applications publish to. */
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
  /** The place in a trace where it was announced, if that is traced. */
  traceparent?: string | null | undefined
  body: unknown
  /** The id is ours, because the sender gave none: delivered again, the message has another one. */
  isNameless?: boolean
  /** The raw bytes of a body that is not JSON; the body is undefined then. */
  bytes?: Buffer
}

/** An event of any kind, as whoever wants a copy gets it. */
export const EventCopy = Type.Object({
  id: Type.String({ minLength: 1, description: 'Of the message, the same however often it comes' }),
  type: Type.String({ description: 'The queue of the event' }),
  le: Type.String({ format: 'date-time' }),
  donnees: Type.Unknown(),
})
export type EventCopy = Static<typeof EventCopy>

/** A queue of copies. Which events come on it is said by `copies.want`. */
export const copiesOn = (queue: string): EventKind<typeof EventCopy> => ({
  queue,
  schema: EventCopy,
  copies: true,
})

/** A message that is ready to have its effect: its body, and what was asked of other areas for it. */
export type Ready<Body, Prepared> = { body: Body; prepared: Prepared }

/** Consumes the messages of a queue, each once, however often it is delivered. */
export type Consumer = {
  kind: EventKind
  /** Messages that one transaction takes in at most. */
  size: number
  /** Transactions at the same time, in one process. */
  atOnce?: number | undefined
  idempotent: boolean
  /** Nobody waits for it: in the process it is looked for once a second, so that many are taken in together. */
  unhurried: boolean
  key?: ((body: unknown) => string) | undefined
  prepare: (bodies: readonly unknown[]) => Promise<readonly unknown[]>
  handle: (tx: Tx, messages: readonly Ready<unknown, unknown>[]) => Promise<unknown>
}

type Common<Body> = {
  /** Identifies a message whose sender gives no message id. */
  key?: (body: Body) => string
  /** Nobody waits for it, and it may be a second late. */
  unhurried?: boolean
  /** The effect itself detects repeated messages, so no other record of them is stored. */
  idempotent?: boolean
  /** Transactions at the same time in one process: fewer where each is heavy, or they wait for one another. */
  atOnce?: number | undefined
}

type Parts<Body, Prepared> = Common<Body> & {
  /** Calls other areas, before the transaction. */
  prepare?: ((body: Body) => Promise<Prepared>) | undefined
  /** The effect, in the transaction that also marks the message as taken in. */
  handle: (tx: Tx, body: Body, prepared: Prepared) => Promise<unknown>
}

/** Takes messages in one by one, several at the same time. */
export const consumer = <Schema extends TSchema, Prepared = undefined>(
  kind: EventKind<Schema>,
  { prepare, handle, ...parts }: Parts<Static<Schema>, Prepared>,
): Consumer =>
  batchConsumer<Schema, Prepared>(kind, {
    ...parts,
    size: 1,
    prepare: async ([body]) => [(await prepare?.(body as Static<Schema>)) as Prepared],
    // A batch of one has one message.
    handle: (tx, [message]) => handle(tx, message!.body, message!.prepared),
  })

type BatchParts<Body, Prepared> = Common<Body> & {
  size: number
  /**
   * Calls other areas, for all bodies at once, in their order. A Problem in the place of one rejects that
   * message alone; to throw a 5xx makes all of them wait.
   */
  prepare: (bodies: readonly Body[]) => Promise<readonly (Prepared | Problem)[]>
  /** The effect of all messages, in their order. When it fails for one of them, it is called again with fewer. */
  handle: (tx: Tx, messages: readonly Ready<Body, Prepared>[]) => Promise<unknown>
}

/** Consumes many messages with one transaction, one such batch after another. */
export const batchConsumer = <Schema extends TSchema, Prepared>(
  kind: EventKind<Schema>,
  parts: BatchParts<Static<Schema>, Prepared>,
): Consumer => {
  const { key, prepare, handle, idempotent = false, unhurried = false, ...others } = parts
  return {
    ...others,
    ...{ kind, idempotent, unhurried },
    key: key && (body => key(body as Static<Schema>)),
    prepare: bodies => prepare(bodies as Static<Schema>[]),
    handle: (tx, messages) => handle(tx, messages as Ready<Static<Schema>, Prepared>[]),
  }
}
