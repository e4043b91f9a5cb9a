import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { eventually } from '../../../test/support/eventually.ts'
import { sendCsv, sendFile } from '../../../test/support/import.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createSettableClock } from '../../../test/support/settable-clock.ts'
import { markPictures } from './uses.ts'

type Row = { id: number; ean: string; photosUrls: string[] }

const BASE = 'https://boutique.example'
const OTHER = 'https://autre.example/api/v1/publique/images/x/1200'
const url = '/api/publique/produits'
const DAY = 86_400_000
const clock = createSettableClock('2026-03-02T10:00:00Z')

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({
    only: ['reference', 'catalogue'],
    settings: { COMPTOIR_PUBLIC_URL: `${BASE}/` },
    clock,
  })
})

let last = 0
const createFile = () =>
  sharp({ create: { width: ++last, height: 1, channels: 3, background: '#080' } })
    .png()
    .toBuffer()
/** Uploads a picture, by default a new one, and returns its path. */
async function upload(file: Buffer | Promise<Buffer> = createFile()) {
  const { body } = await sendFile<{ url: string }>(shop, '/api/v1/privee/images', await file, {
    part: 'image',
  })
  assert.ok(body.url.startsWith(`${BASE}/api/v1/publique/images/`), JSON.stringify(body))
  return body.url.slice(BASE.length)
}
const isStored = async (path: string) => (await shop.server.inject({ url: path })).statusCode === 200
const body = (photosUrls: string[]) => ({
  ...{ ean: `978${String(++last).padStart(10, '0')}`, nom: 'Tente', prixDeVenteCents: 1_000, photosUrls },
})
const create = async (photosUrls: string[]) => {
  const { status, body: made } = await shop.call<Row>('POST', url, body(photosUrls))
  assert.equal(status, 201, JSON.stringify(made))
  return made
}
const photosOf = async (address: string) => (await shop.call<Row>('GET', address)).body.photosUrls

test('products keep the path, and every answer completes it; other addresses stay as they are', async () => {
  const path = await upload()
  const complete = [BASE + path, OTHER]
  for (const given of [path, BASE + path]) {
    const made = await create([given, OTHER])
    const one = `${url}/${made.id}`
    assert.deepEqual(made.photosUrls, complete)
    assert.deepEqual(await photosOf(one), complete)
    const changed = await shop.call<Row>('PATCH', one, { photosUrls: [OTHER, given] })
    assert.deepEqual(changed.body.photosUrls, complete.toReversed())
    await shop.call('PATCH', url, { produits: [{ id: made.id, photosUrls: [given, OTHER] }] })
    const filter = JSON.stringify([{ field: 'photosUrls', operator: 'equals', value: path }])
    const listed = await shop.call<Row[]>(
      'GET',
      `${url}?ids=${made.id}&filters=${encodeURIComponent(filter)}`,
    )
    assert.deepEqual(
      listed.body.map(({ photosUrls }) => photosUrls),
      [complete],
      'the path is stored',
    )
    const page = await shop.call<{ rows: Row[] }>('GET', `${url}?ids=${made.id}&limit=5&fields=photosUrls`)
    assert.deepEqual(page.body.rows, [{ photosUrls: complete }])
    assert.deepEqual(await photosOf(`${url}/search/sku?sku=${made.ean}`), complete)
  }
})

test('those of suppliers and of the catalogue are completed too, and no other text', async () => {
  const path = await upload()
  const { id, ean } = await create([path])
  await shop.call('PATCH', `${url}/${id}`, { description: `"${path}",["${path}"]`, marque: path })
  const supplier = await shop.call<Row>('POST', '/api/publique/fournisseurs', {
    nomLegal: 'V',
    codeFournisseur: 'V',
  })
  const fournisseurId = supplier.body.id
  await shop.call('POST', `${url}/${id}/fournisseurs`, { fournisseurId })
  const sold = await shop.call<{ rows: Row[] }>('GET', `/api/publique/fournisseurs/${fournisseurId}/produits`)
  assert.deepEqual(sold.body.rows[0]?.photosUrls, [BASE + path])
  const related = `/api/publique/fournisseurs/${fournisseurId}?include=produits`
  const { body } = await shop.call<{ produits: { produit: Row }[] }>('GET', related)
  assert.deepEqual(body.produits[0]?.produit.photosUrls, [BASE + path])

  type Listed = Row & { description: string; marque: string }
  const listed = await eventually('the product is listed', async () => {
    const { body } = await shop.call<{ data: Listed[] }>('GET', `/api/products?search=${ean}`)
    return body.data[0]?.marque === path && body.data[0]
  })
  assert.deepEqual([listed.photosUrls, listed.description], [[BASE + path], `"${path}",["${path}"]`])
  assert.deepEqual(await photosOf(`/api/v1/publique/catalogue/${id}`), [BASE + path])
})

test('imports take the path and the address', async () => {
  const path = await upload()
  const [one, other] = [body([BASE + path]), body([])]
  await sendFile(shop, `${url}/import`, JSON.stringify([one]))
  const csv = `ean;nom;prixDeVenteCents;photosUrls\n${other.ean};Tente;1000;${path}|${BASE}${path}\n`
  await sendCsv(shop, `${url}/import`, csv)
  assert.deepEqual(await photosOf(`${url}/search/sku?sku=${one.ean}`), [BASE + path])
  assert.deepEqual(await photosOf(`${url}/search/sku?sku=${other.ean}`), [BASE + path, BASE + path])
  const again = await sendFile<{ unchanged: number }>(
    shop,
    `${url}/import?mode=upsert`,
    JSON.stringify([one]),
  )
  assert.equal(again.body.unchanged, 1)
})

test('pictures are deleted 30 days after their upload and after the last product stopped naming them', async () => {
  const files = Array.from({ length: 6 }, createFile)
  const paths = await Promise.all(files.map(file => upload(file)))
  const [, again = '', removed = '', deleted = '', imported = '', kept = ''] = paths
  const [first, second] = [await create([removed]), await create([deleted])]
  await create([kept])
  const line = body([imported])
  await sendFile(shop, `${url}/import`, JSON.stringify([line]))
  const start = clock.now().getTime()
  const findAfter = async (days: number) => {
    clock.set(start + days * DAY)
    await shop.runSchedule('reference.delete-pictures')
    const found = await Promise.all(paths.map(isStored))
    return paths.filter((_, i) => found[i])
  }

  assert.deepEqual(await findAfter(20), paths)
  await shop.call('PATCH', `${url}/${first.id}`, { photosUrls: [OTHER] })
  await shop.call('DELETE', `${url}/${second.id}`)
  await sendFile(shop, `${url}/import?mode=upsert`, JSON.stringify([{ ...line, photosUrls: [] }]))
  assert.deepEqual(await findAfter(29), paths)
  assert.equal(await upload(files[1]!), again)
  assert.deepEqual(await findAfter(32), [again, removed, deleted, imported, kept])
  assert.deepEqual(await findAfter(52), [again, kept])
  assert.deepEqual(await findAfter(400), [kept])
})

test('a picture that a transaction names is not deleted meanwhile', async () => {
  const path = await upload()
  const { db } = shop.platform
  clock.set(clock.now().getTime() + 40 * DAY)
  await db.transaction(async tx => {
    await markPictures(tx, [{ photosUrls: [path] }], clock.now())
    await shop.runSchedule('reference.delete-pictures')
  })
  assert.ok(await isStored(path))
})
