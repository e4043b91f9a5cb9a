import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until a broker speaks AMQP on this port; a listening port alone may be Docker's. */
export async function untilReady(
  port: number,
  withinMs: number,
  failed: () => string | undefined,
): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await speaksAmqp(port))) {
    const reason = failed()
    if (reason !== undefined) throw new Error(`RabbitMQ does not start: ${reason}`)
    if (performance.now() > deadline) throw new Error(`RabbitMQ was not ready after ${withinMs / 1000} s`)
    await sleep(50)
  }
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
