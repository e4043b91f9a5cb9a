import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference'] })
})

const get = <Body>(url: string) => shop.call<Body>('GET', url)

describe('the list of categories', () => {
  const count = async (nom: string) => {
    const { body } = await get<{ nom: string; nombreProduits: number }[]>('/api/publique/categories')
    return body.find(category => category.nom === nom)?.nombreProduits
  }

  test('always contains the standard ones, and can be searched', async () => {
    const all = (await get<{ nom: string }[]>('/api/publique/categories')).body.map(({ nom }) => nom)
    for (const nom of ['informatique', 'telephonie', 'accessoires', 'gaming']) assert.ok(all.includes(nom))
    const found = await get<{ nom: string }[]>('/api/publique/categories?search=T%C3%89L')
    assert.deepEqual(
      found.body.map(({ nom }) => nom),
      ['telephonie'],
    )
  })

  test('has counts by level that follow creations, changes and deletions', async () => {
    const gaming = (await count('gaming')) ?? 0
    const { id } = await createShopActions(shop).product({ categories: 'Gaming / Manettes' })
    assert.equal(await count('gaming'), gaming + 1)
    assert.equal(await count('Manettes'), 1)
    assert.equal(await count('Gaming / Manettes'), 1)
    await shop.call('PATCH', `/api/publique/produits/${id}`, { categories: 'Gaming / Volants' })
    assert.deepEqual(
      [await count('gaming'), await count('Manettes'), await count('Volants')],
      [gaming + 1, undefined, 1],
    )
    await shop.call('DELETE', `/api/publique/produits/${id}`)
    assert.deepEqual([await count('gaming'), await count('Volants')], [gaming, undefined])
  })
})

describe('the category of a product', () => {
  test('is counted once after twenty concurrent changes', async () => {
    const { id } = await createShopActions(shop).product({ categories: 'Foule 0' })
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        shop.call('PATCH', `/api/publique/produits/${id}`, { categories: `Foule ${i % 4}` }),
      ),
    )
    const { body: product } = await get<{ categories: string }>(`/api/publique/produits/${id}`)
    const { body } = await get<object[]>('/api/publique/categories?search=foule')
    assert.deepEqual(body, [{ nom: product.categories, nombreProduits: 1 }])
  })
})
