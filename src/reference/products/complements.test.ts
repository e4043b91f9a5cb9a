import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sendFile } from '../../../test/support/import.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

type Row = { id: number; produitsComplementairesIds: number[] | null; message?: string }

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference'] })
})

const url = '/api/publique/produits'
let last = 0
const create = (produitsComplementairesIds?: number[], more: object = {}) =>
  shop.call<Row>('POST', url, {
    ...{ ean: `2077${String(++last).padStart(9, '0')}`, nom: 'Imprimante', prixDeVenteCents: 9900 },
    produitsComplementairesIds,
    ...more,
  })
const created = async (...complements: number[]) =>
  (await create(complements.length > 0 ? complements : undefined)).body.id
const read = async (id: number) => (await shop.call<Row>('GET', `${url}/${id}`)).body
const complementsOf = async (id: number) => (await read(id)).produitsComplementairesIds

test('a deleted product is removed from the complements of others, which can be saved unchanged', async () => {
  const [ink, paper, cable] = [await created(), await created(), await created()]
  const printer = await created(paper, ink, cable)
  const [alone, without] = [await created(ink), await created(paper)]
  const before = await read(without)

  await shop.call('DELETE', `${url}/${ink}`)

  const body = await read(printer)
  assert.deepEqual(body.produitsComplementairesIds, [paper, cable])
  assert.deepEqual(await complementsOf(alone), [])
  assert.deepEqual(await read(without), before)
  assert.equal((await shop.call('PATCH', `${url}/${printer}`, body)).status, 200)
  const filters = JSON.stringify([{ field: 'produitsComplementairesIds', operator: 'contains', value: ink }])
  assert.deepEqual((await shop.call('GET', `${url}?filters=${encodeURIComponent(filters)}`)).body, [])
  assert.equal(
    (await shop.call('PATCH', `${url}/${printer}`, { produitsComplementairesIds: [ink] })).status,
    422,
  )
})

test('several complements can be deleted together with a product that names them', async () => {
  const [one, two, three] = [await created(), await created(), await created()]
  const named = await created(one, two, three)
  const also = await created(one)
  const { status } = await shop.call('DELETE', url, { ids: [one, three, also] })
  assert.equal(status, 200)
  assert.deepEqual(await complementsOf(named), [two])
})

test('a product named and deleted concurrently is in no list afterwards', async () => {
  for (let round = 0; round < 10; round++) {
    const [gone, other] = [await created(), await created()]
    const holder = await created()
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => create([other, gone])),
      shop.call<Row>('PATCH', `${url}/${holder}`, { produitsComplementairesIds: [gone] }),
      shop.call<Row>('DELETE', `${url}/${gone}`),
      shop.call<Row>('PATCH', url, { produits: [{ id: holder, produitsComplementairesIds: [gone, other] }] }),
    ])
    for (const { status } of answers) assert.ok([200, 201, 422].includes(status), String(status))
    const { body } = await shop.call<Row[]>('GET', url)
    const stale = body.filter(({ produitsComplementairesIds: named }) => named?.includes(gone))
    assert.deepEqual(stale, [])
  }
})

test('two products that name each other can be deleted concurrently', async () => {
  for (let round = 0; round < 5; round++) {
    const one = await created()
    const two = await created(one)
    await shop.call('PATCH', `${url}/${one}`, { produitsComplementairesIds: [two] })
    const answers = await Promise.all([one, two].map(id => shop.call('DELETE', `${url}/${id}`)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
  }
})

test('an inactive product remains in existing lists, and cannot be added to others', async () => {
  const ink = await created()
  const [printer, other] = [await created(ink), await created()]
  await shop.call('PATCH', `${url}/${ink}`, { statutProduit: 'inactif' })
  const body = await read(printer)
  assert.deepEqual(body.produitsComplementairesIds, [ink])
  assert.equal((await shop.call('PATCH', `${url}/${printer}`, body)).status, 200)
  const named = { produitsComplementairesIds: [ink] }
  assert.equal((await shop.call('PATCH', `${url}/${other}`, named)).status, 422)
})

test('a product cannot complement itself: 422 in a single change, an error in a batch and an import', async () => {
  const [product, other] = [await created(), await created()]
  const { ean } = (await shop.call<{ ean: string }>('GET', `${url}/${product}`)).body
  const itself = { produitsComplementairesIds: [other, product] }
  const message = `produitsComplementairesIds: product ${product} cannot complement itself`

  const { status, body } = await shop.call<Row>('PATCH', `${url}/${product}`, itself)
  assert.deepEqual([status, body.message], [422, message])
  const batch = await shop.call<{ succes: boolean; resultats: Row[] }>('PATCH', url, {
    produits: [
      { id: product, ...itself },
      { id: other, produitsComplementairesIds: [product] },
    ],
  })
  assert.deepEqual(
    [batch.body.succes, batch.body.resultats.map(({ message }) => message)],
    [false, [message, undefined]],
  )
  const file = await sendFile(shop, `${url}/import?mode=upsert`, JSON.stringify([{ ean, ...itself }]))
  assert.match(JSON.stringify(file.body), new RegExp(message))

  assert.equal(await complementsOf(product), null)
  assert.equal((await create([product + 1_000])).status, 422, 'an id that a new product might get')
})
