import { Connection } from 'rabbitmq-client'

export type ReceivedEvent = { id: string; ordre: string; version: number }

/** Consumes the events with this routing key from a separate queue, in the order of publication, with duplicates. */
export async function receiveAll(amqpUrl: string, routingKey: string) {
  const connection = new Connection(amqpUrl)
  const received: ReceivedEvent[] = []
  const queue = `${routingKey}.heard`
  const exchange = 'comptoir.evenements'
  const consumer = connection.createConsumer(
    {
      queue,
      queueOptions: { queue, durable: true },
      exchanges: [{ exchange, type: 'topic', durable: true }],
      queueBindings: [{ exchange, routingKey }],
      // Messages are handled one at a time, so their order is preserved.
      concurrency: 1,
    },
    async ({ body: { ordre, version }, messageId }) => {
      received.push({ id: String(messageId), ordre, version })
    },
  )
  await new Promise<void>((resolve, reject) => {
    consumer.once('ready', resolve)
    consumer.once('error', reject)
  })
  return {
    received,
    /** The number of undelivered messages on the platform's own queue. */
    waiting: async () => (await connection.queueDeclare({ queue: routingKey, passive: true })).messageCount,
    async close() {
      await consumer.close()
      for (const each of [queue, routingKey]) await connection.queueDelete({ queue: each })
      await connection.close()
    },
  }
}
