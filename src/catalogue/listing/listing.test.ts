import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { change, createCatalogueActions } from '../../../test/support/catalogue.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

const PRODUCTS = 1_300
/** The number of products in each of the two families. */
const HALF = PRODUCTS / 2

let shop: TestPlatform
let catalogue: ReturnType<typeof createCatalogueActions>
before(async () => {
  shop = await openPlatform({ only: ['catalogue'] })
  catalogue = createCatalogueActions(shop)
  await catalogue.consume(
    ...Array.from({ length: PRODUCTS }, (_, i) =>
      change(i + 1, 1, {
        nom: `Vis ${i % 2 ? 'à bois' : 'à métal'} ${PRODUCTS - i}`,
        categories: i % 2 ? 'Bois > Vis' : 'Métal > Vis',
        marque: i % 130 === 0 ? 'Rare' : 'Courante',
        prixDeVenteCents: i,
      }),
    ),
  )
})

type Facets = [total: number, totalMinimum?: true]
const facetsOf = async (query: string): Promise<Facets> => {
  const { total, totalMinimum } = (await catalogue.list(query)).pagination
  return totalMinimum ? [total, totalMinimum] : [total]
}

test('totals are exact up to a thousand or where they are stored, and otherwise a marked lower bound', async () => {
  assert.deepEqual(await facetsOf(''), [PRODUCTS])
  assert.deepEqual(await facetsOf('sort=-prix'), [PRODUCTS])
  assert.deepEqual(await facetsOf('famille=vis'), [PRODUCTS])
  assert.deepEqual(await facetsOf('search=vis'), [1_000, true])
  assert.deepEqual(await facetsOf('famille=bois'), [HALF])
  assert.deepEqual(await facetsOf('marque=rare'), [10])
  assert.deepEqual(await facetsOf('prixMax=999'), [1_000])
  assert.deepEqual(await facetsOf('prixMax=1000'), [1_000, true])
  assert.deepEqual(await facetsOf('marque=courante'), [1_000, true])
  assert.deepEqual(await facetsOf('famille=bois&marque=courante&prixMin=0'), [HALF])
  assert.deepEqual(await facetsOf('search=bois&sort=nom'), [HALF])
  assert.equal(
    (await facetsOf('search=vis&marque=rare')).length,
    2,
    'a search reads only its best thousand matches',
  )
})

test('facets above a thousand are marked as lower bounds', async () => {
  const facets = async (query: string) => (await catalogue.list(`${query}&facettes=true`)).facettes
  assert.equal((await facets('famille=bois&marque=courante'))?.totalMinimum, true, 'all families have more')
  const within = await facets('prixMax=500')
  assert.equal(within?.totalMinimum, true, 'without the price filter there are more')
  assert.deepEqual(within?.marques, [
    { valeur: 'Courante', nombre: 497 },
    { valeur: 'Rare', nombre: 4 },
  ])
  const exact = await facets('search=bois')
  assert.equal(exact?.totalMinimum, undefined)
  assert.deepEqual(exact?.categories, [
    { valeur: 'Bois', nombre: HALF },
    { valeur: 'Bois > Vis', nombre: HALF },
  ])
  assert.equal((await catalogue.list('search=bois')).facettes, undefined, 'only on request')
})

test('an unknown family or brand returns no products, and facets with existing values', async () => {
  const { data, pagination, facettes } = await catalogue.list('famille=inconnue&prixMax=99&facettes=true')
  assert.deepEqual([data.length, pagination.total], [0, 0])
  assert.deepEqual(facettes?.categories[0], { valeur: 'Bois', nombre: 50 })
  assert.deepEqual(await facetsOf('marque=!!'), [0])
  assert.deepEqual(await facetsOf('search=!!&facettes=true'), [0])
})

test('pages of any size contain the same products in every order, also in a search with more than a thousand results', async () => {
  for (const query of [
    'sort=-prix&marque=courante&famille=metal',
    'search=vis&sort=nouveaute',
    'sort=nom&prixMax=700',
  ]) {
    const whole = await catalogue.pages(query, 100)
    assert.deepEqual((await catalogue.pages(query, 77)).ids, whole.ids, query)
    assert.equal(new Set(whole.ids).size, whole.ids.length)
    assert.equal(whole.ids.length, Math.min(whole.pagination.total, 1_000))
  }
  const far = await catalogue.list(`marque=courante&sort=prix&page=${Number.MAX_SAFE_INTEGER}&limit=100`)
  assert.deepEqual(far.data, [])
})

test('an empty parameter is ignored', async () => {
  assert.deepEqual(await facetsOf('marque=&prixMin=&prixMax=&enStock=&sort=&facettes=&famille='), [PRODUCTS])
  assert.deepEqual(await facetsOf('marque=%20'), [PRODUCTS])
})

test('invalid parameters are refused with a message', async () => {
  const refused = [
    ...['sort=cher', 'sort=prix,nom', 'sort=PRIX', 'sort=prix&sort=nom'],
    ...['prixMin=x', 'prixMin=-1', 'prixMin=1.5', 'prixMax=1e400', 'prixMax=99999999999999999999'],
    ...['prixMin=2&prixMax=1', 'enStock=peut-etre', 'enStock=2', 'facettes=oui', `marque=${'x'.repeat(201)}`],
    ...['prix=3', 'couleur=rouge', 'prixmin=3'],
  ]
  for (const query of refused) {
    const { status, body } = await shop.call<{ message: string; code: string }>(
      'GET',
      `/api/products?${query}`,
    )
    assert.equal(status, 400, query)
    assert.match(body.code, /^(requete-invalide|champ-inconnu)$/, query)
  }
  const { body } = await shop.call<{ message: string }>('GET', '/api/products?prixMin=2&prixMax=1')
  assert.match(body.message, /prixMin/)
})
