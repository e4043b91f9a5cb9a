import { Connection } from 'rabbitmq-client'

/** The first delivery of a message. */
export type ReceivedMessage = { id: string; queue: string; body: Record<string, unknown> }

const EXCHANGE = 'comptoir.evenements'

/** Consumes every event of the platform from a separate queue, in order, and counts redeliveries. */
export async function receiveAllEvents(amqpUrl: string) {
  const connection = new Connection({ url: amqpUrl, retryHigh: 1_000 })
  connection.on('error', () => {})
  const received = new Map<string, ReceivedMessage>()
  let deliveries = 0
  /** Called for each message with its time of sending, in seconds since 1970. */
  let onReceived: (sent: number) => void = () => {}
  const queue = `panne.${crypto.randomUUID()}`
  const consumer = connection.createConsumer(
    {
      queue,
      queueOptions: { queue, durable: true },
      exchanges: [{ exchange: EXCHANGE, type: 'topic', durable: true }],
      queueBindings: [{ exchange: EXCHANGE, queue, routingKey: '#' }],
      qos: { prefetchCount: 100 },
      // Messages are handled one at a time, so their order is preserved.
      concurrency: 1,
    },
    async ({ body, messageId, routingKey, timestamp }) => {
      const id = String(messageId)
      deliveries++
      if (!received.has(id)) received.set(id, { id, queue: routingKey, body })
      onReceived(timestamp ?? 0)
    },
  )
  consumer.on('error', () => {})
  await new Promise<void>(resolve => consumer.once('ready', resolve))
  return {
    messages: () => [...received.values()],
    again: () => deliveries - received.size,
    /** Resolves once a message arrives that was sent after the call, unless another call follows. */
    nextSent: () => {
      const now = Math.ceil(Date.now() / 1_000)
      return new Promise<void>(resolve => {
        onReceived = sent => {
          if (sent >= now) resolve()
        }
      })
    },
    async close() {
      await consumer.close()
      await connection.queueDelete({ queue })
      await connection.close()
    },
  }
}
export type Listener = Awaited<ReturnType<typeof receiveAllEvents>>
