import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ports that operating systems give to outgoing connections (from 32,768 on Linux): a port of that range
// can be taken between the check here and its use. Processes that run at once start at different ports.
const FIRST = 10_100
const COUNT = 22_000
let next = (process.pid * 40) % COUNT

/** Finds this many distinct free ports. A process is given none of them again until it has been given all others. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = FIRST + next
    next = (next + 1) % COUNT
    if (await isFree(port)) ports.push(port)
  }
  return ports
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
