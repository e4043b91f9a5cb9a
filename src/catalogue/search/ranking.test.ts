import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { change, createCatalogueActions } from '../../../test/support/catalogue.ts'
import { openPlatform } from '../../../test/support/platform.ts'

let catalogue: ReturnType<typeof createCatalogueActions>
before(async () => {
  catalogue = createCatalogueActions(await openPlatform({ only: ['catalogue'] }))
  await catalogue.consume(
    change(1, 1, { nom: 'Support de bureau contre un tourne-disque ou une lampe' }),
    change(2, 1, { nom: 'Lampe' }),
    change(3, 1, { nom: 'Théière', marque: 'Alizé' }),
    change(4, 1, { nom: 'Une grande théière en fonte, le thé de la maison Alizé' }),
    change(5, 1, { nom: 'Coffret', description: 'Pour écouter un vinyle au salon' }),
    change(6, 1, { nom: 'Platine vinyle', description: 'Pour tout écouter' }),
    change(7, 1, { nom: 'Valise', marque: 'Cabine' }),
    change(8, 1, { nom: 'Sac', categories: 'Bagages > Cabine' }),
    change(9, 1, { nom: 'Cabine de plage' }),
    change(10, 1, { nom: 'Housse pour un vélo pliant' }),
    change(11, 1, { nom: 'Vélo de ville', description: 'Avec une housse' }),
    change(12, 1, { nom: 'Selle confort', categories: 'Sport > Accessoires > Selles de vélo' }),
    change(13, 1, { nom: 'Pompe compatible avec tout vélo' }),
    change(14, 1, { nom: 'Vase', description: 'Verre' }),
    change(15, 1, { nom: 'Vasque' }),
    change(16, 1, { nom: 'Vasistas', categories: 'Vases' }),
    change(17, 1, { nom: 'Vase haut en grès' }),
  )
})

const CASES: [string, string[], string][] = [
  [
    'lampe',
    ['Lampe', 'Support de bureau contre un tourne-disque ou une lampe'],
    'a name with few other words comes first',
  ],
  [
    'theiere alize',
    ['Une grande théière en fonte, le thé de la maison Alizé', 'Théière'],
    'all words in the name, before a word in the brand',
  ],
  ['ecouter vinyle', ['Platine vinyle', 'Coffret'], 'more of the words in the name'],
  ['cabine', ['Cabine de plage'], 'the word in the name before the word in category or brand'],
  ['velo', ['Vélo de ville'], 'the product itself before an accessory for it'],
  [
    'housse',
    ['Housse pour un vélo pliant', 'Vélo de ville'],
    'the accessory itself before a product that mentions it',
  ],
  ['vase', ['Vase', 'Vase haut en grès', 'Vasistas'], 'the word in the name before the word in the category'],
]
for (const [search, names, why] of CASES)
  test(`« ${search} »: ${why}`, async () =>
    assert.deepEqual((await catalogue.names(search)).slice(0, names.length), names))

test('with `pertinents`, products that only mention a word are left out, unless there are no others', async () => {
  const search = async (query: string) => {
    const { data, pagination, facettes } = await catalogue.list(`${query}&pertinents=true&facettes=true`)
    return { ids: data.map(({ id }) => id), total: pagination.total, facettes }
  }
  const housse = await search('search=housse')
  assert.deepEqual([housse.ids, housse.total], [[10], 1])
  const range = housse.facettes?.prix.map(({ nombre }) => nombre)
  assert.deepEqual(range, [1], 'the facets count the same products')
  assert.deepEqual((await search('search=verre')).ids, [14])
  assert.deepEqual((await search('search=hous')).ids, [10])
  assert.deepEqual((await search('search=velo+housse')).ids, [10, 11], 'one of the words suffices')
  assert.deepEqual((await search('search=vase&famille=Vases')).ids, [16])
  const elsewhere = await search('search=ecouter&famille=Bagages')
  assert.deepEqual([elsewhere.ids, elsewhere.total], [[], 0])
  assert.equal((await catalogue.list('search=housse')).pagination.total, 2, 'by default they are kept')
})

test('products with the most frequent completion of a prefix come first', async () => {
  assert.equal((await catalogue.names('vas')).at(-1), 'Vasque')
})
