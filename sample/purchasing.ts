import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A purchasing application of our own, for a shop that has none: it serves the sample list on a free port of this machine.
 */
export async function startPurchasingStandIn(): Promise<{ url: string; close(): Promise<void> }> {
  const list = await readFile(new URL('restock.json', import.meta.url))
  const server = createServer((request, response) => {
    const isList = request.method === 'GET' && request.url?.split('?')[0] === '/api/publique/restock'
    response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json; charset=utf-8' })
    response.end(isList ? list : JSON.stringify({ statusCode: 404, message: 'Not here', error: 'Not Found' }))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  // It must not keep a command alive that has done its work.
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
