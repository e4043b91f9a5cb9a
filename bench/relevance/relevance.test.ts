import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { change, createCatalogueActions } from '../../test/support/catalogue.ts'
import { openPlatform } from '../../test/support/platform.ts'
import { publishedFieldsOf } from './engines.ts'
import { products, searches } from './judged-set.ts'
import { judge, summarise, TOP } from './measure.ts'

/** At least 0.01 below the NDCG at 10 that `npm run bench -- relevance` measures; identifiers are always found. */
const FLOORS = { words: 0.95, beginnings: 0.81, misspelt: 0.93, 'split or joined': 0.91, identifiers: 1 }

async function shopOf(offered: readonly (typeof products)[number][]) {
  const catalogue = createCatalogueActions(await openPlatform({ only: ['catalogue'] }))
  for (let at = 0; at < offered.length; at += 200)
    await catalogue.consume(
      ...offered.slice(at, at + 200).map((product, i) => change(at + i + 1, 1, publishedFieldsOf(product))),
    )
  return async (typed: string) => {
    const { data, pagination } = await catalogue.search(typed, `&limit=${TOP}`)
    return { eans: data.map(({ ean }) => ean), total: pagination.total }
  }
}

let first: Awaited<ReturnType<typeof shopOf>>
before(async () => {
  first = await shopOf(products)
})

test('the relevance of each kind of judged search does not fall below its floor', async () => {
  const judged = []
  for (const search of searches) judged.push(judge(search, products, (await first(search.typed)).eans))
  const reached = new Map(summarise(judged).map(({ kind, ndcg }) => [kind, ndcg]))
  for (const [kind, floor] of Object.entries(FLOORS))
    assert.ok(reached.get(kind)! >= floor, `${kind}: ${reached.get(kind)}, at least ${floor}`)
})

test('the same products imported in a different order return the same results in the same order', async () => {
  const second = await shopOf(products.toReversed())
  for (const { typed } of searches.filter((_, i) => i % 3 === 0))
    assert.deepEqual(await second(typed), await first(typed), typed)
})
