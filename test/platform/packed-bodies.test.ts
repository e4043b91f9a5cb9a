import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { before, describe, test } from 'node:test'
import { brotliCompressSync, createGzip, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { defineProbe } from '../support/probe.ts'

const MIB = 1024 * 1024

let shop: TestPlatform
let noted: TestPlatform
let url: string
before(async () => {
  shop = await openPlatform({ only: ['loyalty', 'reference'], started: false })
  noted = await openPlatform({ areas: [defineProbe()], started: false })
  url = await noted.server.listen({ port: 0, host: '127.0.0.1' })
})

const send = async (body: Buffer, encoding: string, headers = {}) => {
  const answer = await fetch(`${url}/api/publique/notes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': encoding, ...headers },
    body,
  })
  return { status: answer.status, body: (await answer.json()) as { text?: string; message?: string } }
}
const note = (text: string) => Buffer.from(JSON.stringify({ text }))

describe('a compressed body', () => {
  for (const [encoding, pack] of [
    ['gzip', gzipSync],
    ['GZIP ', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (body: Buffer) => body],
  ] as const)
    test(`in ${encoding} is decompressed`, async () => {
      const { status, body } = await send(pack(note(' é packed ')), encoding)
      assert.deepEqual([status, body.text], [201, 'é packed'])
    })

  test('of exactly the size limit is accepted, and one of a byte more receives 413', async () => {
    const ofSize = (size: number) => note('x'.repeat(size - '{"text":""}'.length))
    assert.equal((await send(gzipSync(ofSize(MIB)), 'gzip')).status, 201)
    const { status, body } = await send(gzipSync(ofSize(MIB + 1)), 'gzip')
    assert.deepEqual([status, body.message], [413, 'The body is too large'])
  })

  test('above the size limit while compressed is refused before it is read', async () => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /api/publique/notes HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
        `content-encoding: gzip\r\ncontent-length: ${2 * MIB}\r\n\r\n`,
    )
    const [answer] = await once(socket, 'data')
    assert.match(String(answer), /^HTTP\/1.1 413 /)
    socket.destroy()
  })

  test('that is corrupt, truncated, or not JSON when decompressed receives 400', async () => {
    for (const [encoding, body, message] of [
      ['gzip', note('x'), 'The body is not valid gzip'],
      ['gzip', gzipSync(note('x')).subarray(0, 20), 'The body is not valid gzip'],
      ['br', note('x'), 'The body is not valid br'],
      ['gzip', gzipSync('{"text"'), 'The body is not valid JSON'],
      ['gzip', gzipSync(gzipSync(note('x'))), 'The body is not valid JSON'],
    ] as const) {
      const answer = await send(body, encoding)
      assert.deepEqual([answer.status, answer.body.message], [400, message])
    }
  })

  test('with another encoding, or several, receives 415', async () => {
    for (const [encoding, body] of [
      ['zstd', zstdCompressSync(note('x'))],
      ['gzip, gzip', gzipSync(gzipSync(note('x')))],
      ['constructor', note('x')],
      ['utf-8', note('x')],
    ] as const) {
      const answer = await send(body, encoding)
      assert.equal(answer.status, 415, encoding)
      assert.match(String(answer.body.message), /send gzip, deflate, br or none/)
    }
  })

  test('of length zero counts as absent, whatever its encoding', async () => {
    const get = await noted.call('GET', '/api/publique/notes', undefined, { 'content-encoding': 'zstd' })
    assert.equal(get.status, 200)
    const { status, body } = await send(Buffer.alloc(0), 'gzip')
    assert.deepEqual([status, body.message], [400, 'body must be object'])
  })

  test('whose sender disconnects does not affect the server', async () => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /api/publique/notes HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
        `content-encoding: gzip\r\ncontent-length: 1000\r\n\r\n`,
    )
    socket.write(gzipSync(note('x')).subarray(0, 15))
    await once(socket, 'connect')
    socket.resetAndDestroy()
    assert.equal((await send(gzipSync(note('after')), 'gzip')).status, 201)
  })
})

describe('compressed imports', () => {
  const client = (i: number) => ({ nom: 'L', prenom: 'A', adresseMail: `packed${i}@example.org` })
  const load = (payload: Buffer) =>
    shop.server.inject({
      method: 'POST',
      url: '/api/privee/clients/import',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload,
    })

  test('of customers are accepted in gzip', async () => {
    const answer = await load(gzipSync(JSON.stringify({ clients: [client(1), client(2)] })))
    assert.equal(answer.statusCode, 201)
    assert.equal(answer.json().summary.createdCount, 2)
  })

  test('of more than 50 MiB of customers receive 413, however small when compressed', async () => {
    const gzip = createGzip()
    const parts: Buffer[] = []
    gzip.on('data', part => parts.push(part))
    gzip.write('{"clients":[')
    for (let i = 0; i < 51; i++) gzip.write(Buffer.alloc(MIB, ' '))
    gzip.end(']}')
    await once(gzip, 'end')
    const answer = await load(Buffer.concat(parts))
    assert.equal(answer.statusCode, 413)
  })

  test('as multipart receive 415, because multipart has no size limit', async () => {
    const form = new Response(new FormData())
    const answer = await shop.call<{ message: string }>(
      'POST',
      '/api/publique/produits/import',
      gzipSync(Buffer.from(await form.arrayBuffer())),
      { 'content-type': form.headers.get('content-type') ?? '', 'content-encoding': 'gzip' },
    )
    assert.equal(answer.status, 415)
  })
})
