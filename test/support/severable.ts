import { createServer, connect as dial, type Socket } from 'node:net'
import { after } from 'node:test'

const open = new Set<() => void>()
after(() => {
  for (const close of open) close()
})

/** The database behind a line of its own that can be cut: what a crashed server or network looks like from here. */
export async function severable(databaseUrl: string): Promise<{ url: string; cut(): void; mend(): void }> {
  const url = new URL(databaseUrl)
  const directory = url.searchParams.get('host')
  const port = Number(url.port || 5432)
  const target = directory?.startsWith('/')
    ? { path: `${directory}/.s.PGSQL.${port}` }
    : { host: url.hostname, port }
  const sockets = new Set<Socket>()
  let severed = false

  const server = createServer(near => {
    if (severed) return void near.destroy()
    const far = dial(target)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    severed = true
    for (const socket of sockets) socket.destroy()
  }
  open.add(() => {
    cut()
    server.close()
  })

  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    cut,
    mend: () => {
      severed = false
    },
  }
}
