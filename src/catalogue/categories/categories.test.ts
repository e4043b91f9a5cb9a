import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { change, createCatalogueActions } from '../../../test/support/catalogue.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import type { CategoryNode } from '../schemas.ts'
import { readCategoryTree } from './routes.ts'

const ROUTE = '/api/v1/publique/catalogue/categories'

let shop: TestPlatform
let catalogue: ReturnType<typeof createCatalogueActions>
before(async () => {
  shop = await openPlatform({ only: ['catalogue'] })
  catalogue = createCatalogueActions(shop)
})

const row = ({ chemin, parent, niveau, nombre }: CategoryNode) => [chemin, parent, niveau, nombre]

test('an empty catalogue has no categories', async () => {
  assert.deepEqual(await readCategoryTree(shop.platform.db), [])
})

test('each category precedes its subcategories, sorted by name, with its product count', async () => {
  await catalogue.consume(
    change(1, 1, { categories: 'Son > Casques > Sans fil' }),
    change(2, 1, { categories: 'Son/Casques' }),
    change(3, 1, { categories: 'SON > Enceintes' }),
    change(4, 1, { categories: 'Écrans' }),
    change(5, 1, { categories: 'Zoo', statutProduit: 'inactif' }),
    change(6, 1, { categories: '' }),
    change(7, 1, { categories: 'Son-Image > Barres' }),
  )
  const { status, body } = await shop.call<CategoryNode[]>('GET', ROUTE)
  assert.equal(status, 200)
  assert.deepEqual(body.map(row), [
    ['Écrans', null, 1, 1],
    ['Son', null, 1, 3],
    ['Son > Casques', 'Son', 2, 2],
    ['Son > Casques > Sans fil', 'Son > Casques', 3, 1],
    ['SON > Enceintes', 'SON', 2, 1],
    ['Son-Image', null, 1, 1],
    ['Son-Image > Barres', 'Son-Image', 2, 1],
  ])
  for (const { chemin, nombre } of body) assert.equal(await catalogue.total(chemin), nombre, chemin)
})

test('a product whose category is written without capitals does not rename a department', async () => {
  await catalogue.consume(change(8, 1, { categories: 'son' }))
  const [first] = (await readCategoryTree(shop.platform.db)).filter(
    ({ niveau, nom }) => /^son$/i.test(nom) && niveau === 1,
  )
  assert.deepEqual([first?.nom, first?.chemin, first?.nombre], ['Son', 'Son', 4])
})

test('a category without products is no longer listed', async () => {
  await catalogue.consume(change(4, 2, { categories: 'Son > Enceintes' }))
  const tree = await readCategoryTree(shop.platform.db)
  assert.deepEqual(
    tree.filter(({ nom }) => nom === 'Écrans'),
    [],
  )
  assert.equal(tree.find(({ nom }) => nom === 'Enceintes')?.nombre, 2)
})

test('an unknown query parameter is refused', async () => {
  assert.equal((await shop.call('GET', `${ROUTE}?search=son`)).status, 400)
})
