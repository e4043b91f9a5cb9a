import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { sendCsv, sendFile } from '../../../test/support/import.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'
import type { PricedBasket } from '../../orders/basket-schemas.ts'

type Row = { id: number; ean: string; retractable: boolean; message: string }

let shop: TestPlatform
before(async () => {
  shop = await openPlatform()
})

const url = '/api/publique/produits'
let last = 0
const body = (more: object = {}) => ({
  ...{ ean: `979${String(++last).padStart(10, '0')}`, nom: 'Maillot', prixDeVenteCents: 1_000, ...more },
})
const create = (more?: object) => shop.call<Row>('POST', url, body(more))
const read = async (id: number) => (await shop.call<Row>('GET', `${url}/${id}`)).body.retractable

test('a product can be withdrawn by default; false is kept, and null restores the default', async () => {
  for (const [given, stored] of [
    [undefined, true],
    [null, true],
    [true, true],
    [false, false],
  ]) {
    const { status, body } = await create({ retractable: given })
    assert.deepEqual([status, body.retractable, await read(body.id)], [201, stored, stored], String(given))
  }
  const { id } = (await create({ retractable: false })).body
  assert.equal((await shop.call<Row>('PATCH', `${url}/${id}`, { retractable: null })).body.retractable, true)
  for (const bad of ['non', 0, []]) {
    const answer = await shop.call<Row>('PATCH', `${url}/${id}`, { retractable: bad })
    assert.equal(answer.status, 400)
    assert.match(answer.body.message, /retractable must be boolean/)
  }
  assert.equal(await read(id), true)
})

test('imports of JSON and CSV take it', async () => {
  const [one, other] = [body({ retractable: false }), body()]
  await sendFile(shop, `${url}/import`, JSON.stringify([one]))
  const csv = `ean;nom;prixDeVenteCents;retractable\n${other.ean};Maillot;1000;false\n`
  await sendCsv(shop, `${url}/import`, csv)
  for (const { ean } of [one, other]) {
    const { body } = await shop.call<Row>('GET', `${url}/search/sku?sku=${ean}`)
    assert.equal(body.retractable, false, ean)
  }
})

test('basket and catalogue say of a product that it cannot be withdrawn, and of others nothing', async () => {
  const { product } = createShopActions(shop)
  const [bound, free] = [await product({ retractable: false }), await product()]
  const articles = [bound, free].map(({ id }) => ({ id, quantite: 1 }))
  const { lignes } = (await shop.call<PricedBasket>('POST', '/api/v1/publique/paniers', { articles })).body
  assert.equal(lignes[0]?.retractable, false)
  assert.ok(!('retractable' in (lignes[1] ?? {})))
  const listed = (id: number) =>
    eventually(`product ${id} is listed`, async () => {
      const { status, body } = await shop.call<Row>('GET', `/api/v1/publique/catalogue/${id}`)
      return status === 200 && body
    })
  assert.equal((await listed(bound.id)).retractable, false)
  assert.ok(!('retractable' in (await listed(free.id))))
  await shop.call('PATCH', `${url}/${bound.id}`, { retractable: true })
  await eventually('the catalogue follows', async () => !('retractable' in (await listed(bound.id))))
})
