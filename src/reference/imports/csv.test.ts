import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sendCsv, sendFile } from '../../../test/support/import.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import type { ImportAnswer } from '../../platform/imports/import.ts'

type Answer = ImportAnswer & { message: string }
type Row = { id: number } & Record<string, unknown>

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference'], started: false })
})

const url = '/api/publique/produits/import'
const notAGtin = (ean: string) => `ean ${ean} does not have 8, 12, 13 or 14 digits with the right check digit`
const read = async (ean: string) =>
  (await shop.call<Row[]>('GET', `/api/publique/produits?ean=${ean}`)).body[0]
const total = async () =>
  (await shop.call<{ total: number }>('GET', '/api/publique/produits?limit=1')).body.total

test('a CSV from a spreadsheet is recognized by name, by type, or as the request body', async () => {
  const file = (ean: string) =>
    `\uFEFFean;nom;prixDeVenteCents;tauxTva;photosUrls;description;Remarque\r\n${ean};"Écran 24"" ; plat";12900;5,5;https://a.example/1.jpg|https://a.example/2.jpg;;x\r\n`
  for (const [ean, send] of [
    ['C1', (text: string) => sendFile<Answer>(shop, url, text, { name: 'Produits.CSV' })],
    ['C2', (text: string) => sendFile<Answer>(shop, url, text, { name: 'x', type: 'text/csv' })],
    ['C3', (text: string) => sendCsv<Answer>(shop, url, text)],
    ['C4', (text: string) => sendCsv<Answer>(shop, url, text, 'text/csv; charset=UTF-8; header=present')],
  ] as const) {
    const { status, body } = await send(file(ean))
    assert.deepEqual(
      [status, body],
      [
        200,
        {
          ...{ succes: true, created: 1, failed: 0, errors: [], unknownFields: ['Remarque'] },
          ...{ warned: 1, warnings: [{ line: 2, warning: notAGtin(ean) }] },
        },
      ],
    )
    assert.partialDeepStrictEqual(await read(ean), {
      nom: 'Écran 24" ; plat',
      prixDeVenteCents: 12900,
      tauxTva: 5.5,
      photosUrls: ['https://a.example/1.jpg', 'https://a.example/2.jpg'],
      description: null,
      categories: 'accessoires',
    })
  }
})

test('lines are numbered as in the file, from the header, which is line 1', async () => {
  const { body } = await sendCsv<Answer>(
    shop,
    url,
    'ean,nom,prixDeVenteCents,statutProduit\nD1,"Un\r\nou une",100,\n\nD2,Deux,cher,\n,Trois,100,\nD4,Quatre,-1,\nD5,Cinq,1,vendu\nD1,Six,1,\n',
  )
  assert.partialDeepStrictEqual(body, { succes: false, created: 1, failed: 5 })
  const expected = [
    /prixDeVenteCents must be integer/,
    /ean/,
    /negative/,
    /statutProduit.*actif/,
    /D1 already exists, on line 2$/,
  ]
  assert.deepEqual(
    body.errors.map(({ line }) => line),
    [5, 6, 7, 8, 9],
  )
  for (const [i, pattern] of expected.entries()) assert.match(body.errors[i]?.error ?? '', pattern)
})

test('a file with an error anywhere is 400 and stores nothing', async () => {
  const before = await total()
  const lines = Array.from({ length: 4_500 }, (_, i) => `E${i},Article ${i},${i}`).join('\n')
  const head = 'ean,nom,prixDeVenteCents\n'
  for (const [what, text, message] of [
    ['no line of names', lines, /must name its columns/],
    ['a name twice', `ean,ean,nom\n${lines}`, /ean twice/],
    ['broken off', `${head}${lines}\nE9999,"Art`, /quote/i],
    ['broken off in a line', `${head}${lines}\nE9999,x`, /truncated/],
    ['JSON', '[{"ean":"E1"}]', /must name its columns|quote/i],
    ['nothing', '', /empty/],
    ['damaged text', Buffer.from(`${head}E1,\xc3\xa9t\xe9,1`, 'latin1'), /UTF-8/],
  ] as const) {
    const { status, body } = await sendFile<Answer>(shop, url, text, { name: 'a.csv' })
    assert.equal(status, 400, what)
    assert.match(body.message, message, what)
    assert.equal(await total(), before, what)
  }
  assert.equal((await sendCsv(shop, url, `${head}E1,a,1`, 'text/csv; charset=iso-8859-1')).status, 415)
  assert.equal((await sendCsv(shop, url, `${head}E1,a,1`, 'text/plain')).status, 415)
  assert.equal(await total(), before)
  assert.equal((await sendCsv<Answer>(shop, url, head)).body.created, 0)
})

test('a large file is imported in a separate thread', async () => {
  const before = await total()
  const lines = Array.from({ length: 9_000 }, (_, i) => `F${i};Article ${i};${i};${'x'.repeat(600)}`)
  const text = `ean;nom;prixDeVenteCents;description\n${lines.join('\n')}\n`
  const { body } = await sendFile<Answer>(shop, url, text, { name: 'a.csv' })
  assert.deepEqual([body.created, body.failed], [9_000, 0])
  assert.equal(await total(), before + 9_000)
  assert.partialDeepStrictEqual(await read('F8999'), { nom: 'Article 8999', prixDeVenteCents: 8999 })
})

test('suppliers, warehouses, stores and relations are imported from CSV', async () => {
  const send = async (path: string, text: string) =>
    (await sendCsv<Answer>(shop, `/api/publique/${path}/import`, text)).body
  const [supplier] = [
    await send('fournisseurs', 'codeFournisseur,nomLegal,interlocuteurs\nV,Vermeil,Ada;Zoé\n'),
  ]
  assert.equal(supplier.created, 1)
  assert.equal((await send('entrepots', 'nom,adresse,estGrosVolume\nNord,Lille,oui\n')).created, 1)
  assert.equal(
    (await send('magasins', 'nom;adresse;servicesDisponibles\nGare;Lyon;"click_collect;formation"\n'))
      .created,
    1,
  )
  const list = async (name: string) => (await shop.call<Row[]>('GET', `/api/publique/${name}`)).body
  const [vermeil] = await list('fournisseurs')
  assert.deepEqual(vermeil?.interlocuteurs, ['Ada', 'Zoé'])
  assert.equal((await list('entrepots'))[0]?.estGrosVolume, true)
  assert.deepEqual((await list('magasins'))[0]?.servicesDisponibles, ['click_collect', 'formation'])
  const product = await read('C1')
  const relations = `produitId,fournisseurId,prixFournisseurCents\n${product?.id},${vermeil?.id},900\n`
  assert.equal((await send('produits/fournisseurs', relations)).created, 1)
})
