import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sendCsv, sendFile } from '../../../test/support/import.ts'
import { startImport, waitForImport } from '../../../test/support/import-runs.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import type { ImportAnswer } from '../../platform/imports/import.ts'
import { createCreatedLines } from './created-lines.ts'
import { isGtin } from './product-lines.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference'] })
})

const produits = '/api/publique/produits/import'
const send = async (lines: unknown[], url = produits) =>
  (await sendFile<ImportAnswer>(shop, url, JSON.stringify(lines))).body

/** A product with the check digit of its 13 digits. */
function product(n: number, more: object = {}) {
  const digits = `21${String(n).padStart(10, '0')}`
  const ean = Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find(isGtin)
  return { ean, nom: `Article ${n}`, prixDeVenteCents: n, ...more }
}

test('unknown fields are reported once, in the order of the file', async () => {
  const { created, unknownFields } = await send([
    product(1, { prix: 1 }),
    product(2, { couleur: 'rouge', prix: 2, constructor: 3 }),
    null,
    ['x'],
  ])
  assert.deepEqual([created, unknownFields], [2, ['prix', 'couleur', 'constructor']])
  const names = Array.from({ length: 150 }, (_, i) => [`${i}${'n'.repeat(200)}`, i])
  const many = await send([product(3, Object.fromEntries(names))])
  assert.deepEqual([many.unknownFields.length, many.unknownFields[0]?.length], [100, 100])
})

test('an ean in scientific notation and a photo address that is not http(s) are errors', async () => {
  const { ean: _, ...rest } = product(10)
  const scientific = ['2,1E+12', '2.1e+12', '2E12', '2.1E12']
  const photos = [
    'ftp://a.example/1.jpg',
    'javascript:alert(1)',
    'C:\\1.jpg',
    '1.jpg',
    '',
    '//a.example/1.jpg',
    'http:///1',
  ]
  const { body } = await sendCsv<ImportAnswer>(
    shop,
    `${produits}?mode=upsert`,
    `ean;nom;prixDeVenteCents\n${scientific.map(ean => `${ean};Un;1`).join('\n')}\n`,
  )
  assert.deepEqual([body.created, body.failed, body.warned], [0, 4, 0])
  for (const [i, { line, error }] of body.errors.entries()) {
    assert.equal(line, i + 2)
    assert.ok(error.startsWith(`ean ${scientific[i]} is in scientific notation; `), error)
  }
  const refused = await send(
    photos.map((url, i) => product(11 + i, { photosUrls: ['https://a.example/', url] })),
  )
  assert.deepEqual(
    refused.errors.map(({ error }) => error),
    photos.map(url => `photosUrls: ${JSON.stringify(url)} is not an http or https address`),
  )
  const accepted = [
    { ...rest, ean: '12E4' },
    product(30, { photosUrls: ['HTTPS://a.example/1.jpg', 'http://b', '/exemple/images/1.svg'] }),
    product(31, { photosUrls: null }),
  ]
  assert.equal((await send(accepted)).created, 3)
})

test('an improbable ean and VAT rate of a stored line are warnings', async () => {
  const { ean } = product(40)
  const { warned, warnings, failed } = await send([
    product(40, { tauxTva: 27 }),
    product(41, { tauxTva: 27.5 }),
    product(42, { ean: '2100000000013', tauxTva: 55 }),
    product(42, { ean: '2100000000013', tauxTva: 55 }),
    { ean, tauxTva: 55 },
    ...['96385074', '036000291452', '4006381333931', '10012345678902'].map(ean => product(43, { ean })),
    ...['96385073', '036000291453', '210000000001', 'A-1'].map(ean => product(44, { ean })),
  ])
  const wrong = (ean: string) => `ean ${ean} does not have 8, 12, 13 or 14 digits with the right check digit`
  const rate = (value: number) => `tauxTva is ${value}; no VAT rate in the European Union exceeds 27`
  assert.deepEqual(warnings, [
    { line: 2, warning: rate(27.5) },
    { line: 3, warning: wrong('2100000000013') },
    { line: 3, warning: rate(55) },
    ...['96385073', '036000291453', '210000000001', 'A-1'].map((ean, i) => ({
      ...{ line: 10 + i, warning: wrong(ean) },
    })),
  ])
  assert.deepEqual([warned, failed], [7, 2])
  const updated = await send([{ ean, tauxTva: 33 }], `${produits}?mode=upsert`)
  assert.deepEqual([updated.updated, updated.warnings], [1, [{ line: 1, warning: rate(33) }]])
})

test('a duplicate names its line and the earlier line of the file, also of an earlier batch', async () => {
  const lines = Array.from({ length: 4_500 }, (_, i) => product(10_000 + i))
  const { created, errors } = await send([
    ...lines.slice(0, 10),
    { nom: 'Without an ean' },
    ...lines.slice(10),
    lines[5],
    lines[20],
    lines[4_499],
    product(40),
  ])
  assert.equal(created, 4_500)
  assert.deepEqual(
    errors.slice(1).map(({ line, error }) => [line, error.replace(/^.* already exists/, '')]),
    [
      [4_502, ', on line 6'],
      [4_503, ', on line 22'],
      [4_504, ', on line 4501'],
      [4_505, ''],
    ],
  )
})

test('a background import stores warnings and unknown fields', async () => {
  const file = JSON.stringify([product(50, { tauxTva: 55, prix: 1 })])
  const { body: begun } = await startImport(shop, produits, file)
  const run = await waitForImport(shop, `/api/v1/privee/imports/${begun.id}`)
  assert.partialDeepStrictEqual(run, {
    resultat: { created: 1, warned: 1, unknownFields: ['prix'] },
    avertissements: [{ line: 1 }],
  })
})

test('the lines of created records are found in bounded memory', () => {
  const created = createCreatedLines(3)
  for (const [id, line] of [
    [5, 2],
    [6, 3],
    [7, 5],
    [10, 6],
    [11, 7],
    [20, 9],
  ] as const)
    created.add(id, line)
  assert.deepEqual([4, 5, 6, 7, 8, 10, 11, 12, 20].map(created.find), [
    undefined,
    2,
    3,
    5,
    undefined,
    6,
    7,
    undefined,
    undefined,
  ])
})
