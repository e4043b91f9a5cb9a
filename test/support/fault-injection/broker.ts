import { Connection } from 'rabbitmq-client'

export type Announcement = { transactionId: number; status: string; messageId: string }

/** Consumes the payment announcements from a queue of its own, and records every delivery, including repeated ones. */
export async function receiveAnnouncements(url: string) {
  const connection = new Connection(url)
  const received: Announcement[] = []
  const queue = `fault-run.${crypto.randomUUID()}`
  const consumer = connection.createConsumer(
    {
      queue,
      queueOptions: { queue, durable: true, autoDelete: false },
      exchanges: [{ exchange: 'comptoir.evenements', type: 'topic', durable: true }],
      queueBindings: [{ exchange: 'comptoir.evenements', routingKey: 'paiement.expedition-commande' }],
    },
    async ({ body, messageId }) => {
      received.push({ ...body, messageId: String(messageId) })
    },
  )
  await new Promise<void>((resolve, reject) => {
    consumer.once('ready', resolve)
    consumer.once('error', reject)
  })
  return {
    received,
    async close() {
      await consumer.close()
      await connection.queueDelete({ queue })
      await connection.close()
    },
  }
}
