import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { change, createCatalogueActions } from '../../../test/support/catalogue.ts'
import { openPlatform } from '../../../test/support/platform.ts'

const WORDS = ['casque', 'rouge', 'ecran', 'bleu', 'sans', 'fil', 'housse', 'noir']
const PRODUCTS = 1_400

let catalogue: ReturnType<typeof createCatalogueActions>
before(async () => {
  catalogue = createCatalogueActions(await openPlatform({ only: ['catalogue'] }))
  const pick = (n: number) => WORDS[n % WORDS.length]!
  await catalogue.consume(
    ...Array.from({ length: PRODUCTS }, (_, i) =>
      change(i + 1, 1, {
        nom: `Objet utile ${pick(i)} ${pick(Math.floor(i / 8) * 3)}`,
        description: i % 5 === 0 ? `Avec ${pick(i * 7 + 2)}` : null,
        categories: i % 5 === 0 ? 'Maison > Salon' : 'Jardin',
      }),
    ),
  )
})

const words = fc.uniqueArray(fc.constantFrom('objet', 'objte', 'avec', ...WORDS), { maxLength: 3 })
const family = fc.constantFrom('', 'maison', 'salon', 'Jardin')

test('the pages of any search or list contain each result once and are the same for every page size', async () => {
  await fc.assert(
    fc.asyncProperty(words, family, fc.constantFrom(37, 60, 99), async (searched, famille, limit) => {
      const query = `search=${searched.join('+')}&famille=${famille}`
      const whole = await catalogue.pages(query, 100)
      const parts = await catalogue.pages(query, limit)
      assert.deepEqual(parts.ids, whole.ids)
      assert.equal(new Set(whole.ids).size, whole.ids.length)
      assert.equal(
        whole.ids.length,
        searched.length === 0 ? whole.pagination.total : Math.min(whole.pagination.total, 1_000),
      )
    }),
    { numRuns: 20 },
  )
})

test('a search with more than a thousand results shows and counts the best thousand', async () => {
  const { ids, pagination } = await catalogue.pages('search=objet', 100)
  assert.equal(ids.length, 1_000)
  assert.partialDeepStrictEqual(pagination, { total: 1_000, totalPages: 10 })
  for (const query of ['search=objet+utile', 'search=objet&famille=jardin', 'search=o']) {
    const { pagination } = await catalogue.list(query)
    assert.partialDeepStrictEqual(pagination, { total: 1_000, totalPages: 50 }, query)
  }
})
