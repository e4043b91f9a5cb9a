import assert from 'node:assert/strict'
import type { RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openPlatform, type TestPlatform } from '../../test/support/platform.ts'
import { startUpstream } from '../../test/support/upstream.ts'
import type { Restocking } from './schemas.ts'

type List = { data: Restocking[]; totalItems: number; message: string }

const MEBIBYTE = `{"name": "${'x'.repeat(10_480)}"},`.repeat(100)
/** Compressed before the first request, because a blocked event loop would leave idle connections half closed. */
const bomb = gzipSync(`[${MEBIBYTE.repeat(70)}`, { level: 1 })

/** All tests share one platform and replace the handler of its upstream. */
let answer: RequestListener = () => {}
let asked: string[] = []
let shop: TestPlatform
before(async () => {
  shop = await openPlatform({
    only: ['restocking'],
    started: false,
    settings: {
      COMPTOIR_PURCHASING_URL: await startUpstream((request, response) => {
        asked.push(request.url ?? '')
        answer(request, response)
      }),
      // A busy machine needs more than the default of 5 s to read 64 MiB.
      COMPTOIR_PURCHASING_TIMEOUT_MS: '120000',
    },
  })
})

const ask = (query = '&limit=100') => shop.call<List>('GET', `/api/reapprovisionnements?store_id=1${query}`)
const answered = (fault: RequestListener) => {
  answer = fault
  asked = []
  return ask()
}
const refusal = (says: string) => [500, `The purchasing application ${says}`]
const answerTo = async (fault: RequestListener) => {
  const { status, body } = await answered(fault)
  return [status, body.message]
}
const oneRecord = JSON.stringify([{ id: 3, name: 'Câbles' }])
const one = [{ id: 3, name: 'Câbles', status: 'PENDING', shop: 1 }]

test('a response that is not a JSON list is reported as such, whatever it contains', async () => {
  const cut = `${oneRecord.slice(0, -1)},{"id": 4, "na`
  for (const text of [
    ...['', ' ', '{}', '"[]"', '0', 'null', 'nul', '<!doctype html><p>Bonjour', '[1,]', '[', '[{]', '[{}}'],
    ...[cut, `${oneRecord}${oneRecord}`, `[${'['.repeat(5_000)}`],
    Buffer.from('[{"name": "Câbles"}]', 'latin1'),
  ])
    assert.deepEqual(
      await answerTo((_request, response) => response.end(text)),
      refusal('did not send a list in JSON'),
      String(text).slice(0, 40),
    )
  const none: RequestListener = (_request, response) => response.writeHead(204).end()
  assert.deepEqual(await answerTo(none), refusal('did not send a list in JSON'))
})

test('a list may be empty, have a byte order mark, be compressed, arrive byte by byte, and have any media type', async () => {
  const type = { 'content-type': 'text/html' }
  for (const [fault, expected] of [
    [response => response.end('[]'), []],
    [response => response.end(' [ ] \n'), []],
    [response => response.writeHead(200, type).end(`\ufeff ${oneRecord}\n`), one],
    [response => response.writeHead(203, { 'content-encoding': 'gzip' }).end(gzipSync(oneRecord)), one],
    [
      async response => {
        for (const byte of Buffer.from(oneRecord)) response.write(Buffer.of(byte))
        response.end()
      },
      one,
    ],
    [response => response.end('[null, 1, "a", true, [], [{}]]'), []],
  ] as [(response: ServerResponse) => unknown, unknown[]][]) {
    const { status, body } = await answered((_request, response) => void fault(response))
    assert.deepEqual([status, body.data, body.totalItems], [200, expected, expected.length])
  }
})

test('redirects are followed, and an endless one is an error', async () => {
  const moved = await answered((request, response) =>
    request.url === '/moved'
      ? response.end(oneRecord)
      : response.writeHead(302, { location: '/moved' }).end(),
  )
  assert.deepEqual(moved.body.data, one)
  const circling: RequestListener = (_request, response) =>
    response.writeHead(302, { location: '/again' }).end()
  assert.deepEqual(await answerTo(circling), refusal('cannot be reached'))
  const nowhere: RequestListener = (_request, response) =>
    response.writeHead(302, { location: 'file:///etc' }).end()
  assert.deepEqual(await answerTo(nowhere), refusal('cannot be reached'))
  const silent: RequestListener = (_request, response) => response.writeHead(304).end()
  assert.deepEqual(await answerTo(silent), refusal('answered with status 304'))
})

test('twenty concurrent requests share reads, one at a time, and a later request starts a new read', async () => {
  let [reading, most] = [0, 0]
  answer = (_request, response) => {
    most = Math.max(most, ++reading)
    setImmediate(() => {
      reading--
      response.end(oneRecord)
    })
  }
  asked = []
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => ask(`&page=${1 + (i % 2)}`)))
  assert.equal(most, 1)
  assert.ok(asked.length < 20, `${asked.length} readings`)
  assert.deepEqual(new Set(asked), new Set(['/api/publique/restock']))
  assert.deepEqual(
    answers.map(({ body }) => body.data.length),
    Array.from({ length: 20 }, (_, i) => 1 - (i % 2)),
  )
  const before = asked.length
  await ask()
  assert.equal(asked.length, before + 1)

  answer = (_request, response) => response.writeHead(503).end()
  const refused = await Promise.all([ask(), ask()])
  assert.deepEqual(
    refused.map(({ body }) => body.message),
    Array(2).fill(refusal('answered with status 503')[1]),
  )
  assert.equal((await answered((_request, response) => response.end(oneRecord))).status, 200)
})

test('a list that is too large, after decompression too, or has too many records is refused without reading the rest', async () => {
  let sent = 0
  function* endless(elements: string) {
    yield '['
    for (; ; sent += elements.length) yield elements
  }
  const pour = (elements: string) =>
    answerTo((_request, response) => {
      sent = 0
      pipeline(Readable.from(endless(elements)), response).catch(() => {})
    })
  assert.deepEqual(await pour(MEBIBYTE), refusal('sent more than 64 MiB'))
  assert.ok(sent < 100 * 1024 * 1024, `${sent} bytes were read`)
  assert.deepEqual(await pour('{},'.repeat(100_000)), refusal('sent more than 500000 records'))
  assert.ok(sent < 10 * 1024 * 1024, `${sent} bytes were read`)

  assert.deepEqual(
    await answerTo((_request, response) => response.setHeader('content-encoding', 'gzip').end(bomb)),
    refusal('sent more than 64 MiB'),
  )
})
