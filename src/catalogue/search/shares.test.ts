import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { catalogueOf, change } from '../../../test/support/catalogue.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { placeAmongEquals } from '../words/place.ts'
import { countUpTo, SHARES } from './shares.ts'
import { countWithin, firstIds } from './store.ts'
import { queryOf, soughtOf, type Term } from './term.ts'

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

const word = (mot: string, count: number) => ({ mot, nombreNom: count, nombreTexte: count, nombreEst: count })

const beginning = (debut: string, count: number, words?: string[]) => ({
  debut,
  nombreNom: count,
  nombreTexte: count,
  nombreEst: count,
  ...(words && { words }),
})

test('an index is asked for the words that are sooner looked for than products are looked at', async () => {
  const sought = (...terms: Term[]) =>
    soughtOf(
      terms.map(term => ({ term, place: 'anywhere' })),
      PRODUCTS,
    )
      .map(part => queryOf(part, { spellsOut: true }))
      .join(' & ')
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
  for (const share of SHARES) {
    const within = inOrder.filter(id => place(id) % share === 0)
    assert.deepEqual(await firstIds(db, wanted, share, { before: [], most: PRODUCTS }), within)
    assert.equal(await countWithin(db, wanted, share, PRODUCTS), within.length)
  }
  const left = { before: inOrder.slice(0, 3), most: 5 }
  assert.deepEqual(await firstIds(db, wanted, 1, left), inOrder.slice(3, 8))
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

test('a share that holds enough matches is looked for, a larger one where one does not', async () => {
  const counted = async (bound: number, inShare: Record<number, number>) => {
    const shares: number[] = []
    const { matches, share } = await countUpTo(bound, 100, async share => {
      shares.push(share)
      return inShare[share] ?? 0
    })
    return [shares, matches, share]
  }
  assert.deepEqual(await counted(15_000, { 64: 100 }), [[64], 6_400, 64])
  assert.deepEqual(await counted(15_000, { 64: 0 }), [[64], 0, 64], 'few will be in all')
  assert.deepEqual(await counted(15_000, { 64: 5, 2: 100 }), [[64, 2], 200, 2])
  assert.deepEqual(await counted(240, { 1: 80 }), [[1], 80, 1])
})
