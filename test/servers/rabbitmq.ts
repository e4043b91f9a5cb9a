import { startContainer } from './rabbitmq/container.ts'
import { findServer } from './rabbitmq/find.ts'
import { provideServer } from './rabbitmq/install.ts'
import { startNode } from './rabbitmq/node.ts'

export type Rabbit = { url: string; stop(): Promise<void> }

/**
 * A RabbitMQ for the tests alone: the one that AMQP_URL names, else one of our own, from the installed server,
 * Docker, or the server that apt-get can install. Never one that merely happens to listen.
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
