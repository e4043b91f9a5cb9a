import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { startImport, waitForImport } from '../../../test/support/import-runs.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import type { ImportAnswer } from '../../platform/imports/import.ts'
import type { StockItem } from '../stock-schemas.ts'
import { recordCounts } from './change-stock.ts'

let shop: TestPlatform
let storeId: number
before(async () => {
  shop = await openPlatform({ only: ['logistics', 'reference'] })
  storeId = await create('magasins', { nom: 'Comptoir Lille', adresse: 'Lille' })
})

type Page = { data: object[]; totalItems: number }
const stocks = '/api/publique/stocks'

const create = async (path: string, body: object) =>
  (await shop.call<{ id: number }>('POST', `/reference/api/publique/${path}`, body)).body.id
let eans = 0
const newArticle = () =>
  create('produits', { ean: `2099${String(++eans).padStart(9, '0')}`, nom: 'Article', prixDeVenteCents: 100 })

/** Products and stores that reference does not have; their stock rows are created without it. */
let unknown = 1_000_000
const newProduct = () => ++unknown
const newStore = () => ++unknown
const count = (...counts: { productId: number; storeId: number; quantite: number }[]) =>
  shop.platform.db.transaction(tx => recordCounts(tx, counts, shop.platform))
const get = async <Body>(url: string) => (await shop.call<Body>('GET', url)).body

/** Sends a form with a file as the part `name`. */
async function send(text: string, name = 'file') {
  const form = new FormData()
  form.append('comment', 'a field that nobody asked for')
  form.append(name, new Blob([text]), 'stocks.json')
  const encoded = new Response(form)
  return shop.call<ImportAnswer>(
    'POST',
    '/logistics/api/v1/privee/stocks/import',
    Buffer.from(await encoded.arrayBuffer()),
    { 'content-type': encoded.headers.get('content-type')! },
  )
}
const lines = (...entries: [productId: unknown, storeId: unknown, quantity: unknown][]) =>
  JSON.stringify(entries.map(([productId, storeId, quantity]) => ({ productId, storeId, quantity })))

test('an import sets valid lines and reports invalid ones by number; the later of two counts applies', async () => {
  const [a, b, storeId] = [newProduct(), newProduct(), newStore()]
  await count({ productId: a, storeId, quantite: 1 }, { productId: b, storeId, quantite: 1 })

  const { status, body } = await send(
    JSON.stringify([
      { productId: a, storeId, quantity: 7 },
      { productId: a, storeId, quantity: -1 },
      'nonsense',
      { productId: b, storeId },
      { productId: b, storeId, quantity: 5 },
      { productId: a, storeId, quantity: 9 },
    ]),
  )

  assert.equal(status, 200)
  assert.partialDeepStrictEqual(body, { succes: false, created: 0, updated: 3, unchanged: 0, failed: 3 })
  assert.deepEqual(
    body.errors.map(({ line }) => line),
    [2, 3, 4],
  )
  assert.equal(body.errors[0]?.error, 'quantity must be >= 0')
  assert.match(body.errors[2]?.error ?? '', /quantity/)
  const items = await get<StockItem[]>(`${stocks}/${storeId}`)
  assert.deepEqual(
    items.map(({ productId, stock }) => [productId, stock]),
    [
      [a, 9],
      [b, 5],
    ],
  )
})

test('an import that is not a complete JSON array in the part `file` changes nothing', async () => {
  const [productId, storeId] = [newProduct(), newStore()]
  await count({ productId, storeId, quantite: 1 })
  const good = lines(
    ...Array.from({ length: 3_000 }, () => [productId, storeId, 8] as [number, number, number]),
  )

  for (const [text, name] of [
    [good.slice(0, -10), 'file'],
    [good.slice(0, -1), 'file'],
    [`${good} x`, 'file'],
    [good.replace(/8}]$/, 'eight}]'), 'file'],
    ['{"productId": 1}', 'file'],
    ['null', 'file'],
    ['', 'file'],
    [good, 'other'],
  ] as const)
    assert.equal((await send(text, name)).status, 400, text.slice(-12))
  const url = '/logistics/api/v1/privee/stocks/import'
  assert.equal((await shop.call('POST', url, [])).status, 415)
  assert.equal((await shop.call('POST', url)).status, 415)
  const cut = { 'content-type': 'multipart/form-data; boundary=x' }
  assert.equal((await shop.call('POST', url, Buffer.from('--x\r\nnonsense'), cut)).status, 400)
  assert.deepEqual(await get(`/api/publique/reserve/${productId}`), [{ storeId, quantity: 1 }])
})

test('an import larger than the limit of other bodies is accepted', async () => {
  const storeId = newStore()
  const ids = Array.from({ length: 2_500 }, newProduct)
  await count(...ids.map(productId => ({ productId, storeId, quantite: 0 })))
  const file = lines(
    ...Array.from({ length: 40_000 }, (_, i): [number, number, number] => [ids[i % 2_500]!, storeId, i]),
  )
  assert.ok(file.length > 1024 * 1024)

  const { body } = await send(file)

  assert.partialDeepStrictEqual(body, { created: 0, updated: 39_999, unchanged: 1, failed: 0 })
  const [first] = await get<StockItem[]>(`${stocks}/${storeId}?stockId=${ids[0]}`)
  assert.equal(first?.stock, 37_500)
})

test('an import creates rows, and reports unknown products and stores by line', async () => {
  const ids: number[] = []
  while (ids.length < 450) ids.push(...(await Promise.all(Array.from({ length: 30 }, () => newArticle()))))
  const second = await create('magasins', { nom: 'Comptoir Lyon', adresse: 'Lyon' })
  const good = ids.map((id, i) => [id, i % 2 ? storeId : second, 3] as [number, number, number])

  const { status, body } = await send(
    lines([999_999, storeId, 1], ...good, [ids[0], 999_999, 1], [ids[0], second, 4]),
  )

  assert.equal(status, 200)
  assert.deepEqual(body, {
    succes: false,
    ...{ created: 450, updated: 1, unchanged: 0, failed: 2, warned: 0 },
    ...{ warnings: [], unknownFields: [] },
    errors: [
      { line: 1, error: 'Product with id 999999 not found' },
      { line: 452, error: 'Store with id 999999 not found' },
    ],
  })
  const page = await shop.call<Page>('GET', `${stocks}?store_id=${second}&limit=100&page=3`)
  assert.deepEqual([page.body.totalItems, page.body.data.length], [225, 25])
  const [first] = (await shop.call<Page>('GET', `${stocks}?store_id=${second}`)).body.data
  assert.deepEqual(first, { productId: ids[0], storeId: second, quantity: 4 })
})

test('an import reads CSV too, and a dry run changes nothing', async () => {
  const productId = await newArticle()
  const file = `storeId;productId;quantity;remarque\n${storeId};${productId};7;\n${storeId};999999;1;x\n${storeId};${productId};;\n`
  const csv = (query = '') =>
    shop.call<ImportAnswer>('POST', `/api/v1/privee/stocks/import${query}`, file, {
      'content-type': 'text/csv',
    })
  const readReservable = async () => (await shop.call('GET', `/api/publique/reserve/${productId}`)).body
  const dry = await csv('?dryRun=true')
  assert.deepEqual(await readReservable(), [])
  const { status, body } = await csv()
  assert.equal(status, 200)
  assert.deepEqual([body.created, body.failed, body.errors.map(({ line }) => line)], [1, 2, [3, 4]])
  assert.deepEqual([body.unknownFields, (await csv()).body.unchanged], [['remarque'], 1])
  assert.partialDeepStrictEqual(dry.body, {
    ...body,
    preview: [
      { line: 2, outcome: 'created', values: { quantity: '7' } },
      { line: 3, outcome: 'failed' },
      { line: 4, outcome: 'failed' },
    ],
  })
  assert.deepEqual(await readReservable(), [{ storeId, quantity: 7 }])
})

test('a French file names products by ean and stores by name', async () => {
  const productId = await newArticle()
  const ean = `2099${String(eans).padStart(9, '0')}`
  await create('magasins', { nom: 'Comptoir Nord', adresse: 'Calais' })
  await create('magasins', { nom: 'Comptoir nord', adresse: 'Dunkerque' })
  const file = [
    'Code-barres;Produit;Magasin;Quantité',
    `${ean};Écran;COMPTOIR LILLE;1 200`,
    `${ean};Écran;Comptoir Nord;5`,
    `${ean};Écran;Comptoir Sud;5`,
    `2099999999999;Écran;Comptoir Lille;5`,
    `;Écran;Comptoir Lille;beaucoup`,
  ].join('\r\n')
  const { body } = await shop.call<ImportAnswer>(
    'POST',
    '/api/v1/privee/stocks/import',
    Buffer.from(file, 'latin1'),
    { 'content-type': 'text/csv' },
  )
  assert.partialDeepStrictEqual(body, { created: 1, failed: 4, unknownFields: ['Produit'] })
  assert.deepEqual(body.errors, [
    {
      ...{ line: 3, error: 'magasin Comptoir Nord is the name of several stores; use storeId' },
      ...{ column: 'Magasin', value: 'Comptoir Nord' },
    },
    {
      ...{ line: 4, error: 'magasin Comptoir Sud is the name of no store' },
      ...{ column: 'Magasin', value: 'Comptoir Sud' },
    },
    {
      ...{ line: 5, error: 'ean 2099999999999 belongs to no product' },
      ...{ column: 'Code-barres', value: '2099999999999' },
    },
    { line: 6, error: 'quantity must be integer', column: 'Quantité', value: 'beaucoup' },
  ])
  assert.deepEqual(await get(`/api/publique/reserve/${productId}`), [{ storeId, quantity: 1200 }])
})

test('an import of stocks runs in the background, and is not listed in other areas', async () => {
  const [a, b, store] = [newProduct(), newProduct(), newStore()]
  await count(...[a, b].map(productId => ({ productId, storeId: store, quantite: 0 })))

  const csv = `productId;storeId;quantity\n${a};${store};7\n${b};${store};x\n`
  const { status, body } = await startImport(shop, '/api/v1/privee/stocks/import', csv, 'inventaire.csv')
  assert.equal(status, 202)
  const runs = '/api/v1/privee/stocks/imports'
  assert.partialDeepStrictEqual(await waitForImport(shop, `${runs}/${body.id}`), {
    ...{ nature: 'stocks', nomFichier: 'inventaire.csv', statut: 'termine', lignes: 2 },
    resultat: { created: 0, updated: 1, failed: 1 },
    erreurs: [{ line: 3 }],
  })
  const { body: list } = await shop.call<{ total: number }>('GET', runs)
  assert.equal(list.total, 1)
  assert.deepEqual(await get(`/api/publique/reserve/${a}`), [{ storeId: store, quantity: 7 }])
})
