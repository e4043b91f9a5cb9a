import { connect } from 'node:net'
import { eventually } from '../../support/eventually.ts'

/**
 * Waits until a broker speaks AMQP on this port; a port that merely listens may be Docker's. Throws as soon as `failed`
 * returns a reason.
 */
export async function waitUntilReady(
  port: number,
  withinMs: number,
  failed: () => string | undefined,
): Promise<void> {
  const isReady = () => {
    const reason = failed()
    if (reason !== undefined) throw new Error(`RabbitMQ does not start: ${reason}`)
    return speaksAmqp(port)
  }
  await eventually('RabbitMQ is ready', isReady, withinMs)
}

function speaksAmqp(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    const answer = (speaks: boolean) => {
      socket.destroy()
      resolve(speaks)
    }
    socket.setTimeout(2000, () => answer(false))
    socket.on('connect', () => socket.write('AMQP\0\0\x09\x01'))
    socket.on('data', () => answer(true))
    socket.on('error', () => answer(false))
    socket.on('close', () => answer(false))
  })
}
