import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { createGzip } from 'node:zlib'
import { waitUntilStable } from '../../../test/support/eventually.ts'
import { decompress } from './bodies.ts'

const LIMIT = 1024 * 1024

/** Creates an endless gzip stream that unpacks to a thousand times its size; `counted.read` counts the bytes read. */
function bomb() {
  const spaces = Buffer.alloc(LIMIT, ' ')
  const gzip = Readable.from(
    (function* () {
      for (;;) yield spaces
    })(),
  ).pipe(createGzip())
  const counted = { read: 0 }
  async function* counting() {
    for await (const part of gzip) {
      counted.read += part.length
      yield part
    }
  }
  const packed = Readable.from(counting(), { objectMode: false })
  return { packed, counted, end: () => packed.destroy() }
}

test('decompression stops at the limit, and an endless body is not read further', async () => {
  const { packed, counted, end } = bomb()
  let size = 0
  await assert.rejects(
    async () => {
      for await (const part of decompress(packed, 'gzip', LIMIT)) size += part.length
    },
    { statusCode: 413 },
  )
  assert.ok(size <= LIMIT)
  // The buffers fill up, and then reading stops.
  assert.ok((await waitUntilStable('the number of bytes read', () => counted.read)) < LIMIT)
  assert.equal(packed.destroyed, false)
  end()
})

test('an aborted request is not reported as invalid gzip', async () => {
  const packed = new Readable({ read() {} })
  const reading = Readable.from(decompress(packed, 'gzip', LIMIT)).toArray()
  packed.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
  await assert.rejects(reading, { code: 'ECONNRESET' })
})
