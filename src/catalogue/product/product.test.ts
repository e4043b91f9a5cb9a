import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { change, createCatalogueActions } from '../../../test/support/catalogue.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { recordCounts } from '../../logistics/stocks/change-stock.ts'
import type { ProductInDetail } from '../schemas.ts'

const read = (shop: TestPlatform, id: number | string, headers = {}) =>
  shop.call<ProductInDetail & { code: string }>('GET', `/api/v1/publique/catalogue/${id}`, undefined, headers)

describe('a product page with logistics', () => {
  let shop: TestPlatform
  before(async () => {
    shop = await openPlatform({ only: ['catalogue', 'logistics'] })
    await createCatalogueActions(shop).consume(
      change(1, 1, { nom: 'Tapis', marque: 'Alizé', categories: 'Maison > Salon' }),
      change(2, 1, { statutProduit: 'inactif' }),
      change(3, 1, { nom: 'Bon cadeau' }),
      change(4, 2, { supprime: true }),
    )
    const counts = [
      { productId: 1, storeId: 1, quantite: 3 },
      { productId: 1, storeId: 2, quantite: 4 },
    ]
    await shop.platform.db.transaction(tx => recordCounts(tx, counts, shop.platform))
  })

  test('has the product with its current stock by store', async () => {
    const { status, body } = await read(shop, 1)
    assert.equal(status, 200)
    assert.partialDeepStrictEqual(body, {
      ...{ id: 1, nom: 'Tapis', marque: 'Alizé', categoriesPath: ['Maison', 'Salon'], prixDeVente: 10 },
      ...{ enStock: true, stockConnu: true, disponible: 7 },
      magasins: [
        { storeId: 1, quantity: 3 },
        { storeId: 2, quantity: 4 },
      ],
    })
    const expireLe = shop.platform.clock.after(60_000).toISOString()
    const articles = [{ id: '1', quantite: 7 }]
    await shop.call('POST', '/logistics/api/v1/privee/reservations', { ordreId: 'all', articles, expireLe })
    assert.partialDeepStrictEqual((await read(shop, 1)).body, { enStock: false, disponible: 0 })
    await shop.call('DELETE', '/logistics/api/v1/privee/reservations/all')
  })

  test('of a product without stock rows shows its stock as unknown', async () => {
    assert.partialDeepStrictEqual((await read(shop, 3)).body, {
      enStock: true,
      stockConnu: false,
      disponible: null,
      magasins: [],
    })
  })

  test('of an inactive, deleted or unknown product is 404', async () => {
    for (const id of [2, 4, 5, Number.MAX_SAFE_INTEGER]) {
      const { status, body } = await read(shop, id)
      assert.deepEqual([status, body.code], [404, 'produit-inconnu'], String(id))
    }
  })

  test('with an invalid ID is refused', async () => {
    for (const id of ['0', '-1', 'x', '1.5', '1e3', '%00', '9'.repeat(30)])
      assert.equal((await read(shop, id)).status, 400, id)
  })

  test('read twenty times concurrently is the same each time', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(shop, 1)))
    for (const { body } of answers) assert.deepEqual(body, answers[0]?.body)
  })
})

test('while logistics is unavailable, a product page has no stock by store and the last known availability', async () => {
  const shop = await openPlatform({
    only: ['catalogue'],
    settings: { COMPTOIR_LOGISTICS_URL: 'http://127.0.0.1:9', AMQP_URL: '' },
  })
  const catalogue = createCatalogueActions(shop)
  await catalogue.consume(change(1, 1, { nom: 'Tapis' }))
  await catalogue.consumeStocks({ productId: 1, storeId: 1, version: 1, disponible: false })
  const { status, body } = await read(shop, 1)
  assert.equal(status, 200)
  assert.deepEqual([body.nom, body.enStock, body.stockConnu], ['Tapis', false, true])
  assert.ok(!('disponible' in body) && !('magasins' in body))
  assert.equal((await read(shop, 2)).status, 404)
  const list = await catalogue.list('enStock=false&facettes=true&sort=prix')
  assert.equal(list.pagination.total, 1)
})

test('with keys configured, purchase prices are shown to key holders only', async () => {
  const shop = await openPlatform({
    only: ['catalogue'],
    settings: { COMPTOIR_API_KEYS: 'key', AMQP_URL: '' },
  })
  await createCatalogueActions(shop).consume(change(1, 1, { prixDAchatFournisseurCents: 700 }))
  assert.equal((await read(shop, 1)).body.prixDAchatFournisseurCents, undefined)
  assert.equal((await read(shop, 1, { 'x-api-key': 'key' })).body.prixDAchatFournisseurCents, 700)
})
