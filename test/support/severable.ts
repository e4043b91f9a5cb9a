import { createServer, connect as dial, type Socket } from 'node:net'
import { afterwards } from './afterwards.ts'

/** Cut: both ends see the connection close. Stalled: no data passes, and neither end is notified. */
type Fault = 'cut' | 'stalled'

export type Line = {
  url: string
  cut(): void
  stall(): void
  restore(): void
  /** Existing connections remain stalled; new connections pass. */
  leaveStalled(): void
  /** Directs new connections to this server. */
  lead(serverUrl: string): void
  /** Breaks all connections when these bytes are sent to the server, which does not receive them. */
  breakAt(bytes: string, fault: Fault): Promise<void>
  /**
   * Stalls all connections when the server, after these bytes, sends this response on the same one: the server has
   * executed the request, but the client never receives the response.
   */
  holdBack(bytes: string, answer: string): Promise<void>
  /** Breaks all connections at this many chunks from now, of any size; that chunk is lost too. */
  breakAfter(chunks: number, fault: Fault): Promise<void>
  /** The number of chunks sent to the server so far. */
  chunks(): number
}

function targetOf(url: URL) {
  const directory = url.searchParams.get('host')
  const port = Number(url.port || 5432)
  return directory?.startsWith('/') ? { path: `${directory}/.s.PGSQL.${port}` } : { host: url.hostname, port }
}

/** Starts a proxy that can break its connections to a server, to simulate a crash or a lost network. */
export async function startSeverableProxy(serverUrl: string): Promise<Line> {
  const url = new URL(serverUrl)
  let target = targetOf(url)
  const sockets = new Set<Socket>()
  const forgotten = new WeakSet<Socket>()
  let fault: Fault | undefined
  let trap: { isSprungBy(data: Buffer | string): boolean; spring(): void } | undefined
  let late: { bytes: string; answer: string; on?: Socket; spring(): void } | undefined
  let chunks = 0

  const server = createServer(near => {
    if (fault === 'cut') return void near.destroy()
    const far = dial(target)
    near.on('data', data => {
      chunks++
      if (trap?.isSprungBy(data)) trap.spring()
      if (late && data.includes(late.bytes)) late.on = far
    })
    far.on('data', data => {
      if (late?.on === far && data.includes(late.answer)) late.spring()
    })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', data => {
        if (!fault && !forgotten.has(from)) to.write(data)
      })
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    fault = 'cut'
    for (const socket of sockets) socket.destroy()
  }
  const stall = () => {
    fault = 'stalled'
  }
  afterwards(() => {
    cut()
    server.close()
  })

  const breakWhen = (isSprungBy: (data: Buffer | string) => boolean, what: Fault) =>
    new Promise<void>(resolve => {
      const spring = () => {
        trap = undefined
        if (what === 'cut') cut()
        else stall()
        resolve()
      }
      trap = { isSprungBy, spring }
    })

  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    cut,
    stall,
    leaveStalled: () => {
      for (const socket of sockets) forgotten.add(socket)
      fault = undefined
    },
    lead: serverUrl => {
      target = targetOf(new URL(serverUrl))
    },
    restore: () => {
      fault = undefined
    },
    holdBack: (bytes, answer) =>
      new Promise(resolve => {
        const spring = () => {
          late = undefined
          stall()
          resolve()
        }
        late = { bytes, answer, spring }
      }),
    breakAt: (bytes, what) => breakWhen(data => data.includes(bytes), what),
    breakAfter(count, what) {
      const last = chunks + count
      return breakWhen(() => chunks >= last, what)
    },
    chunks: () => chunks,
  }
}
