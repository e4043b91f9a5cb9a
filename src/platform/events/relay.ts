import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { Connection, Publisher } from 'rabbitmq-client'
import type { Clock } from '../clock.ts'
import { createSignal } from '../concurrency/signal.ts'
import { withTimeout } from '../concurrency/timeout.ts'
import type { DatabasePool } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { Tracer } from '../trace.ts'
import { runSpan } from '../tracing/spans.ts'
import type { Message } from './event.ts'
import { describeOutage } from './outage.ts'
import type { Queues } from './queues.ts'
import { deleteEvents, listOldestEvents, tryLockRelay } from './store.ts'
import { startSendingSpan } from './traced-messages.ts'

const BATCH = 500
const POLL_MS = 1_000
/** A healthy broker confirms a full batch in a fraction of a second. */
const CONFIRM_MS = 10_000

type Parts = {
  db: DatabasePool
  clock: Clock
  log: Log
  stopping: AbortSignal
  connect: () => Connection
  /** The exchange of all events; the routing key is the queue's name. */
  exchange: string
  /** Declared on the broker before any event is sent. */
  queues: Queues
  /** The time in which the broker must confirm a batch. */
  confirmMs?: number
  tracer?: Tracer | undefined
}

/**
 * Sends the events of the outbox, oldest first, until `stopping`. It has its own connection, because a broker that is
 * low on memory or disk blocks connections that publish.
 */
export function startRelay(parts: Parts) {
  const { db, clock, log, stopping, connect, exchange, queues, confirmMs = CONFIRM_MS, tracer } = parts
  const newEvents = createSignal(POLL_MS, stopping)
  let current: { connection: Connection; publisher: Publisher; returned: Set<string> } | undefined

  /** `returned` collects the queues whose events the broker returns, which it does before it confirms them. */
  async function openPublisher() {
    const connection = connect()
    const publisher = connection.createPublisher({ confirm: true, maxAttempts: 1 })
    const returned = new Set<string>()
    publisher.on('basic.return', ({ routingKey }) => returned.add(routingKey))
    const opened = { connection, publisher, returned }
    current = opened
    await once(connection, 'connection')
    await queues.declare(connection)
    return opened
  }

  /**
   * Closes the connection without notifying the broker, which may not respond. The next connection declares the queues
   * again.
   */
  function dropPublisher() {
    current?.connection.unsafeDestroy()
    current = undefined
  }

  async function send(publisher: Publisher, message: Message) {
    const { id, queue, requestId, body } = message
    const span = startSendingSpan(tracer, message)
    const traceparent = span?.traceparent ?? message.traceparent
    const confirmed = publisher.send(
      {
        exchange,
        routingKey: queue,
        mandatory: true,
        durable: true,
        messageId: id,
        correlationId: requestId,
        contentType: 'application/json',
        timestamp: Math.floor(clock.now().getTime() / 1000),
        ...(traceparent && { headers: { traceparent } }),
      },
      body,
    )
    if (!span) return confirmed
    return runSpan(span, () => confirmed)
  }

  /**
   * Sends the oldest events, deletes them once the broker has confirmed all, and returns their number; 0 while another
   * process sends. The transaction stays open meanwhile, because its lock preserves the order. A hanging broker would
   * thus hold the lock and block vacuum, so the wait is limited. If sending fails, all are sent again under the same
   * ids. All events of a queue that returned one stay in the outbox, in their order.
   */
  const sendBatch = () =>
    db.transaction(async tx => {
      if (!(await tryLockRelay(tx))) return 0
      const oldest = await listOldestEvents(tx, BATCH, queues.listUnusable())
      if (oldest.length === 0) return 0
      const { publisher, returned } = current ?? (await withTimeout(confirmMs, openPublisher()))
      // Opening the publisher may have found unusable queues.
      const events = oldest.filter(({ queue }) => queues.isUsable(queue))
      returned.clear()
      await withTimeout(confirmMs, Promise.all(events.map(event => send(publisher, event))))
      // rabbitmq-client emits a return by `setImmediate`, and thus after the confirmation that it precedes.
      await setImmediate()
      for (const queue of returned) queues.reportReturned(queue)
      const sent = events.filter(({ queue }) => !returned.has(queue))
      await deleteEvents(
        tx,
        sent.map(event => event.row),
      )
      return sent.length
    })

  async function run() {
    while (!stopping.aborted) {
      try {
        if ((await sendBatch()) < BATCH) await newEvents.wait()
      } catch (error) {
        log.warn(describeOutage(error), 'Events could not be published and remain in the outbox')
        dropPublisher()
        await newEvents.wait()
      }
    }
    // The last batch has been confirmed, so the publisher has nothing left to send.
    await current?.publisher.close().catch(() => {})
    dropPublisher()
  }

  const ended = run()
  return { wake: newEvents.notify, ended, abandon: dropPublisher }
}
