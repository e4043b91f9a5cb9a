import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../problem.ts'
import { parseElements } from './json-elements.ts'

/** Yields the bytes of a text in parts of these lengths, repeating the last length. */
function* cut(bytes: Buffer, lengths: number[]) {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = lengths[Math.min(i, lengths.length - 1)]!
    yield bytes.subarray(at, at + length)
    at += length
  }
}

const read = async (text: string | Buffer, lengths = [7], size = 3) => {
  const found: unknown[] = []
  for await (const elements of parseElements(cut(Buffer.from(text as string), lengths), size)) {
    assert.ok(elements.length <= size)
    found.push(...elements)
  }
  return found
}
const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 })
const isRefusal = (error: unknown) => error instanceof Problem && error.statusCode === 400

describe('elements of a JSON array', () => {
  test('equal those of JSON.parse, wherever the text is split', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 4 })),
        fc.constantFrom(undefined, 1, '\t'),
        lengths,
        async (values, indent, cuts) => {
          const text = JSON.stringify(values, null, indent)
          assert.deepEqual(await read(text, cuts), JSON.parse(text))
        },
      ),
      { numRuns: 500 },
    ))

  test('of a damaged text are refused exactly when JSON.parse refuses it', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1 }),
        fc.nat(),
        fc.nat(3),
        fc.constantFrom('', '"', '\\', ',', '[', ']', '{', '}', ':', '1', ' ', 'é', '\v'),
        lengths,
        async (values, place, removed, put, cuts) => {
          const whole = JSON.stringify(values)
          const at = place % (whole.length + 1)
          const text = whole.slice(0, at) + put + whole.slice(at + removed)
          let expected: unknown
          try {
            expected = JSON.parse(text)
          } catch {
            return assert.rejects(read(text, cuts), isRefusal, text)
          }
          if (!Array.isArray(expected)) return assert.rejects(read(text, cuts), isRefusal, text)
          assert.deepEqual(await read(text, cuts), expected, text)
        },
      ),
      { numRuns: 3_000 },
    ))

  test('may follow a byte order mark and be followed by white space only', async () => {
    assert.deepEqual(await read('\uFEFF [1]\n \r\t'), [1])
    assert.deepEqual(await read('[ \n]'), [])
    for (const text of [
      '[1] x',
      '[1][2]',
      '[1],',
      '\uFEFF',
      '',
      '  ',
      '{}',
      '[\v]',
      '[1,]',
      '[,]',
      '[1}',
      '[1',
    ])
      for (const length of [1, 2, 100]) await assert.rejects(read(text, [length]), isRefusal, text)
  })

  test('with invalid UTF-8 are refused', async () => {
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80]])
      await assert.rejects(read(Buffer.from([0x5b, 0x22, ...bytes, 0x22, 0x5d])), isRefusal)
    await assert.rejects(read(Buffer.from('\ufeff[1]', 'utf16le')), isRefusal)
  })

  test('without an end, or nested too deeply, are refused', async () => {
    await assert.rejects(read('['.repeat(5_000), [1_000]), /deeper than 1000 levels/)
    assert.equal((await read(`${'['.repeat(900)}${']'.repeat(900)}`)).length, 1)
    const endless = Buffer.concat([Buffer.from('[1,"'), Buffer.alloc(9 * 1024 * 1024, 'x')])
    await assert.rejects(read(endless, [65_536]), /larger than 8 MiB/)
  })

  test('that are large come in smaller batches, so that memory use is bounded', async () => {
    const element = `"${'x'.repeat(1_000_000)}"`
    const text = Buffer.from(`[${Array(40).fill(element).join()}]`)
    const sizes: number[] = []
    for await (const batch of parseElements(cut(text, [65_536]), 2_000)) sizes.push(batch.length)
    assert.equal(
      sizes.reduce((sum, size) => sum + size),
      40,
    )
    assert.ok(Math.max(...sizes) <= 10, String(sizes))
  })

  test('that are invalid are reported with their position', async () => {
    await assert.rejects(read('[1,2,3,x]'), /in element 4 or soon after, Unexpected token 'x'/)
  })
})
