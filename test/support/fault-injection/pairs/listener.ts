import { Connection } from 'rabbitmq-client'

export type Heard = { id: string; ordre: string; version: number }

/** A queue of one's own beside the platform's: hears every event, each delivery of it, in the order in which it was sent. */
export async function hearAll(amqpUrl: string, routingKey: string) {
  const connection = new Connection(amqpUrl)
  const heard: Heard[] = []
  const queue = `${routingKey}.heard`
  const exchange = 'comptoir.evenements'
  const consumer = connection.createConsumer(
    {
      queue,
      queueOptions: { queue, durable: true },
      exchanges: [{ exchange, type: 'topic', durable: true }],
      queueBindings: [{ exchange, routingKey }],
      // One after another: what is heard is in order.
      concurrency: 1,
    },
    async ({ body: { ordre, version }, messageId }) => {
      heard.push({ id: String(messageId), ordre, version })
    },
  )
  await new Promise<void>((resolve, reject) => {
    consumer.once('ready', resolve)
    consumer.once('error', reject)
  })
  return {
    heard,
    /** What waits on the platform's own queue and nobody has been given. */
    waiting: async () => (await connection.queueDeclare({ queue: routingKey, passive: true })).messageCount,
    async close() {
      await consumer.close()
      for (const each of [queue, routingKey]) await connection.queueDelete({ queue: each })
      await connection.close()
    },
  }
}
