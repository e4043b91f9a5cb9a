import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterwards } from '../afterwards.ts'

/** What a proxy can stand before: it says that it is ready, and to all else what `handle` says. */
export async function stub(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer((request, response) =>
    request.url === '/ready' ? response.end('{}') : handle(request, response),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  afterwards(close)
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
