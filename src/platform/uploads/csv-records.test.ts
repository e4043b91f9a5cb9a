import assert from 'node:assert/strict'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts'
import { ExcessCells, readRecords } from './csv-records.ts'

let folder: string
before(() => {
  folder = createTemporaryFolder('csv')
})

const asObject = (header: readonly string[]) => (cells: readonly string[]) =>
  Object.fromEntries(header.map((name, i) => [name, cells[i]]))

let files = 0
async function read(content: string | Buffer, size = 100) {
  const path = join(folder, `${++files}.csv`)
  await writeFile(path, content)
  const all: unknown[] = []
  lines = []
  for await (const batch of readRecords(path, size, asObject)) {
    all.push(...batch.elements)
    lines.push(...batch.lines)
  }
  return all
}
/** The lines of the records that were read last. */
let lines: number[] = []

const two = [
  { a: '1', b: 'x' },
  { a: '2', b: 'y' },
]

for (const [what, text] of [
  ['commas', 'a,b\n1,x\n2,y\n'],
  ['semicolons, as in French spreadsheets', 'a;b\r\n1;x\r\n2;y\r\n'],
  ['a byte order mark', '\uFEFFa;b\n1;x\n2;y'],
  ['quotes around all cells', '"a";"b"\n"1";"x"\n"2";"y"\n'],
  ['blank lines, and lines of separators', 'a,b\n\n1,x\n,\n\n2,y\n\n'],
  ['spaces around names', ' a , b \n1,x\n2,y\n'],
  ['lines that end in CR', 'a,b\r1,x\r2,y\r'],
] as const)
  test(`a CSV file with ${what} is read`, async () => assert.deepEqual(await read(text), two))

for (const [what, bytes] of [
  [
    'Windows-1252',
    Buffer.from('a;b\r\n\x8cuvre d\x92\xe9t\xe9;\xab\xa0CAF\xc9\xa0\xbb, 3\xa0\x80\r\n', 'latin1'),
  ],
  ['UTF-8', Buffer.from('a;b\r\nŒuvre d’été;«\u00a0CAFÉ\u00a0», 3\u00a0€\r\n')],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFa;b\r\nŒuvre d’été;«\u00a0CAFÉ\u00a0», 3\u00a0€\r\n')],
] as const)
  test(`${what} is detected`, async () =>
    assert.deepEqual(await read(bytes), [{ a: 'Œuvre d’été', b: '«\u00a0CAFÉ\u00a0», 3\u00a0€' }]))

test('Windows-1252 is detected after the first part of a file', async () => {
  const lines = 20_000
  const all = await read(Buffer.from(`a;b\n${'1;x\n'.repeat(lines)}\xe9t\xe9;x\n`, 'latin1'))
  assert.deepEqual(all[lines], { a: 'été', b: 'x' })
})

test('cells that a spreadsheet omits at the end of a record are empty; too many are an element of their own', async () => {
  assert.deepEqual(await read('a;b;c\r\n1;x\r\n2\r\n3;x;y;z;\r\n'), [
    { a: '1', b: 'x', c: undefined },
    { a: '2', b: undefined, c: undefined },
    new ExcessCells(2),
  ])
})

test('separators, quotes and line ends within quotes are part of the text', async () => {
  assert.deepEqual(await read('"a, or not";b\n"1;2\n""3""";"x, y"\n'), [
    { 'a, or not': '1;2\n"3"', b: 'x, y' },
  ])
})

for (const [what, text, expected] of [
  ['LF', 'a,b\n1,x\n2,y\n3,z', [2, 3, 4]],
  ['CRLF', '\uFEFFa;b\r\n1;x\r\n2;y\r\n', [2, 3]],
  ['CR', 'a,b\r1,x\r2,y\r', [2, 3]],
  ['blank lines and lines of separators', '\n\na,b\n\n1,x\n,\n\n2,y\n\n', [5, 8]],
  ['blank lines in CRLF', 'a,b\r\n\r\n\r\n1,x\r\n2,y\r\n', [4, 5]],
  ['line ends in quotations', 'a,b\n"1\n\n1",x\n2,"y\n"\n3,z\n', [2, 5, 7]],
  ['CRLF in quotations', 'a,b\r\n"1\r\n1","x\r\nx"\r\n2,y\r\n"3\r\n",z\r\n4,w', [2, 5, 6, 8]],
  ['a header of several lines', '"a\nor",b\n1,x\n', [3]],
] as const)
  test(`records have the line of the file on which they begin: ${what}`, async () => {
    for (const size of [1, 100]) {
      await read(text, size)
      assert.deepEqual(lines, expected)
    }
  })

for (const [what, text, message] of [
  ['an empty file', '', /empty.*first line must name/],
  ['a file of blank lines', '\n\n', /empty/],
  ['a quoted cell that is not closed', 'a,b\n1,"x\n2,y', /[Qq]uote/],
  ['a quotation mark within a cell', 'a,b\n1,x"y"\n', /[Qq]uote/],
  ['a last record with a missing cell, as in a truncated file', 'a,b\n1,x\n2', /truncated/],
  [
    'a binary file',
    Buffer.from('PK\x03\x04\0\0\x8d,b\n\xe9t\xe9,x\n', 'latin1'),
    /neither UTF-8 nor Windows-1252/,
  ],
  ['UTF-8 with a damaged character', Buffer.from('a,b\n\xc3\xa9t\xe9,x\n', 'latin1'), /neither UTF-8/],
  ['a file that ends within a character', Buffer.from('a,b\n1,é').subarray(0, -1), /UTF-8/],
] as const)
  test(`${what}: 400`, async () => {
    await assert.rejects(read(text), (error: { statusCode: number; message: string }) => {
      assert.equal(error.statusCode, 400)
      assert.match(error.message, /^The file is not valid CSV: /)
      assert.match(error.message, message)
      return true
    })
  })

test('any written texts are read unchanged', async () => {
  const text = fc.string({ unit: 'grapheme' }).map(string => `${string.replaceAll('\0', '')}.`)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ one: text, other: text }), { minLength: 1 }),
      fc.constantFrom(',', ';'),
      fc.constantFrom('\n', '\r\n'),
      async (rows, separator, end) => {
        const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
        const lines = [['one', 'other'], ...rows.map(({ one, other }) => [one, other])]
        const file = lines.map(cells => cells.map(quoted).join(separator)).join(end)
        assert.deepEqual(
          await read(file, 3),
          rows.map(row => ({ ...row })),
        )
      },
    ),
    { numRuns: 100 },
  )
})

test('a file is read only as far as its records are requested', async () => {
  const path = join(folder, 'large.csv')
  const lines = 20_000
  await writeFile(path, `a,b\n${`1,${'x'.repeat(1_000)}\n`.repeat(lines)}`)
  let count = 0
  for await (const batch of readRecords(path, 500, asObject)) {
    assert.ok(batch.elements.length <= 500)
    // The removed part had not been read when the first batch was returned.
    if (count === 0) await truncate(path, 10_000_000)
    count += batch.elements.length
  }
  assert.ok(count > 5_000 && count < lines, String(count))
})

test('a record without an end is refused before it fills the memory', async () => {
  await assert.rejects(read(`a,b\n1,"${'x'.repeat(9 * 1024 * 1024)}`), /Max Record Size/i)
})
