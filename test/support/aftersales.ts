import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RepairEvent } from '../../src/logistics/repairs/schemas.ts'
import { afterwards } from './afterwards.ts'

export type ReceivedEvent = Pick<RepairEvent, 'ticketId' | 'event' | 'at'> & {
  key: string
  path: string
  method: string
}

/** Starts an after-sales application: `answer` handles each event; `times` is the number of its deliveries so far. */
export async function startAftersales(
  answer: (event: ReceivedEvent, response: ServerResponse, times: number) => void = (_event, response) =>
    response.writeHead(204).end(),
) {
  const received: ReceivedEvent[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const event: ReceivedEvent = {
      ...JSON.parse(Buffer.concat(chunks).toString() || '{}'),
      key: String(request.headers['idempotency-key']),
      path: request.url ?? '',
      method: request.method ?? '',
    }
    received.push(event)
    answer(event, response, received.filter(({ key }) => key === event.key).length)
  })
  const listen = (port = 0) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
  await listen()
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  afterwards(close)
  return { url: `http://127.0.0.1:${port}/sav/evenements`, received, close, reopen: () => listen(port) }
}
