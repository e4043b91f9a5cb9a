import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { catalogueOf, change } from '../../../test/support/catalogue.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { placeAmongEquals } from '../words/place.ts'
import { fill } from './fill.ts'
import { mentioningIds, namedIds, SHARES } from './store.ts'
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
    soughtOf(terms, 'nombreTexte', PRODUCTS)
      .map(term => queryOf(term, { spellsOut: true }))
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

test('a share of the products is chosen by their eans: it is the same whatever their ids are', async () => {
  const { db } = shop.platform
  const wanted = (mot: string) => ({ sought: `'${mot}'` })
  const sizes: number[] = []
  for (const share of SHARES) {
    const looked = { share, words: { terms: [word('objet', PRODUCTS)] }, before: [], most: PRODUCTS }
    const named = await namedIds(db, wanted('objet'), looked)
    assert.deepEqual(
      named.toSorted((a, b) => a - b),
      Array.from({ length: PRODUCTS }, (_, i) => i + 1).filter(
        id => placeAmongEquals(String(id), false, 1) % share === 0,
      ),
    )
    assert.deepEqual((await mentioningIds(db, wanted('decrit'), looked)).length, named.length)
    sizes.push(named.length)
  }
  assert.equal(sizes[0], PRODUCTS)
  assert.ok(sizes[1]! > 500 && sizes[1]! < 700, 'one in two')
})

test('of more matches than are wanted, those that stand first among equals are taken', async () => {
  const looked = { share: 1, words: { terms: [word('objet', PRODUCTS)] }, before: [], most: 5 } as const
  const wanted = { sought: "'objet'" }
  const place = (id: number) =>
    placeAmongEquals(
      String(id),
      false,
      1 + Number(id <= 25) + Number(id <= 22 || (id > 25 && id <= 503)) + Number(id > PRODUCTS - NAMED),
    )
  const first = Array.from({ length: PRODUCTS }, (_, i) => i + 1).sort((a, b) => place(a) - place(b))
  const taken = await namedIds(shop.platform.db, wanted, looked)
  assert.deepEqual(new Set(taken), new Set(first.slice(0, 5)))
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

test('a larger share is looked at where one does not hold enough matches, at last the whole', async () => {
  const asked = async (bound: number, inShare: Record<number, number>) => {
    const shares: number[] = []
    const ids = await fill(bound, 1_000, async share => {
      shares.push(share)
      return Array.from({ length: inShare[share]! }, (_, i) => i)
    })
    return [shares, ids.length]
  }
  assert.deepEqual(await asked(0, {}), [[], 0])
  assert.deepEqual(await asked(2_399, { 1: 900 }), [[1], 900], 'not many match')
  assert.deepEqual(await asked(150_000, { 64: 1_000 }), [[64], 1_000])
  assert.deepEqual(await asked(150_000, { 64: 130, 4: 1_000 }), [[64, 4], 1_000])
  assert.deepEqual(await asked(150_000, { 64: 30, 1: 1_000 }), [[64, 1], 1_000])
  assert.deepEqual(await asked(150_000, { 64: 900, 32: 999, 16: 1_000 }), [[64, 32, 16], 1_000])
  assert.deepEqual(await asked(150_000, { 64: 0, 1: 240 }), [[64, 1], 240])
})
