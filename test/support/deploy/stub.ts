import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterwards } from '../afterwards.ts'

/** Starts a server to put behind a proxy: it reports that it is ready, and `handle` answers all other requests. */
export async function startStub(handle: (request: IncomingMessage, response: ServerResponse) => void) {
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
