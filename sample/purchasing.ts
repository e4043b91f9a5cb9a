import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A stand-in purchasing application, for a shop without one: it serves the sample list on a free local port. */
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
  // The stand-in must not keep a finished command running.
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
