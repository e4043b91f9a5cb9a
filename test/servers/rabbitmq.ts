import { startContainer } from './rabbitmq/container.ts'
import { findServer } from './rabbitmq/find.ts'
import { provideServer } from './rabbitmq/install.ts'
import { startNode } from './rabbitmq/node.ts'

export type Rabbit = { url: string; stop(): Promise<void> }

/**
 * Provides a RabbitMQ for the tests: the one in AMQP_URL, else a private one from the installed server, Docker, or
 * apt-get. Never uses one that merely listens on the default port.
 */
export async function startRabbit(): Promise<Rabbit> {
  if (process.env.AMQP_URL) return { url: process.env.AMQP_URL, stop: async () => {} }
  const installed = findServer()
  if (installed) return startNode(installed)
  const container = await startContainer()
  if (container) return container
  const server = await provideServer()
  if (server) return startNode(server)
  throw new Error('The tests need RabbitMQ: install rabbitmq-server or Docker, or set AMQP_URL.')
}
