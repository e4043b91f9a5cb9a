import { type AsyncMessage, Connection, ConsumerStatus } from 'rabbitmq-client'
import type { Clock } from '../clock.ts'
import { createBatcher } from '../database/batcher.ts'
import { newRequestId, requestIdFrom } from '../trace.ts'
import { startBindings } from './copies.ts'
import type { EventKind, Message } from './event.ts'
import { describeOutage, UNAVAILABLE } from './outage.ts'
import { createMessageProcessor, type Deduplicate, type TransportParts } from './process-messages.ts'
import { createQueues, topologyOf } from './queues.ts'
import { startRelay } from './relay.ts'
import { recordMessages } from './store.ts'

/** The exchange of all events; the routing key is the queue's name. */
export const EXCHANGE = 'comptoir.evenements'

const CONCURRENCY = 32

type Parts = TransportParts & {
  url: string
  /** Every queue that the areas of this process publish to or consume. */
  kinds: EventKind[]
}

/** Delivers events over RabbitMQ: sends the events of the outbox and consumes the queues. */
export function startRabbit({ url, db, clock, log, consumers, deadLetters, kinds, counts, tracer }: Parts) {
  const stopping = new AbortController()
  const { signal } = stopping
  // An error without a listener would end the process.
  const connect = () =>
    new Connection({
      url,
      connectionName: 'comptoir',
      retryLow: 200,
      retryHigh: 5_000,
      acquireTimeout: 5_000,
    }).on('error', () => {})
  const connection = connect().on('error', error => log.warn(describeOutage(error), UNAVAILABLE))
  const subscriptions = consumers.map(consumer => {
    const { queue } = consumer.kind
    const { size, atOnce = size > 1 ? 1 : CONCURRENCY } = consumer
    const deduplicate: Deduplicate<Message> = async (tx, deliveries) =>
      consumer.idempotent ? deliveries : recordMessages(tx, queue, deliveries, clock.now())
    const processBatch = createMessageProcessor(consumer, {
      ...{ db, log, deduplicate, stopping: signal, counts, tracer },
      refuse: (tx, refused) => deadLetters.add(tx, queue, refused),
    })
    const isRejected = createBatcher(
      async (messages: Message[]) => {
        const rejected = await processBatch(messages)
        return messages.map(message => rejected.has(message))
      },
      { size, atOnce, retryAlone: false },
    )
    const subscription = connection.createConsumer(
      {
        queue,
        queueOptions: { durable: true },
        ...topologyOf(EXCHANGE, consumer.kind),
        // One batch is collected while another is being processed.
        qos: { prefetchCount: size > 1 ? size * (atOnce + 1) : atOnce },
        requeue: true,
      },
      async delivery =>
        (await isRejected(messageFrom(consumer.kind, delivery, clock)))
          ? ConsumerStatus.DROP
          : ConsumerStatus.ACK,
    )
    subscription.on('error', error => {
      // An outage has its own line, and there are twenty consumers.
      if (!signal.aborted && connection.ready)
        log.warn({ err: error, queue }, 'A consumer lost its queue and reconnects')
    })
    return subscription
  })
  const copies = startBindings({
    ...{ db, log, connection, exchange: EXCHANGE, stopping: signal },
    queues: consumers.flatMap(({ kind }) => (kind.copies ? [kind.queue] : [])),
  })
  const queues = createQueues({ log, exchange: EXCHANGE, kinds })
  void queues.watch(connection, connect, signal)
  const relay = startRelay({
    db,
    clock,
    log,
    stopping: signal,
    connect,
    exchange: EXCHANGE,
    queues,
    tracer,
  })

  return {
    wake: relay.wake,
    applyCopies: copies.apply,
    isUp: () => connection.ready,
    measureQueues: queues.measure,
    async stop() {
      stopping.abort()
      // While the broker is unavailable, subscriptions end with the connection, and their rejections are ignored.
      const closed = Promise.allSettled(subscriptions.map(subscription => subscription.close()))
      if (connection.ready) await closed
      await relay.ended
      await connection.close()
      await copies.ended
    },
    /** Closes the connections without notifying the broker, which then redelivers unacknowledged messages. */
    abandon() {
      relay.abandon()
      connection.unsafeDestroy()
    },
  }
}

/**
 * Converts a delivery to a message. Missing message and request ids are generated. A body that is not JSON becomes
 * undefined, which fails the validation, and its bytes are retained. A copy that the broker made is the event itself,
 * so it is wrapped here; one from an outbox already is.
 */
function messageFrom({ queue, copies }: EventKind, delivery: AsyncMessage, clock: Clock): Message {
  const { messageId, correlationId, headers, body, routingKey, timestamp } = delivery
  const content = Buffer.isBuffer(body) ? parse(body) : body
  const { requestId } = (content ?? {}) as { requestId?: unknown }
  const id = messageId || newRequestId()
  const le = timestamp === undefined ? clock.now() : new Date(timestamp * 1000)
  const copy = copies && routingKey !== queue
  return {
    id,
    queue,
    requestId: requestIdFrom(requestId, correlationId),
    traceparent: typeof headers?.traceparent === 'string' ? headers.traceparent : undefined,
    body: copy ? { id, type: routingKey, le: le.toISOString(), donnees: content } : content,
    ...(messageId ? {} : { isNameless: true }),
    ...(content === undefined ? { bytes: body } : {}),
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
