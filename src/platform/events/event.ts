import type { Static, TSchema } from 'typebox'
import type { Tx } from '../database/database.ts'

/** A kind of message: the queue that carries it and the shape of its body. */
export type EventKind<Schema extends TSchema = TSchema> = {
  readonly queue: string
  readonly schema: Schema
  /** A direct exchange of its own, for a queue that outside applications publish to. */
  readonly exchange?: string
}

export const eventKind = <Schema extends TSchema>(
  queue: string,
  schema: Schema,
  exchange?: string,
): EventKind<Schema> => ({
  queue,
  schema,
  exchange,
})

export type Message = { id: string; queue: string; requestId: string; body: unknown }

/** What takes a queue's messages in, each once, however often it is delivered. */
export type Consumer = {
  kind: EventKind
  atOnce?: number
  key?: (body: unknown) => string
  prepare: (body: unknown) => Promise<unknown>
  handle: (tx: Tx, body: unknown, prepared: unknown) => Promise<unknown>
}

type Parts<Body, Prepared> = {
  /** How many messages one process takes in at the same time: fewer where each is heavy, or they wait for one another. */
  atOnce?: number
  /** What makes two messages the same one, where the sender gives no message id. */
  key?: (body: Body) => string
  /** What must be asked of other areas, before the transaction. */
  prepare?: (body: Body) => Promise<Prepared>
  /** The effect, in the transaction that also marks the message as taken in. */
  handle: (tx: Tx, body: Body, prepared: Prepared) => Promise<unknown>
}

export const consumer = <Schema extends TSchema, Prepared = undefined>(
  kind: EventKind<Schema>,
  { atOnce, key, prepare, handle }: Parts<Static<Schema>, Prepared>,
): Consumer => ({
  kind,
  atOnce,
  key: key && (body => key(body as Static<Schema>)),
  prepare: async body => prepare?.(body as Static<Schema>),
  handle: (tx, body, prepared) => handle(tx, body as Static<Schema>, prepared as Prepared),
})
