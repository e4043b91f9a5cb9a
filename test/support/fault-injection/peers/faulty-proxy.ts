import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pause } from '../../pause.ts'

/**
 * Faults of calls to an area. With the last three the area executes the call, and its response is delayed, lost or
 * truncated.
 */
export const FAULTS = ['refused', 'hangs', 'page', 'other', 'error', 'slow', 'lost', 'half'] as const
export type Fault = (typeof FAULTS)[number]

export type FaultyProxy = {
  url: string
  fault: Fault | undefined
  /** The number of calls with an injected fault. */
  faulted: number
  /** Ends the fault; calls that `hangs` left unanswered fail. */
  restore(): void
  close(): void
}

/** Noticeable, but shorter than the timeout of calls between areas. */
const SLOW_MS = 1_000

/** Starts a proxy in front of an area; while `fault` is set, every call to the proxy gets that fault. */
export async function startFaultyProxy(targetPort: number): Promise<FaultyProxy> {
  const hanging = new Set<ServerResponse>()
  const server = createServer((incoming, response) => {
    const { fault } = proxy
    if (fault) proxy.faulted++
    void answer(fault, incoming, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: undefined,
    faulted: 0,
    restore() {
      proxy.fault = undefined
      for (const response of hanging) response.destroy()
      hanging.clear()
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }

  async function answer(fault: Fault | undefined, incoming: IncomingMessage, response: ServerResponse) {
    const body = await buffer(incoming)
    switch (fault) {
      case 'refused':
        return void response.destroy()
      case 'hangs':
        return void hanging.add(response)
      case 'page':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>')
      case 'other':
        return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
      case 'error':
        return void response.writeHead(500, { 'content-type': 'text/plain' }).end('Error at /srv/app.ts:12')
    }
    const real = await forward(incoming, body)
    const text = await buffer(real)
    if (fault === 'slow') await pause(SLOW_MS)
    if (fault === 'lost') return void response.destroy()
    const { 'transfer-encoding': _, ...headers } = real.headers
    response.writeHead(real.statusCode ?? 502, { ...headers, 'content-length': text.length })
    if (fault !== 'half') return void response.end(text)
    response.write(text.subarray(0, text.length >> 1))
    setImmediate(() => response.destroy())
  }

  const forward = ({ method, url, headers }: IncomingMessage, body: Buffer) =>
    new Promise<IncomingMessage>((resolve, reject) =>
      request({ host: '127.0.0.1', port: targetPort, method, path: url, headers }, resolve)
        .on('error', reject)
        .end(body),
    )
  return proxy
}
