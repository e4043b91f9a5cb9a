import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { catalogueOf, change } from '../../../test/support/catalogue.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { LAST_PART, partOf, placeAmongEquals } from '../words/place.ts'
import { largerShare, shareOf } from './shares.ts'
import { bestIds, countWithin } from './store.ts'
import { each, queryOfAll, soughtOf, type Term } from './term.ts'

const PRODUCTS = 1_200
/** The last ones say in their names what all others say in their descriptions. */
const NAMED = 11

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
        nom: `Objet${isRare(i) ? ' zèbre' : ''}${isCommon(i) ? ' rouge' : ''}${i >= PRODUCTS - NAMED ? ' décrit' : ''}`,
        description: `Décrit${isRare(i) ? ' rare' : ''}${isCommon(i) ? ' courant' : ''}`,
      }),
    ),
  )
})

const word = (mot: string, nombreTexte: number) => ({ mot, nombreTexte })

const beginning = (debut: string, nombreTexte: number, words?: string[]) => ({
  debut,
  nombreTexte,
  ...(words && { words }),
})

test('an index is asked for the words that are sooner looked for than products are looked at', async () => {
  const sought = (...terms: Term[]) =>
    queryOfAll(each(soughtOf(terms, PRODUCTS), 'anywhere'), { spellsOut: true })
  assert.equal(sought(word('rouge', 500), word('zebre', 25)), "'zebre' & 'rouge'")
  assert.equal(sought(word('objet', PRODUCTS), word('zebre', 25)), "'zebre'", 'all products have it')
  assert.equal(sought(beginning('r', 500), word('zebre', 25)), "'zebre'", 'all mentions would be read')
  assert.equal(sought(beginning('r', 500), word('bleu', 400)), "'bleu' & 'r':*")
  const three = [beginning('o', 150), word('rouge', 500), word('zebre', 25)]
  assert.equal(sought(...three), "'zebre' & 'rouge'", 'the words leave too few for a beginning')
  const spelt = beginning('rou', 500, ['rouge', 'rouille'])
  assert.equal(sought(spelt, word('zebre', 25)), "'zebre' & ('rouge' | 'rouille')")
  for (const [rare, common] of [
    ['zebre', 'rouge'],
    ['rare', 'courant'],
  ])
    assert.equal((await catalogue.search(`${common} ${rare}`)).pagination.total, 22)
})

/** By their place among equals: the number of words in the name, then the ean. */
const place = (id: number) =>
  placeAmongEquals(
    String(id),
    false,
    1 + Number(id <= 25) + Number(id <= 22 || (id > 25 && id <= 503)) + Number(id > PRODUCTS - NAMED),
  )
const inOrder = Array.from({ length: PRODUCTS }, (_, i) => i + 1).sort((a, b) => place(a) - place(b))

test('a share holds the same products whatever their ids are, and the first of them are taken', async () => {
  const { db } = shop.platform
  const wanted = { sought: "'objet'" }
  for (let part = 0; part <= LAST_PART; part++) {
    const share = 2 ** part
    const within = inOrder.filter(id => partOf(place(id)) >= part)
    const look = { wanted, share, orders: [['titre', "'*zebre'"]] as const, before: [], most: PRODUCTS }
    const [named, others] = [within.filter(id => id <= 25), within.filter(id => id > 25)]
    assert.deepEqual(await bestIds(db, look), [...named, ...others])
    assert.equal(await countWithin(db, wanted, share, PRODUCTS), within.length)
  }
  const more = { before: inOrder.slice(0, 3), most: 5 }
  assert.deepEqual(
    await bestIds(db, { wanted, share: 1, orders: [['mots', "'objet'"]] as const, ...more }),
    inOrder.slice(3, 8),
  )
})

test('of more products than are shown, those that have the word in their names come first, and none twice', async () => {
  const seen: number[] = []
  for (let page = 1; page <= 10; page++) {
    const { data, pagination } = await catalogue.search('decrit', `&limit=100&page=${page}`)
    seen.push(...data.map(({ id }) => id))
    assert.deepEqual([pagination.total, pagination.totalMinimum], [1_000, true])
  }
  assert.equal(new Set(seen).size, 1_000)
  assert.deepEqual(
    seen.slice(0, NAMED).sort((a, b) => a - b),
    Array.from({ length: NAMED }, (_, i) => PRODUCTS - NAMED + 1 + i),
  )
})

test('where no product has all the words, those that have more of them come first', async () => {
  const { data, approchee } = await catalogue.search('zebre rouge rare quetzal', '&limit=100')
  assert.equal(approchee, true)
  assert.equal(data.length, 25, 'all that have the two rarest')
  assert.ok(data.slice(0, 22).every(({ id }) => id <= 22))
  const common = await catalogue.search('rouge courant decrit quetzal', '&limit=100')
  assert.equal(common.pagination.total, 500, 'of common words, all that have them')
})

test('every page shows what comes next, however many were looked for', async () => {
  const all = (await catalogue.search('objet', '&limit=100')).data.map(({ id }) => id)
  for (const limit of [1, 7, 33]) {
    const { data, pagination } = await catalogue.search('objet', `&limit=${limit}&page=3`)
    assert.deepEqual(
      data.map(({ id }) => id),
      all.slice(2 * limit, 3 * limit),
    )
    assert.deepEqual([pagination.total, pagination.totalMinimum], [1_000, true])
  }
})

test('a share is looked at that lets expect a thousand matches, a larger one where it held fewer', () => {
  assert.deepEqual([2_100, 2_101, 100_000, 10 ** 9].map(shareOf), [1, 2, 64, 512])
  assert.equal(largerShare(64, 20), 1, 'a thousand are expected in half of all')
  assert.equal(largerShare(64, 15), 1, 'fewer than a thousand are expected in all')
  assert.equal(largerShare(64, 500), 16)
  assert.equal(largerShare(64, 999), 32)
})
