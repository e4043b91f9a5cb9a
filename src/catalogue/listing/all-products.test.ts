import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { catalogueOf, change } from '../../../test/support/catalogue.ts'
import { openPlatform } from '../../../test/support/platform.ts'
import { BLOCK } from '../read-model/count-changes.ts'

const PRODUCTS = 6_000
const LIMIT = 100
/** Two or three to a block. */
const ids = Array.from({ length: PRODUCTS }, (_, i) => (i + 1) * 1_600)
const isGone = (id: number) => id % 2_800 === 0 || (id > 300 * BLOCK && id < 310 * BLOCK)
const listed = ids.filter(id => !isGone(id))

let catalogue: ReturnType<typeof catalogueOf>
before(async () => {
  catalogue = catalogueOf(await openPlatform({ only: ['catalogue'] }))
  await catalogue.take(...ids.map(id => change(id, 1)))
  // Some deleted for good, others switched off for a while.
  await catalogue.take(...ids.filter(isGone).map(id => change(id, 2, { supprime: true })))
  const asleep = ids.slice(0, 50)
  await catalogue.take(...asleep.map(id => change(id, 3, { statutProduit: 'inactif' })))
  await catalogue.take(...asleep.map(id => change(id, 4, { supprime: isGone(id) })))
})

for (const [sort, expected] of [
  ['pertinence', listed],
  ['nouveaute', listed.toReversed()],
] as const)
  test(`far down the list by ${sort} stands what stands between its neighbours, to the last page`, async () => {
    for (let page = Math.floor(BLOCK / LIMIT); (page - 1) * LIMIT < expected.length + LIMIT; page++) {
      const { data, pagination } = await catalogue.list(`sort=${sort}&page=${page}&limit=${LIMIT}`)
      assert.equal(pagination.total, listed.length)
      assert.deepEqual(
        data.map(({ id }) => id),
        expected.slice((page - 1) * LIMIT, page * LIMIT),
        `page ${page}`,
      )
    }
  })
