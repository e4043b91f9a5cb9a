import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterwards } from './afterwards.ts'

/** Starts an application that answers every request with `answer`; returns its address. */
export async function startUpstream(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  afterwards(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
