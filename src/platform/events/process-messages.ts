import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { DatabasePool, Tx } from '../database/database.ts'
import { isDatabaseUnavailable } from '../database/faults.ts'
import type { Log } from '../log.ts'
import type { Counts } from '../metrics/metrics.ts'
import { errorCode, Problem } from '../problem.ts'
import { type Tracer, withTraces } from '../trace.ts'
import type { DeadLetters, RejectedMessage } from './dead-letters/dead-letters.ts'
import type { Consumer, Message, PreparedMessage } from './event.ts'
import { messagesConsumed, messagesDelayed, messagesRefused } from './metrics.ts'
import { createBodyReader } from './read-message.ts'
import { startTraces } from './traced-messages.ts'

type Delivery<M extends Message> = PreparedMessage<unknown, unknown> & { message: M; id: string }

/** Records the ids of messages in the transaction that applies them, and returns the messages not consumed before. */
export type Deduplicate<M extends Message> = (
  tx: Tx,
  deliveries: readonly Delivery<M>[],
) => Promise<readonly Delivery<M>[]>

/**
 * A failure of unknown cause may be due to the message or to the platform, so the message is tried this many times, for
 * about 25 seconds.
 */
const MAX_UNKNOWN_FAILURES = 8
const MAX_PAUSE_MS = 15_000

/** Whether a dependency is unavailable, which is no error of the message. */
export const isOutage = (error: unknown) =>
  isDatabaseUnavailable(error) || (error instanceof Problem && error.statusCode >= 500)

/**
 * Whether the message is invalid: it violates a rule of an area, or its values fit no column, constraint or index
 * (SQLSTATE classes 22, 23, 54). Outages must have been excluded.
 */
const isMessageError = (error: unknown) => error instanceof Problem || /^(22|23|54)/.test(errorCode(error))

/** The parts of the platform that an event transport needs. */
export type TransportParts = {
  db: DatabasePool
  clock: Clock
  log: Log
  consumers: Consumer[]
  deadLetters: DeadLetters
  counts?: Counts | undefined
  tracer?: Tracer | undefined
}

type Parts<M extends Message> = Pick<TransportParts, 'db' | 'log' | 'counts' | 'tracer'> & {
  deduplicate: Deduplicate<M>
  stopping: AbortSignal
  /** Stores rejected messages in the given transaction, before they are acknowledged. */
  refuse: (tx: Tx, refused: readonly RejectedMessage<M>[]) => Promise<unknown>
  /** The pause after the first failure; each further one is twice as long, up to 15 s. */
  firstPauseMs?: number
}

/**
 * Returns a function that consumes a batch of messages in one transaction; if one of them fails, it halves the batch
 * until that message is isolated. Each message is applied once, or rejected, logged and stored with the reason; the
 * rejected ones are returned. While a dependency is unavailable, it retries until `stopping`; then it throws, and the
 * messages that were not applied stay queued.
 */
export function createMessageProcessor<M extends Message>(
  consumer: Consumer,
  { db, log, deduplicate, stopping, refuse, counts, tracer, firstPauseMs = 200 }: Parts<M>,
) {
  const { queue } = consumer.kind
  for (const kind of [messagesConsumed, messagesRefused, messagesDelayed]) counts?.open(kind, [queue])
  const read = createBodyReader(consumer.kind)
  const pause = (attempt: number) =>
    sleep(Math.min(firstPauseMs * 2 ** attempt, MAX_PAUSE_MS), undefined, { signal: stopping })

  type Reject = (message: M, reason: string) => void

  /** Calls other areas for messages and rejects those that an area refuses. Returns the others with the results. */
  async function prepare(messages: readonly M[], reject: Reject) {
    const prepared = await consumer.prepare?.(messages.map(({ body }) => body))
    return messages.flatMap((message, i): Delivery<M>[] => {
      const found = prepared?.[i]
      if (!(found instanceof Problem))
        return [
          { message, id: consumer.key?.(message.body) ?? message.id, body: message.body, prepared: found },
        ]
      reject(message, found.message)
      return []
    })
  }

  async function consumeBatch(messages: readonly M[], reject: Reject): Promise<void> {
    let remaining = messages
    // Attempts during an outage do not count against the message.
    let unknown = 0
    for (let attempt = 0; ; attempt++) {
      try {
        const ready = await prepare(remaining, reject)
        remaining = ready.map(({ message }) => message)
        if (ready.length === 0) return
        return await db.transaction(async tx => {
          const fresh = await deduplicate(tx, ready)
          if (fresh.length > 0) await consumer.handle(tx, fresh)
        })
      } catch (error) {
        // At least one message remains, or the function would have returned.
        const first = remaining[0]!
        const outage = isOutage(error)
        // If the error is not an outage, one message may be the cause, so the batch is halved until that message is
        // isolated.
        if (!outage && remaining.length > 1) {
          const half = remaining.length >> 1
          await consumeBatch(remaining.slice(0, half), reject)
          return consumeBatch(remaining.slice(half), reject)
        }
        if (!outage && (isMessageError(error) || ++unknown >= MAX_UNKNOWN_FAILURES))
          return reject(first, (error as Error).message)
        counts?.add(messagesDelayed, { value: queue, by: remaining.length })
        log.warn(
          { err: error, queue, messageId: first.id, messages: remaining.length, attempt },
          'A message could not be consumed and will be retried',
        )
        await pause(attempt)
      }
    }
  }

  /** Stores rejected messages before they are acknowledged. Retries until that succeeds; throws after `stopping`. */
  async function storeDeadLetters(refused: readonly RejectedMessage<M>[]): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        await db.transaction(tx => refuse(tx, refused))
        return
      } catch (error) {
        log.warn(
          { err: error, queue, messages: refused.length },
          'Rejected messages could not be stored as dead letters and will be retried',
        )
        await pause(attempt)
      }
    }
  }

  return async (messages: readonly M[]): Promise<ReadonlySet<M>> => {
    const rejected = new Map<M, string>()
    const sent = new Map(messages.map(message => [message, message.body]))
    const traces = startTraces(tracer, messages)
    const reject: Reject = (message, reason) => {
      rejected.set(message, reason)
      counts?.add(messagesRefused, { value: queue })
      const trace = traces.of(message)
      trace.span?.fail('rejected')
      withTraces([trace], () => log.error({ queue, messageId: message.id, reason }, 'A message was rejected'))
    }
    const valid = messages.filter(message => {
      const { body, error } = read(message.body)
      message.body = body
      if (error !== undefined) reject(message, error)
      return error === undefined
    })
    try {
      // The log lines of a batch carry the request id of its first valid message.
      if (valid[0]) await withTraces([traces.of(valid[0])], () => consumeBatch(valid, reject))
      counts?.add(messagesConsumed, { value: queue, by: messages.length - rejected.size })
      // Dead letters contain the bodies as they were sent, not as `read` coerced them.
      const refused = [...rejected].map(([message, reason]) => ({
        message: { ...message, body: sent.get(message) },
        reason,
      }))
      if (refused.length > 0) await storeDeadLetters(refused)
    } finally {
      traces.end()
    }
    return new Set(rejected.keys())
  }
}
