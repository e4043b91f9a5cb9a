import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { eventually } from '../support/eventually.ts'
import { openPlatform } from '../support/platform.ts'
import { defineProbe } from '../support/probe.ts'

const KEY = 'x-api-key: first-key\r\n'
const KEYS = { COMPTOIR_API_KEYS: 'first-key' }

async function open(settings: Record<string, string>) {
  const shop = await openPlatform({ areas: [defineProbe()], started: false, settings })
  const { port } = new URL(await shop.server.listen({ host: '127.0.0.1', port: 0 }))
  /** Opens a connection and sends the parts; records what it receives, and whether the connection has ended. */
  function write(...parts: string[]) {
    const socket: Socket = connect(Number(port), '127.0.0.1')
    const line = { socket, received: '', ended: false }
    socket.on('data', part => (line.received += part))
    socket.on('error', () => {})
    socket.on('close', () => (line.ended = true))
    for (const part of parts) socket.write(part)
    return line
  }
  return {
    ...shop,
    write,
    post: (body: string | Buffer, headers = {}) =>
      shop.server.inject({
        method: 'POST',
        url: '/api/publique/notes',
        body,
        headers: { 'content-type': 'application/json', ...headers },
      }),
  }
}
const head = (length: number, more = '', method = 'POST') =>
  `${method} /api/publique/notes HTTP/1.1\r\nhost: localhost\r\n${more}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
/** Writes this many bytes each time `eventually` checks, 10 to 100 ms apart, until the connection ends. */
const trickle = (socket: Socket, bytes: number) =>
  void eventually(
    'the connection is closed',
    () => socket.destroyed || void socket.write(' '.repeat(bytes)),
    90_000,
  )

describe('a request that arrives too slowly', () => {
  const slow = { ...KEYS, COMPTOIR_LIMIT_REQUEST_SECONDS: '2' }
  const late = (line: { received: string; ended: boolean }) =>
    eventually('the connection is closed', async () => line.ended && line.received, 60_000)

  test('ends without a key: a body and headers with 408, an unread body, and a silent connection', async () => {
    const { write, close } = await open(slow)
    const body = write(head(1000), '{"text":"')
    const refused = write(head(1000, '', 'PATCH'), '{"text":"')
    const headers = write('POST /api/publique/notes HTTP/1.1\r\nhost: loc')
    const nothing = write()
    for (const { socket } of [body, refused, headers]) trickle(socket, 1)
    assert.match(
      (await late(body)) as string,
      /^HTTP\/1.1 408 .*"statusCode":408,"message":"[^"]+","error":"Request Timeout","code":"delai-depasse"\}$/s,
    )
    await eventually(
      'the other connections are closed',
      async () => refused.ended && headers.ended && nothing.ended,
      60_000,
    )
    assert.match(refused.received, /^HTTP\/1.1 401 /)
    assert.match(headers.received, /^HTTP\/1.1 408 /)
    await close()
  })

  test('ends with 408 with a key only below the minimum rate, and may otherwise exceed the time limit of one without', async () => {
    const { write, close } = await open({ ...slow, COMPTOIR_LIMIT_BYTES_A_SECOND: '1000' })
    const stranger = write(head(1_000_000), '{"text":"')
    const slowly = write(head(1_000_000, KEY), '{"text":"')
    const steadily = write(head(1_000_000, KEY), '{"text":"')
    trickle(stranger.socket, 200)
    trickle(slowly.socket, 1)
    trickle(steadily.socket, 200)
    await late(stranger)
    assert.match((await late(slowly)) as string, /^HTTP\/1.1 408 /)
    assert.deepEqual([steadily.ended, steadily.received], [false, ''])
    steadily.socket.destroy()
    await close()
  })

  test('is not ended without keys configured', async () => {
    const { write, close } = await open({ COMPTOIR_LIMIT_REQUEST_SECONDS: '1' })
    const guarded = await open({ ...KEYS, COMPTOIR_LIMIT_REQUEST_SECONDS: '1' })
    const line = write(head(1000), '{"text":"')
    const other = guarded.write(head(1000), '{"text":"')
    await late(other)
    assert.equal(line.ended, false)
    line.socket.destroy()
    await Promise.all([close(), guarded.close()])
  })
})

describe('a body', () => {
  const note = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes - 11) })
  const KiB256 = 262_144

  test('of 256 KiB is accepted without a key, but a byte more, also compressed or chunked, only with a key', async () => {
    const { post, write, close, platform } = await open(KEYS)
    const notes = async () =>
      (await platform.db.pg.query('select count(*)::int as n from platform.outbox')).rows[0].n as number
    assert.equal((await post(note(KiB256))).statusCode, 201)
    assert.equal((await post(gzipSync(note(KiB256)), { 'content-encoding': 'gzip' })).statusCode, 201)
    const before = await notes()
    const refused = await post(note(KiB256 + 1))
    assert.deepEqual(refused.json(), {
      statusCode: 413,
      message: 'The body is too large',
      error: 'Payload Too Large',
      code: 'corps-trop-grand',
    })
    assert.equal((await post(gzipSync(note(KiB256 + 1)), { 'content-encoding': 'gzip' })).statusCode, 413)
    const pieces = write(
      'POST /api/publique/notes HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
      `${(KiB256 + 1).toString(16)}\r\n${note(KiB256 + 1)}\r\n0\r\n\r\n`,
    )
    await eventually('the request is refused', async () => pieces.received.includes('413'))
    assert.equal(await notes(), before)

    assert.equal((await post(note(KiB256 + 1), { 'x-api-key': 'first-key' })).statusCode, 201)
    assert.equal((await post(note(1024 * 1024 + 1), { 'x-api-key': 'first-key' })).statusCode, 413)
    await close()
  })

  test('with a far too large announced length is refused before it is sent, and the connection ends', async () => {
    const { write, close } = await open(KEYS)
    const line = write(head(1_000_000_000))
    await eventually('the request is refused', async () => line.ended)
    assert.match(line.received, /^HTTP\/1.1 413 /)
    await close()
  })

  test('without an announced length is not received after a refusal without a key: the connection ends', async () => {
    const { write, close } = await open({ ...KEYS, COMPTOIR_LIMIT_CALLS: '1' })
    const send = () =>
      write(
        'POST /api/publique/notes HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n',
        '2\r\n{}\r\n',
      )
    send()
    const line = send()
    await eventually('the connection is closed', async () => line.ended)
    assert.match(line.received, /^HTTP\/1.1 429 /)
    await close()
  })

  test('of 1 MiB is accepted without keys configured', async () => {
    const { post, close } = await open({})
    assert.equal((await post(note(1024 * 1024))).statusCode, 201)
    await close()
  })
})

test('invalid HTTP after a request ends the response to it, without another response inside it', async () => {
  const { write, close } = await open({})
  const line = write('GET /api/clock/update-sse HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await eventually('the response has begun', async () => line.received.includes('data:'))
  line.socket.write('nonsense\r\n\r\n')
  await eventually('the connection is closed', async () => line.ended)
  assert.equal(line.received.match(/HTTP\/1\.1/g)?.length, 1)
  await close()
})

test('invalid HTTP receives the standard error body', async () => {
  const { write, close } = await open({})
  const line = write('nonsense\r\n\r\n')
  await eventually('the request is refused', async () => line.ended)
  assert.match(
    line.received,
    /^HTTP\/1.1 400 .*\{"statusCode":400,"message":"[^"]+","error":"Bad Request","code":"requete-illisible"\}$/s,
  )
  await close()
})
