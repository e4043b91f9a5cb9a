import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually, openPlatform, type TestPlatform } from '../../test/support/platform.ts'
import type { ProductChange } from './events.ts'
import type { Product } from './schemas.ts'
import { takeProducts } from './take-products.ts'

type List = {
  data: Product[]
  pagination: { page: number; limit: number; total: number; totalPages: number }
}
type Row = { id: number }
type Stats = {
  totalProducts: number
  activeProducts: number
  categoriesCount: number
  brandsCount: number
  lastSync: string | null
}

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference', 'catalogue'] })
})

const list = async (query = '') => (await shop.call<List>('GET', `/api/products?${query}`)).body
const search = (words: string, more = '') => list(`search=${encodeURIComponent(words)}${more}`)
const names = async (words: string, more = '') => (await search(words, more)).data.map(({ nom }) => nom)
const stats = async () => (await shop.call<Stats>('GET', '/api/products/stats')).body

const change = (id: number, version: number, more: Partial<ProductChange> = {}): ProductChange => ({
  id,
  version,
  supprime: false,
  ean: String(id),
  nom: `Produit ${id}`,
  prixDeVenteCents: 1000,
  description: null,
  photosUrls: null,
  categories: 'Essais',
  marque: null,
  poids: null,
  couleurs: null,
  dimensions: null,
  caracteristiquesTechniques: null,
  dureeGarantie: null,
  statutProduit: 'actif',
  documentationUrl: null,
  dateFinReapprovisionnement: null,
  dateFinDeVie: null,
  sku: null,
  quantiteMin: null,
  packaging: null,
  prixDAchatFournisseurCents: null,
  ...more,
})
const take = (...products: ProductChange[]) =>
  shop.platform.db.transaction(tx => takeProducts(tx, products, shop.platform.clock.now()))
const total = async (famille: string) =>
  (await list(`famille=${encodeURIComponent(famille)}`)).pagination.total

describe('kept in step with the reference area', () => {
  test('nothing yet: an empty list, zeroes and no synchronisation', async () => {
    assert.deepEqual(await list(), { data: [], pagination: { page: 1, limit: 20, total: 0, totalPages: 0 } })
    assert.deepEqual(await stats(), {
      totalProducts: 0,
      activeProducts: 0,
      categoriesCount: 0,
      brandsCount: 0,
      lastSync: null,
    })
  })

  test('a product appears, follows its changes and its preferred supplier, and disappears', async () => {
    const { body: made } = await shop.call<Row>('POST', '/api/publique/produits', {
      ean: '2099',
      nom: 'Théière Alizé',
      prixDeVenteCents: 1990,
      categories: 'Maison > Cuisine',
      marque: 'Alizé',
      dateFinDeVie: '2030-06-01',
      photosUrls: ['https://example.org/1.jpg'],
    })
    const url = `/api/publique/produits/${made.id}`
    const found = (check: (product: Product) => boolean) =>
      eventually('the catalogue follows', async () => (await search('theiere')).data.find(check))

    assert.deepEqual(await found(() => true), {
      reference: '2099',
      id: made.id,
      nom: 'Théière Alizé',
      categories: 'Maison > Cuisine',
      categoriesPath: ['Maison', 'Cuisine'],
      marque: 'Alizé',
      statutProduit: 'actif',
      prixDeVenteCents: 1990,
      prixDeVente: 19.9,
      ean: '2099',
      photosUrls: ['https://example.org/1.jpg'],
      dateFinDeVie: '2030-06-01T00:00:00.000Z',
    })

    const { body: supplier } = await shop.call<Row>('POST', '/api/publique/fournisseurs', {
      nomLegal: 'Vermeil',
      codeFournisseur: 'V',
    })
    await shop.call('POST', `${url}/fournisseurs`, {
      fournisseurId: supplier.id,
      prixFournisseurCents: 990,
      referenceFournisseur: 'VER-1',
      quantiteMinimaleCommande: 4,
      packaging: 12,
      statutRelation: 'prefere',
    })
    assert.partialDeepStrictEqual(await found(({ sku }) => sku === 'VER-1'), {
      quantiteMin: 4,
      packaging: '12',
      prixDAchatFournisseurCents: 990,
    })
    await shop.call('PATCH', `${url}/fournisseurs/${supplier.id}`, { prixFournisseurCents: 1000 })
    await found(product => product.prixDAchatFournisseurCents === 1000)
    await shop.call('DELETE', `/api/publique/fournisseurs/${supplier.id}`)
    await found(({ sku }) => sku === undefined)

    await shop.call('PATCH', url, { prixDeVenteCents: 2990 })
    await found(({ prixDeVente }) => prixDeVente === 29.9)
    assert.deepEqual(
      { ...(await stats()), lastSync: '' },
      {
        totalProducts: 1,
        activeProducts: 1,
        categoriesCount: 1,
        brandsCount: 1,
        lastSync: '',
      },
    )
    assert.match(String((await stats()).lastSync), /^\d{4}-\d\d-\d\dT.*Z$/)

    await shop.call('PATCH', url, { statutProduit: 'inactif' })
    await eventually('it is not listed', async () => (await list()).pagination.total === 0)
    assert.partialDeepStrictEqual(await stats(), { totalProducts: 1, activeProducts: 0, brandsCount: 1 })
    await shop.call('DELETE', url)
    await eventually('it is gone', async () => (await stats()).totalProducts === 0)
    assert.partialDeepStrictEqual(await stats(), { categoriesCount: 0, brandsCount: 0 })
  })

  test('an import of many arrives whole', async () => {
    const form = new FormData()
    const lines = Array.from({ length: 1_050 }, (_, i) => ({
      ean: `30${i}`,
      nom: `Vis numero ${i}`,
      prixDeVenteCents: i,
      categories: 'Quincaillerie',
    }))
    form.set('file', new Blob([JSON.stringify(lines)]))
    const body = new Response(form)
    await shop.call('POST', '/api/publique/produits/import', Buffer.from(await body.arrayBuffer()), {
      'content-type': body.headers.get('content-type')!,
    })
    await eventually('all are there', async () => (await total('quincaillerie')) === 1_050)
    const last = await list('famille=quincaillerie&page=53')
    assert.equal(last.data.length, 10)
    assert.partialDeepStrictEqual(last.pagination, { totalPages: 53 })
    assert.equal((await search('vis')).pagination.total, 1_000, 'a search looks at its best thousand')
    assert.deepEqual(await search('vis', '&page=9999&limit=100'), {
      data: [],
      pagination: { page: 9999, limit: 100, total: 1_000, totalPages: 10 },
    })
  })
})

describe('late and repeated messages', () => {
  test('an older version changes nothing, nor does the same one again', async () => {
    const newest = change(900_001, 3, { nom: 'Troisième', categories: 'Versions' })
    await take(newest)
    await take(change(900_001, 2, { nom: 'Deuxième', categories: 'Versions anciennes' }), newest)
    await take(newest)
    assert.deepEqual(await names('troisieme'), ['Troisième'])
    assert.deepEqual([await total('versions'), await total('versions anciennes')], [1, 0])
  })

  test('of two versions in one message the newer stays, whatever their order', async () => {
    await take(
      change(900_002, 2, { categories: 'Ordre neuf' }),
      change(900_002, 1, { categories: 'Ordre vieux' }),
    )
    assert.deepEqual([await total('ordre neuf'), await total('ordre vieux')], [1, 0])
  })

  test('what was deleted does not come back', async () => {
    await take(change(900_003, 2, { supprime: true, categories: 'Fantômes' }))
    await take(change(900_003, 1, { categories: 'Fantômes' }))
    assert.equal(await total('fantomes'), 0)
  })

  test('messages about the same products at once, in any order: counted once', async () => {
    const { totalProducts } = await stats()
    const versions = [4, 1, 3, 5, 2]
    await Promise.all(
      versions.map(version =>
        take(...Array.from({ length: 20 }, (_, i) => change(910_000 + i, version, { categories: 'Foule' }))),
      ),
    )
    assert.equal(await total('foule'), 20)
    assert.equal((await stats()).totalProducts, totalProducts + 20)
  })
})

describe('search', () => {
  before(() =>
    take(
      change(920_001, 1, { nom: 'Housse', description: 'Pour un casque de moto', categories: 'Sport' }),
      change(920_002, 1, {
        nom: 'Casque audio Brumaire',
        description: 'Écoute fermée',
        categories: 'Son > Casques',
      }),
      change(920_003, 1, { nom: 'Télévision murale', marque: 'Brumaire', categories: 'Image / Télévisions' }),
      change(920_004, 1, { nom: 'Casque retiré', statutProduit: 'obsolete', categories: 'Son > Casques' }),
      change(920_005, 1, { nom: 'Clé USB-C 64Go', description: "L'essentiel", categories: 'Son' }),
    ),
  )

  test('a word in the name comes before the same word in a description; only active products', async () => {
    assert.deepEqual(await names('casque'), ['Casque audio Brumaire', 'Housse'])
  })

  test('without regard to case, accents, plural and punctuation', async () => {
    assert.deepEqual(await names('TELEVISIONS'), ['Télévision murale'])
    assert.deepEqual(await names('écoutes'), ['Casque audio Brumaire'])
    assert.deepEqual(await names('usb'), ['Clé USB-C 64Go'])
    assert.deepEqual(await names("l'essentiel"), ['Clé USB-C 64Go'])
  })

  test('forgives a letter missing, added, replaced or swapped, and two in a long word', async () => {
    for (const typo of ['brumire', 'brummaire', 'bromaire', 'brumaier'])
      assert.deepEqual(await names(typo), ['Casque audio Brumaire', 'Télévision murale'], typo)
    assert.deepEqual(await names('televizoin'), ['Télévision murale'])
    assert.deepEqual(await names('telev'), ['Télévision murale'], 'the beginning of a word')
  })

  test('every word counts, over name, brand and category', async () => {
    assert.deepEqual(await names('casque brumaire'), ['Casque audio Brumaire'])
    assert.deepEqual(await names('casque quetzalcoatl'), [])
    assert.deepEqual(await names('brumaire télévisions'), ['Télévision murale'])
  })

  test('nonsense finds nothing and breaks nothing', async () => {
    for (const nonsense of [
      'zzzzqqqq',
      '!!!',
      "' | & ! :* <->",
      '\\',
      "a'b:*",
      '\u{1F600}',
      '日本語',
      'x'.repeat(200),
    ])
      assert.deepEqual(await names(nonsense), [], nonsense)
    assert.ok((await names('  ')).length > 0, 'a blank search is none')
  })

  test('a family is a category or a level of its path, also within a search', async () => {
    const ids = async (query: string) => (await list(query)).data.map(({ id }) => id)
    assert.deepEqual(await ids('famille=son'), [920_002, 920_005])
    assert.deepEqual(await ids('famille=CASQUES'), [920_002])
    assert.deepEqual(await ids(`famille=${encodeURIComponent('son / casques')}`), [920_002])
    assert.deepEqual(await ids('famille=so'), [])
    assert.deepEqual(await names('casque', '&famille=sport'), ['Housse'])
  })

  test('pages', async () => {
    assert.deepEqual(await names('casque', '&limit=1&page=2'), ['Housse'])
    assert.deepEqual((await search('casque', '&limit=1')).pagination, {
      page: 1,
      limit: 1,
      total: 2,
      totalPages: 2,
    })
    for (const query of ['page=0', 'limit=0', 'limit=101', 'page=x', `search=${'x'.repeat(201)}`])
      assert.equal((await shop.call('GET', `/api/products?${query}`)).status, 400, query)
  })
})

test('with keys configured, what the shop pays is shown to key holders alone', async () => {
  const guarded = await openPlatform({
    only: ['catalogue'],
    settings: { COMPTOIR_API_KEYS: 'key', AMQP_URL: '' },
  })
  await guarded.platform.db.transaction(tx =>
    takeProducts(tx, [change(1, 1, { prixDAchatFournisseurCents: 700 })], guarded.platform.clock.now()),
  )
  const prices = async (headers = {}) =>
    (await guarded.call<List>('GET', '/api/products', undefined, headers)).body.data.map(
      product => product.prixDAchatFournisseurCents,
    )
  assert.deepEqual(await prices(), [undefined])
  assert.deepEqual(await prices({ 'x-api-key': 'key' }), [700])
})
