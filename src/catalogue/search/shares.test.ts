import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { catalogueOf, change } from '../../../test/support/catalogue.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { fill } from './match-products.ts'
import { mentioningIds, namedIds } from './store.ts'
import { wantedOf } from './term.ts'

const PRODUCTS = 600

let shop: TestPlatform
let catalogue: ReturnType<typeof catalogueOf>
before(async () => {
  shop = await openPlatform({ only: ['catalogue'] })
  catalogue = catalogueOf(shop)
  // 25 have the rare word, 500 the common one, 22 both.
  const isRare = (i: number) => i < 25
  const isCommon = (i: number) => i < 22 || (i >= 25 && i < 503)
  await catalogue.take(
    ...Array.from({ length: PRODUCTS }, (_, i) =>
      change(i + 1, 1, {
        nom: `Objet${isRare(i) ? ' zèbre' : ''}${isCommon(i) ? ' rouge' : ''}`,
        description: `Décrit${isRare(i) ? ' rare' : ''}${isCommon(i) ? ' courant' : ''}`,
      }),
    ),
  )
})

const word = (mot: string, count: number) => ({ mot, nombreNom: count, nombreTexte: count })

test('an index is asked for the words whose mentions are worth reading; the others are looked for in the products', async () => {
  for (const [rare, common] of [
    ['zebre', 'rouge'],
    ['rare', 'courant'],
  ] as const) {
    const words = [word(common, 500), word(rare, 25)]
    assert.equal(wantedOf(words, words, 'nombreTexte', PRODUCTS).sought, `('${rare}')`)
    assert.equal((await catalogue.search(`${common} ${rare}`)).pagination.total, 22)
  }
  const common = [word('rouge', 500), word('bleu', 400), word('objet', PRODUCTS)]
  assert.equal(wantedOf(common, common, 'nombreNom', PRODUCTS).sought, "('bleu' & 'rouge')")
})

test('a share of the products is the one in 8, or in 64, that an index of its own holds', async () => {
  const parts = (share: number) =>
    Array.from({ length: Math.floor(PRODUCTS / share) }, (_, i) => (i + 1) * share)
  const wanted = (mot: string) =>
    wantedOf([word(mot, PRODUCTS)], [word(mot, PRODUCTS)], 'nombreNom', PRODUCTS)
  for (const share of [1, 8, 64] as const) {
    const { db } = shop.platform
    const named = await namedIds(db, wanted('objet'), share, 1_000)
    assert.deepEqual(
      named.toSorted((a, b) => a - b),
      parts(share),
    )
    assert.deepEqual(await mentioningIds(db, wanted('decrit'), share, [], 1_000), parts(share))
  }
})

test('all products are looked at where a share does not hold enough matches', async () => {
  const asked = async (bound: number, inShare: Record<number, number>) => {
    const shares: number[] = []
    const ids = await fill(bound, 1_000, async share => {
      shares.push(share)
      return Array.from({ length: inShare[share]! }, (_, i) => i)
    })
    return [shares, ids.length]
  }
  assert.deepEqual(await asked(0, {}), [[], 0])
  assert.deepEqual(await asked(7_999, { 1: 900 }), [[1], 900], 'not many match')
  assert.deepEqual(await asked(100_000, { 64: 1_000 }), [[64], 1_000])
  assert.deepEqual(await asked(100_000, { 64: 130, 8: 1_000 }), [[64, 8], 1_000])
  assert.deepEqual(await asked(100_000, { 64: 130, 8: 999, 1: 1_000 }), [[64, 8, 1], 1_000])
  assert.deepEqual(await asked(100_000, { 64: 3, 1: 240 }), [[64, 1], 240])
})
