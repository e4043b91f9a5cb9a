import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { DatabasePool, Tx } from '../database/database.ts'
import { isDatabaseAway } from '../database/faults.ts'
import type { Log } from '../log.ts'
import type { Counts } from '../metrics/metrics.ts'
import { errorCode, Problem } from '../problem.ts'
import { type Tracer, withTraces } from '../trace.ts'
import type { DeadLetters, Rejected } from './dead-letters/dead-letters.ts'
import type { Consumer, Message, Ready } from './event.ts'
import { messagesConsumed, messagesDelayed, messagesRefused } from './metrics.ts'
import { bodyReader } from './read-message.ts'
import { tracesOf } from './traced-messages.ts'

type Delivery<M extends Message> = Ready<unknown, unknown> & { message: M; id: string }

/** Notes the ids of messages in the transaction of their effect; gives those that no other delivery came before. */
export type Deduplicate<M extends Message> = (
  tx: Tx,
  deliveries: readonly Delivery<M>[],
) => Promise<readonly Delivery<M>[]>

/** A failure of unknown cause may be the message's or ours: it is given this many tries, about 25 seconds. */
const TRIES_OF_UNKNOWN = 8
const LONGEST_PAUSE_MS = 15_000

/** A dependency of a message is unavailable: that is no fault of the message. */
export const isOutage = (error: unknown) =>
  isDatabaseAway(error) || (error instanceof Problem && error.statusCode >= 500)

/** Whether the failure is the message's own: it breaks a rule, or its values fit no column or index (SQLSTATE classes 22, 23, 54). */
const isMessagesFault = (error: unknown) => error instanceof Problem || /^(22|23|54)/.test(errorCode(error))

/** The parts of the platform that a transport of events works with. */
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
  refuse: (tx: Tx, refused: readonly Rejected<M>[]) => Promise<unknown>
  /** The pause after the first failure; each further one is twice as long, up to 15 s. */
  firstPauseMs?: number
}

/**
 * Turns a consumer into a function that takes messages in, all in one transaction: the effect of each once, or a logged
 * rejection, kept with its reason. Gives those that were rejected. While something they need is away it waits, holding the
 * messages, and goes on until `stopping`; then it throws and they stay queued.
 */
export function messageProcessor<M extends Message>(
  consumer: Consumer,
  { db, log, deduplicate, stopping, refuse, counts, tracer, firstPauseMs = 200 }: Parts<M>,
) {
  const { queue } = consumer.kind
  for (const kind of [messagesConsumed, messagesRefused, messagesDelayed]) counts?.open(kind, [queue])
  const read = bodyReader(consumer.kind)
  const pause = (attempt: number) =>
    sleep(Math.min(firstPauseMs * 2 ** attempt, LONGEST_PAUSE_MS), undefined, { signal: stopping })

  type Reject = (message: M, reason: string) => void

  /** Those whose preparation found nothing wrong with them. */
  async function prepare(messages: readonly M[], reject: Reject) {
    const prepared = await consumer.prepare(messages.map(({ body }) => body))
    return messages.flatMap((message, i): Delivery<M>[] => {
      const found = prepared[i]
      if (!(found instanceof Problem))
        return [
          { message, id: consumer.key?.(message.body) ?? message.id, body: message.body, prepared: found },
        ]
      reject(message, found.message)
      return []
    })
  }

  async function take(messages: readonly M[], reject: Reject): Promise<void> {
    let left = messages
    // Tries during an outage say nothing of the message.
    let unknown = 0
    for (let attempt = 0; ; attempt++) {
      try {
        const ready = await prepare(left, reject)
        left = ready.map(({ message }) => message)
        if (ready.length === 0) return
        return await db.transaction(async tx => {
          const fresh = await deduplicate(tx, ready)
          if (fresh.length > 0) await consumer.handle(tx, fresh)
        })
      } catch (error) {
        // At least one message is left, or the function would have returned.
        const first = left[0]!
        const outage = isOutage(error)
        // It may be one message's fault: in halves, until that one stands alone.
        if (!outage && left.length > 1) {
          const half = left.length >> 1
          await take(left.slice(0, half), reject)
          return take(left.slice(half), reject)
        }
        if (!outage && (isMessagesFault(error) || ++unknown >= TRIES_OF_UNKNOWN))
          return reject(first, (error as Error).message)
        counts?.add(messagesDelayed, { value: queue, by: left.length })
        log.warn(
          { err: error, queue, messageId: first.id, messages: left.length, attempt },
          'A message waits until it can be taken in',
        )
        await pause(attempt)
      }
    }
  }

  /** No rejected message is acknowledged before it is stored. */
  async function storeDeadLetters(refused: readonly Rejected<M>[]): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        await db.transaction(tx => refuse(tx, refused))
        return
      } catch (error) {
        log.warn({ err: error, queue, messages: refused.length }, 'Refused messages wait until they are kept')
        await pause(attempt)
      }
    }
  }

  return async (messages: readonly M[]): Promise<ReadonlySet<M>> => {
    const rejected = new Map<M, string>()
    const sent = new Map(messages.map(message => [message, message.body]))
    const traces = tracesOf(tracer, messages)
    const reject: Reject = (message, reason) => {
      rejected.set(message, reason)
      counts?.add(messagesRefused, { value: queue })
      const trace = traces.of(message)
      trace.span?.fail('rejected')
      withTraces([trace], () => log.error({ queue, messageId: message.id, reason }, 'A message was rejected'))
    }
    const valid = messages.filter(message => {
      const { body, fault } = read(message.body)
      message.body = body
      if (fault !== undefined) reject(message, fault)
      return fault === undefined
    })
    try {
      // Log lines of a batch carry the request id of its first message.
      if (valid[0]) await withTraces([traces.of(valid[0])], () => take(valid, reject))
      counts?.add(messagesConsumed, { value: queue, by: messages.length - rejected.size })
      // As they were sent, not as the consumer parsed them.
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
