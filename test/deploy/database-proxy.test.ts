import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import pg from 'pg'
import { type ProxiedServers, provideProxy, startProxy } from '../servers/haproxy.ts'
import { findFreePorts } from '../servers/rabbitmq/ports.ts'
import { type Replicated, startReplicated } from '../servers/replicated.ts'
import { configureDatabaseProxy } from '../shapes/database-proxy.ts'
import { afterwards } from '../support/afterwards.ts'
import { eventually } from '../support/eventually.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const program = await provideProxy()
const skip = program ? false : 'no HAProxy, and none can be installed'

/** Starts HAProxy with the block of docs/deploy.md and its variant for replicas, with other addresses and servers. */
async function startBefore(servers: ProxiedServers) {
  const [port, readPort] = (await findFreePorts(2)) as [number, number]
  const configuration = `${configureDatabaseProxy(servers, { port, readPort }).join('\n')}\n`
  const proxy = await startProxy(program!, configuration, port)
  afterwards(() => proxy.stop())
  return { port, readPort }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

suite('the HAProxy block of docs/deploy.md for promotion by hand', { skip }, () => {
  let databases: Replicated
  before(async () => {
    databases = await startReplicated(join(createTemporaryFolder('database-proxy'), 'servers'), [], {
      durable: true,
    })
  })
  after(() => databases.stop())

  const isReplica = async (port: number) => {
    const client = new pg.Client(`postgres://comptoir@127.0.0.1:${port}/comptoir`)
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as replica')
    await client.end()
    return rows[0].replica as boolean
  }

  test('routes to the primary, and with `on` to its replica', async () => {
    const { port, readPort } = await startBefore(databases.proxied!)
    // HAProxy considers every server up before its first check, so the first connections may reach the wrong one.
    const leadsTo = (at: number, replica: boolean) =>
      eventually(replica ? 'the replica' : 'the primary', () =>
        isReplica(at).then(
          is => is === replica,
          () => false,
        ),
      )
    await leadsTo(port, false)
    await leadsTo(readPort, true)
  })
})

suite('the HAProxy block of docs/deploy.md for Patroni', { skip }, () => {
  type Answer = (response: ServerResponse) => void
  const isLeader: Answer = response => response.writeHead(200).end()
  const isNotLeader: Answer = response => response.writeHead(503).end()
  const isOtherwise: Answer = response => response.writeHead(204).end()
  const hangs: Answer = () => {}

  /** Starts a server that sends its name, and its Patroni, which responds with `answer` to a check for the primary. */
  async function startMember(name: string) {
    const member = { answer: isNotLeader, asked: new Set<string>(), port: 0, apiPort: 0 }
    const api = createHttpServer(({ method, url }, response) => {
      member.asked.add(`${method} ${url}`)
      if (url === '/primary') member.answer(response)
      else isNotLeader(response)
    })
    const postgres = createServer(socket => socket.on('error', () => {}).write(name))
    for (const server of [api, postgres]) {
      await once(server.listen(0, '127.0.0.1'), 'listening')
      afterwards(() => server.close())
    }
    afterwards(() => api.closeAllConnections())
    return Object.assign(member, { port: portOf(postgres), apiPort: portOf(api) })
  }

  /** Connects to this port. Returns the name that a server sends and the open connection, or undefined if it closes. */
  const reach = (port: number) =>
    new Promise<{ name: string; socket: Socket } | undefined>(resolve => {
      const socket = connect(port, '127.0.0.1')
      socket.once('data', data => resolve({ name: String(data), socket }))
      socket.on('error', () => {}).once('close', () => resolve(undefined))
    })

  for (const [name, lost] of Object.entries({
    'returns 503': isNotLeader,
    'returns another success status': isOtherwise,
    'does not respond': hangs,
  }))
    test(`routes to the leader, and closes connections to one whose Patroni ${name}`, async () => {
      const [first, second] = [await startMember('first'), await startMember('second')]
      first.answer = isLeader
      const { port } = await startBefore({
        check: 'httpchk',
        servers: [first, second].map(member => `127.0.0.1:${member.port} port ${member.apiPort}`),
      })
      // Before its first check HAProxy considers every server up.
      await eventually('HAProxy has checked both servers', async () =>
        [first, second].every(({ asked }) => asked.has('OPTIONS /primary')),
      )
      const connected = await eventually('the proxy connects to the leader', async () => {
        const found = await reach(port)
        return found?.name === 'first' && found
      })
      const closed = once(connected.socket, 'close')

      first.answer = lost
      await closed
      assert.equal(await reach(port), undefined)

      second.answer = isLeader
      await eventually(
        'the proxy connects to the next leader',
        async () => (await reach(port))?.name === 'second',
      )
    })
})
