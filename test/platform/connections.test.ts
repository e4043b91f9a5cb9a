import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { defineArea } from '../../src/platform/area.ts'
import { eventually } from '../support/eventually.ts'
import { openPlatform } from '../support/platform.ts'

const KEYS = { COMPTOIR_API_KEYS: 'first-key' }

/** More than the buffers of a connection hold. */
const LARGE = 'x'.repeat(16 * 1024 * 1024)

const library = defineArea({
  name: 'library',
  calls: [],
  open: () => ({
    routes: async app => {
      const open = { access: 'open' } as const
      app.get('/api/publique/livres', { config: open, schema: { operationId: 'read' } }, async (_, reply) =>
        reply.type('text/plain').send(LARGE),
      )
      app.get('/api/publique/titres', { config: open, schema: { operationId: 'list' } }, async () => ({}))
    },
  }),
})

async function open(settings: Record<string, string>) {
  const shop = await openPlatform({ areas: [library], started: false, settings })
  const { port } = new URL(await shop.server.listen({ host: '127.0.0.1', port: 0 }))
  async function line(localAddress = '127.0.0.1') {
    const socket: Socket = connect({ host: '127.0.0.1', port: Number(port), localAddress })
    const it = { socket, received: '', ended: false }
    socket.on('error', () => {})
    socket.on('close', () => (it.ended = true))
    await once(socket, 'connect')
    return it
  }
  const lines = async (count: number, ...how: Parameters<typeof line>) => {
    const all = await Promise.all(Array.from({ length: count }, () => line(...how)))
    for (const each of all)
      each.socket.on('data', part => (each.received += part.toString('latin1', 0, 1_000)))
    return all
  }
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      shop.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )
  return { ...shop, line, lines, connections }
}
const ask = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`
const KEY = 'x-api-key: first-key\r\n'

test('connections per address without a key are limited: excess ones receive 429 at once, and a closed one frees its slot', async () => {
  const { lines, close } = await open({ ...KEYS, COMPTOIR_LIMIT_CONNECTIONS: '5' })
  const first = await lines(8)
  const refused = await eventually('three connections are closed', async () => {
    const ended = first.filter(each => each.ended)
    return ended.length === 3 && ended
  })
  for (const { received } of refused)
    assert.match(
      received,
      /^HTTP\/1.1 429 .*retry-after: 30.*"statusCode":429,.*"code":"trop-de-requetes"\}$/is,
    )

  const [other] = await lines(1, '127.0.0.2')
  other!.socket.write(ask('/api/publique/titres'))
  await eventually('a connection from another address gets an answer', async () =>
    other!.received.startsWith('HTTP/1.1 200'),
  )

  first.find(each => !each.ended)!.socket.destroy()
  await eventually('a new connection is accepted', async () => {
    const [next] = await lines(1)
    next!.socket.write(ask('/api/publique/titres'))
    await eventually('an answer', async () => next!.received !== '' || next!.ended)
    return next!.received.startsWith('HTTP/1.1 200')
  })
  await close()
})

test('connections with a key, and those of trusted proxies, are not counted', async () => {
  for (const [settings, more] of [
    [{}, KEY],
    [{ COMPTOIR_TRUSTED_PROXIES: '127.0.0.0/8' }, 'x-forwarded-for: 203.0.113.1\r\n'],
  ] as const) {
    const { lines, close } = await open({ ...KEYS, ...settings, COMPTOIR_LIMIT_CONNECTIONS: '2' })
    for (let i = 0; i < 5; i++) {
      const [line] = await lines(1)
      line!.socket.write(ask('/api/publique/titres', more))
      await eventually('the connection gets an answer', async () => line!.received.startsWith('HTTP/1.1 200'))
    }
    await close()
  }
})

test('a connection that does not read its response is closed, unless it has a key', async () => {
  const { line, connections, close } = await open({ ...KEYS, COMPTOIR_LIMIT_ANSWER_SECONDS: '5' })
  const isWhole = (socket: Socket) => {
    let size = 0
    socket.on('data', part => (size += part.length))
    return eventually('the response is complete', async () => size > LARGE.length, 60_000)
  }
  const [unread, withKey, read] = [await line(), await line(), await line()]
  for (const { socket } of [unread, withKey]) socket.pause()
  for (const { socket } of [unread, read]) socket.write(ask('/api/publique/livres'))
  withKey.socket.write(ask('/api/publique/livres', KEY))
  await isWhole(read.socket)
  read.socket.destroy()
  await eventually(
    'only the connection with the key remains',
    async () => (await connections()) === 1,
    60_000,
  )
  await isWhole(withKey.socket.resume())
  await close()
})

test('without keys configured neither is limited', async () => {
  const { lines, connections, close } = await open({ COMPTOIR_LIMIT_CONNECTIONS: '2' })
  await lines(4)
  await eventually('all four connections remain open', async () => (await connections()) === 4)
  await close()
})

test('a request line of more than 8 kB receives 414 with the standard error body', async () => {
  const { lines, close } = await open({})
  const [short, long] = await lines(2)
  const path = (bytes: number) => `/api/publique/titres?_x=${'a'.repeat(bytes - 37)}`
  short!.socket.write(ask(path(8_192)))
  long!.socket.write(ask(path(8_193)))
  await eventually(
    'both connections get an answer',
    async () => short!.received !== '' && long!.received !== '',
  )
  assert.match(short!.received, /^HTTP\/1.1 200 /)
  assert.match(long!.received, /^HTTP\/1.1 414 .*"code":"adresse-trop-longue"\}$/s)
  await close()
})
