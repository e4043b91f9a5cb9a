import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { change, createCatalogueActions } from '../../../test/support/catalogue.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { sql } from '../../platform/database/sql.ts'

const REBUILDS = '/catalogue/api/v1/privee/reconstructions'

const state = (productId: number, storeId: number, version: number, disponible: boolean) => ({
  productId,
  storeId,
  version,
  disponible,
})

describe('the availability of a product, as announced by logistics', () => {
  let catalogue: ReturnType<typeof createCatalogueActions>
  before(async () => {
    catalogue = createCatalogueActions(await openPlatform({ only: ['catalogue'] }))
    await catalogue.consume(...[1, 2, 3, 4, 5, 6].map(id => change(id, 1, { nom: `Lampe ${id}` })))
  })
  const isSold = async (id: number) => {
    const listed = async (query: string) =>
      (await catalogue.list(`${query}&limit=100`)).data.find(each => each.id === id)
    const [inList, inSearch] = [await listed('enStock=true'), await listed('search=lampe&enStock=true')]
    const shown = (await listed('famille=essais'))?.enStock
    assert.deepEqual([inList !== undefined, inSearch !== undefined], [shown, shown])
    return shown
  }

  test('is true without stock rows, because such a product can be ordered, but its stock is unknown', async () => {
    assert.equal(await isSold(1), true)
    await catalogue.consumeStocks(state(6, 1, 0, true))
    const knownIn = async (query: string) =>
      (await catalogue.list(query)).data.find(({ id }) => id === 1)?.stockConnu
    const lists = ['limit=100', 'search=lampe&limit=100', 'search=lampe&sort=prix&limit=100']
    for (const query of lists) assert.equal(await knownIn(query), false, query)
    await catalogue.consumeStocks(state(1, 1, 0, true))
    for (const query of lists) assert.equal(await knownIn(query), true, query)
  })

  test('is true while any store has stock', async () => {
    await catalogue.consumeStocks(state(2, 1, 0, true), state(2, 2, 0, false))
    assert.equal(await isSold(2), true)
    await catalogue.consumeStocks(state(2, 1, 4, false))
    assert.equal(await isSold(2), false)
    await catalogue.consumeStocks(state(2, 2, 1, true))
    assert.equal(await isSold(2), true)
  })

  test('is not changed by late or repeated messages, in one message or in several', async () => {
    await catalogue.consumeStocks(state(3, 1, 7, false), state(3, 1, 6, true))
    assert.equal(await isSold(3), false)
    await catalogue.consumeStocks(state(3, 1, 5, true))
    await catalogue.consumeStocks(state(3, 1, 7, true))
    assert.equal(await isSold(3), false)
  })

  test('is that of the newest of twenty concurrent messages in any order', async () => {
    const versions = Array.from({ length: 20 }, (_, i) => (i * 7) % 20)
    await Promise.all(
      versions.map(version => catalogue.consumeStocks(state(4, 1, version, version % 2 === 0))),
    )
    assert.equal(await isSold(4), false)
  })

  test('is stored before its product arrives, and remains after changes of the product', async () => {
    await catalogue.consumeStocks(state(70, 1, 1, false))
    await catalogue.consume(change(70, 1, { nom: 'Lampe tardive' }))
    assert.equal(await isSold(70), false)
    await catalogue.consume(change(70, 2, { nom: 'Lampe renommée', marque: 'Alizé', prixDeVenteCents: 5 }))
    assert.equal(await isSold(70), false)
    assert.equal((await catalogue.list('marque=alize&enStock=false')).pagination.total, 1)
    await catalogue.consume(change(70, 3, { nom: 'Lampe retirée', statutProduit: 'inactif' }))
    await catalogue.consumeStocks(state(70, 1, 2, true))
    await catalogue.consume(change(70, 4, { nom: 'Lampe revenue' }))
    assert.equal(await isSold(70), true)
  })
})

describe('the catalogue with logistics', () => {
  let shop: TestPlatform
  let catalogue: ReturnType<typeof createCatalogueActions>
  let id: number
  before(async () => {
    shop = await openPlatform({
      only: ['reference', 'catalogue', 'logistics'],
    })
    catalogue = createCatalogueActions(shop)
    const { body: store } = await shop.call<{ id: number }>('POST', '/api/publique/magasins', {
      nom: 'Lyon',
      adresse: 'Lyon',
    })
    const { body: made } = await shop.call<{ id: number }>('POST', '/api/publique/produits', {
      ean: '2101',
      nom: 'Bougie',
      prixDeVenteCents: 500,
      categories: 'Maison',
    })
    id = made.id
    await eventually('the product is listed', async () => (await catalogue.list()).pagination.total === 1)
    const counted = await shop.call('PATCH', `/api/v1/privee/stocks/${store.id}/${id}`, { quantity: 2 })
    assert.equal(counted.status, 200)
  })
  const becomes = (enStock: boolean) =>
    eventually(
      `in stock: ${enStock}`,
      async () => (await catalogue.list(`enStock=${enStock}`)).pagination.total === 1,
    )

  test('follows the last unit when it is reserved and released', async () => {
    const expireLe = shop.platform.clock.after(100 * 3_600_000).toISOString()
    const articles = [{ id: String(id), quantite: 2 }]
    await shop.call('POST', '/api/v1/privee/reservations', { ordreId: 'last', articles, expireLe })
    await becomes(false)
    await shop.call('DELETE', '/api/v1/privee/reservations/last')
    await becomes(true)
  })

  test('reads all stocks again in a rebuild, even where it has wrong ones with a later version', async () => {
    await catalogue.consumeStocks(...[1, 2, 3].map(storeId => state(id, storeId, 900, false)))
    await becomes(false)
    await shop.call('POST', REBUILDS)
    await becomes(true)
  })

  test('reads stock from before its first start by a schedule', async () => {
    await shop.platform.db.transaction(async tx => {
      await tx.run(sql`truncate catalogue.stock`)
      await tx.run(sql`update catalogue.synchronisation set "stocksLusLe" = null`)
    })
    await shop.runSchedule('catalogue.stocks')
    await eventually('the stock is read', async () => {
      const rows = await shop.platform.db.rows(sql`select 1 from catalogue.stock where produit = ${id}`)
      return rows.length === 1
    })
  })
})
