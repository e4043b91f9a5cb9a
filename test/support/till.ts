import { randomUUID } from 'node:crypto'
import { Connection, type Publisher } from 'rabbitmq-client'

const queue = 'fidelite.historique-achat'
const exchange = 'fidelite.historique-achat.exchange'

/** A till of an external application, which declares its queues itself and publishes purchases. */
export type Till = {
  /** Publishes purchases of one article each; `unitPrice` increases with each, so that all purchases differ. */
  sell(clientIds: readonly string[], count: number): Promise<void>
  publish: (body: unknown, messageId?: string) => Promise<void>
  /** The number of undelivered messages. */
  waiting(): Promise<number>
  close(): Promise<void>
}

export async function openTill(url: string): Promise<Till> {
  const connection = new Connection(url)
  await connection.exchangeDeclare({ exchange, type: 'direct', durable: true })
  await connection.queueDeclare({ queue, durable: true })
  await connection.queueBind({ exchange, queue, routingKey: queue })
  const publisher: Publisher = connection.createPublisher({ confirm: true })
  let sold = 0

  const publish = (body: unknown, messageId?: string) =>
    publisher.send(
      {
        exchange,
        routingKey: queue,
        durable: true,
        mandatory: true,
        ...(messageId === undefined ? {} : { messageId }),
      },
      body,
    )

  return {
    publish,
    async sell(clientIds, count) {
      for (const end = sold + count; sold < end; ) {
        const some = Math.min(500, end - sold)
        await Promise.all(
          Array.from({ length: some }, () =>
            publish(purchaseOf(clientIds[sold % clientIds.length]!, sold++)),
          ),
        )
      }
    },
    waiting: async () => (await connection.queueDeclare({ queue, passive: true })).messageCount,
    async close() {
      await publisher.close()
      await connection.close()
    },
  }
}

const purchaseOf = (clientId: string, i: number) => ({
  action: 'create',
  timestamp: '2026-03-01T10:00:00Z',
  requestId: randomUUID(),
  data: {
    clientId,
    purchaseDate: '2026-03-01T09:59:00Z',
    purchases: [
      {
        ...{ articleId: String(i % 1_000), articleName: `Article ${i % 1_000}`, quantity: 1, unitPrice: i },
        category: `rayon ${i % 20}`,
      },
    ],
  },
})
