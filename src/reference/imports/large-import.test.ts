import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import type { Platform } from '../../platform/area.ts'
import type { ImportAnswer } from '../../platform/imports/import.ts'
import type { Problem } from '../../platform/problem.ts'
import { importInThread } from './import-in-thread.ts'

/** A file of 5 MB or more, blanks included, is imported in a separate thread. */
const BLANKS = ' '.repeat(5_000_000)
const lines = Array.from({ length: 3_000 }, (_, i) => ({
  ean: `G${i}`,
  nom: `Guirlande ${i}`,
  prixDeVenteCents: i,
  description: 'Une guirlande de cuivre',
}))

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference', 'catalogue'] })
})

async function send<Body = ImportAnswer>(file: string) {
  const form = new FormData()
  form.set('file', new Blob([BLANKS, file]), 'import.json')
  const body = new Response(form)
  return shop.call<Body>('POST', '/api/publique/produits/import', Buffer.from(await body.arrayBuffer()), {
    'content-type': body.headers.get('content-type')!,
    'x-request-id': 'large-import',
  })
}
const total = async () =>
  (await shop.call<{ total: number }>('GET', '/api/publique/produits?limit=1')).body.total

test('a truncated large file is 400 and stores nothing', async () => {
  const { status, body } = await send<{ message: string }>(JSON.stringify(lines).slice(0, -1))
  assert.deepEqual([status, body.message], [400, 'The file is not a JSON array, or is truncated'])
  assert.equal(await total(), 0)
})

test('a file that exceeds the memory of its thread is refused, and the process continues', async () => {
  const file = { path: import.meta.filename, format: 'json' } as const
  const options = { signal: new AbortController().signal, dryRun: false, upsert: false }
  const scarce = { maxOldGenerationSizeMb: 4, maxYoungGenerationSizeMb: 1 }
  await assert.rejects(
    importInThread(shop.platform as Platform<never>, 'produits', file, options, scarce),
    (error: Problem) => error.statusCode === 400 && error.code === 'fichier-invalide',
  )
})

test('a large file is imported line by line while other requests are answered, and the catalogue follows', async () => {
  const file = JSON.stringify(lines.with(1_500, { ...lines[0]!, prixDeVenteCents: -1 }))
  let answered = 0
  let done = false
  const importing = send(file).finally(() => {
    done = true
  })
  while (!done) {
    await total()
    answered++
  }
  const { status, body } = await importing
  assert.deepEqual(
    [status, body.created, body.failed, body.errors],
    [200, 2_999, 1, [{ line: 1_501, error: 'prixDeVenteCents must not be negative' }]],
  )
  assert.ok(answered > 5, `${answered} answers beside the import`)
  await eventually(
    'the catalogue contains the products',
    async () =>
      (await shop.call<{ totalProducts: number }>('GET', '/api/products/stats')).body.totalProducts === 2_999,
  )
})

test('two concurrent large files create each product once', async () => {
  const file = JSON.stringify(lines.map(line => ({ ...line, ean: `H${line.ean}` })))
  const answers = await Promise.all([send(file), send(file)])
  assert.equal(
    answers.reduce((sum, { body }) => sum + body.created, 0),
    3_000,
  )
  assert.equal(await total(), 5_999)
})
