import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

type Row = { id: number; ean: string; tauxTva: number }

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference'] })
})

let last = 0
const book = (more: object = {}) => ({
  ean: `978${String(++last).padStart(10, '0')}`,
  nom: 'Livre',
  prixDeVenteCents: 1990,
  ...more,
})
const url = '/api/publique/produits'
const create = (more: object = {}) => shop.call<Row & { message: string }>('POST', url, book(more))
const read = async (id: number) => (await shop.call<Row>('GET', `${url}/${id}`)).body.tauxTva
const change = (id: number, tauxTva: unknown) =>
  shop.call<Row & { message: string }>('PATCH', `${url}/${id}`, { tauxTva })

test('the rate is 20 by default, and stored to the hundredth', async () => {
  for (const [given, stored] of [
    [undefined, 20],
    [null, 20],
    [0, 0],
    [2.1, 2.1],
    [5.5, 5.5],
    [8.21, 8.21],
    [100, 100],
  ]) {
    const { status, body } = await create({ tauxTva: given })
    assert.deepEqual([status, body.tauxTva, await read(body.id)], [201, stored, stored], String(given))
  }
})

test('an invalid rate is 400 and changes nothing', async () => {
  const { id } = (await create({ tauxTva: 5.5 })).body
  for (const [rate, message] of [
    [-0.01, /tauxTva must be >= 0/],
    [100.01, /tauxTva must be <= 100/],
    [5.505, /tauxTva must be multiple of 0.01/],
    ['5.5', /tauxTva must be number/],
    [[5.5], /tauxTva/],
    [true, /tauxTva/],
  ] as const) {
    const changed = await change(id, rate)
    assert.equal(changed.status, 400, String(rate))
    assert.match(changed.body.message, message)
    assert.equal((await create({ tauxTva: rate })).status, 400)
  }
  assert.equal(await read(id), 5.5)
})

test('a rate is changed in a single request and in a batch, and null restores the default', async () => {
  const [one, other] = [(await create()).body.id, (await create()).body.id]
  assert.equal((await change(one, 10)).body.tauxTva, 10)
  const { body } = await shop.call<{ modifies: number; resultats: { statut: string }[] }>('PATCH', url, {
    produits: [
      { id: one, tauxTva: null },
      { id: other, tauxTva: 2.1 },
      { id: other, tauxTva: 0.001 },
    ],
  })
  assert.deepEqual([body.modifies, body.resultats.map(({ statut }) => statut)], [2, ['ok', 'ok', 'erreur']])
  assert.deepEqual([await read(one), await read(other)], [20, 2.1])
})

test('a rate is imported, listed, filtered and sorted', async () => {
  const rates = [20, 1.1, 5.5, undefined, 1.11, 101]
  const file = new FormData()
  file.set(
    'file',
    new Blob([JSON.stringify(rates.map(tauxTva => book({ nom: 'Importé', marque: 'Vélin', tauxTva })))]),
  )
  const request = new Response(file)
  const { body } = await shop.call<{ created: number; errors: { line: number }[] }>(
    'POST',
    `${url}/import`,
    Buffer.from(await request.arrayBuffer()),
    { 'content-type': request.headers.get('content-type')! },
  )
  assert.deepEqual([body.created, body.errors.map(({ line }) => line)], [5, [6]])

  const found = async (operator: string, value: unknown) => {
    const filters = encodeURIComponent(JSON.stringify([{ field: 'tauxTva', operator, value }]))
    const asked = `${url}?marque=V%C3%A9lin&fields=tauxTva&sort=-tauxTva&filters=${filters}`
    return (await shop.call<Row[]>('GET', asked)).body.map(({ tauxTva }) => tauxTva)
  }
  assert.deepEqual(await found('<=', 100), [20, 20, 5.5, 1.11, 1.1])
  assert.deepEqual(await found('=', 1.1), [1.1])
  assert.deepEqual(await found('isAnyOf', [5.5, 20]), [20, 20, 5.5])
  assert.deepEqual(await found('>=', 1.1), [20, 20, 5.5, 1.11, 1.1])
  assert.deepEqual(await found('>', 1.1), [20, 20, 5.5, 1.11])
  assert.deepEqual(await found('<', 1.11), [1.1])
  assert.deepEqual(await found('<=', 1.105), [1.1])
})

test('the article lookup of orders includes the rate', async () => {
  const { ean, id } = (await create({ tauxTva: 5.5 })).body
  const { body } = await shop.call<Row[]>('GET', `/api/v1/privee/articles?refs=${ean},${id}`)
  assert.deepEqual(
    body.map(({ tauxTva }) => tauxTva),
    [5.5, 5.5],
  )
})
