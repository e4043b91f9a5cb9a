import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { change, createCatalogueActions } from '../../../test/support/catalogue.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import type { Product } from '../schemas.ts'

type Row = { id: number }

let shop: TestPlatform
let catalogue: ReturnType<typeof createCatalogueActions>
before(async () => {
  shop = await openPlatform({ only: ['reference', 'catalogue'] })
  catalogue = createCatalogueActions(shop)
})

describe('the catalogue kept in sync with reference', () => {
  test('is initially an empty list with zero counts and no synchronization', async () => {
    assert.deepEqual(await catalogue.list(), {
      data: [],
      pagination: { page: 1, limit: 20, total: 0, totalPages: 0 },
    })
    assert.deepEqual(await catalogue.stats(), {
      totalProducts: 0,
      activeProducts: 0,
      categoriesCount: 0,
      brandsCount: 0,
      lastSync: null,
    })
  })

  test('adds a product, follows its changes and its preferred supplier, and removes it', async () => {
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
      eventually('the catalogue has the change', async () =>
        (await catalogue.search('theiere')).data.find(check),
      )

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
      enStock: true,
      stockConnu: false,
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
    const { body: other } = await shop.call<Row>('POST', '/api/publique/fournisseurs', {
      nomLegal: 'Brun',
      codeFournisseur: 'B',
    })
    await shop.call('POST', `${url}/fournisseurs`, {
      fournisseurId: other.id,
      referenceFournisseur: 'Brun 77/A',
    })
    const namedBy = async (reference: string) => (await catalogue.search(reference)).data.map(({ id }) => id)
    const isNamedBy = (reference: string, ids: unknown[]) =>
      eventually(`${reference} returns ${ids.length} products`, async () => {
        const named = await namedBy(reference)
        return named.length === ids.length && named.every((id, i) => id === ids[i])
      })
    await isNamedBy('brun 77/a', [made.id])
    await isNamedBy('VER-1', [made.id])
    await shop.call('PATCH', `${url}/fournisseurs/${other.id}`, { referenceFournisseur: 'ZX-9' })
    await isNamedBy('zx-9', [made.id])
    await shop.call('DELETE', `/api/publique/fournisseurs/${supplier.id}`)
    await found(({ sku }) => sku === undefined)
    await isNamedBy('VER-1', [])
    await shop.call('DELETE', `${url}/fournisseurs/${other.id}`)
    await isNamedBy('zx-9', [])

    await shop.call('PATCH', url, { prixDeVenteCents: 2990 })
    await found(({ prixDeVente }) => prixDeVente === 29.9)
    assert.deepEqual(
      { ...(await catalogue.stats()), lastSync: '' },
      {
        totalProducts: 1,
        activeProducts: 1,
        categoriesCount: 1,
        brandsCount: 1,
        lastSync: '',
      },
    )
    assert.match(String((await catalogue.stats()).lastSync), /^\d{4}-\d\d-\d\dT.*Z$/)

    await shop.call('PATCH', url, { statutProduit: 'inactif' })
    await eventually('the product is not listed', async () => (await catalogue.list()).pagination.total === 0)
    assert.partialDeepStrictEqual(await catalogue.stats(), {
      totalProducts: 1,
      activeProducts: 0,
      brandsCount: 1,
    })
    await shop.call('DELETE', url)
    await eventually('the product is deleted', async () => (await catalogue.stats()).totalProducts === 0)
    assert.partialDeepStrictEqual(await catalogue.stats(), { categoriesCount: 0, brandsCount: 0 })
  })

  test('receives all products of an import', async () => {
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
    await eventually(
      'the catalogue contains all products',
      async () => (await catalogue.total('quincaillerie')) === 1_050,
    )
    const last = await catalogue.list('famille=quincaillerie&page=53')
    assert.equal(last.data.length, 10)
    assert.partialDeepStrictEqual(last.pagination, { totalPages: 53 })
    assert.partialDeepStrictEqual(
      (await catalogue.search('vis', '&limit=100')).pagination,
      { total: 1_000, totalPages: 10 },
      'a search returns its best thousand matches',
    )
    assert.deepEqual(await catalogue.search('vis', '&page=9999&limit=100'), {
      data: [],
      pagination: { page: 9999, limit: 100, total: 1_000, totalMinimum: true, totalPages: 10 },
    })
  })
})

describe('a late or repeated message', () => {
  test('with an older or the same version changes nothing', async () => {
    const newest = change(900_001, 3, { nom: 'Troisième', categories: 'Versions' })
    await catalogue.consume(newest)
    await catalogue.consume(change(900_001, 2, { nom: 'Deuxième', categories: 'Versions anciennes' }), newest)
    await catalogue.consume(newest)
    assert.deepEqual(await catalogue.names('troisieme'), ['Troisième'])
    assert.deepEqual([await catalogue.total('versions'), await catalogue.total('versions anciennes')], [1, 0])
  })

  test('with two versions of a product applies the newer one, in any order', async () => {
    await catalogue.consume(
      change(900_002, 2, { categories: 'Ordre neuf' }),
      change(900_002, 1, { categories: 'Ordre vieux' }),
    )
    assert.deepEqual([await catalogue.total('ordre neuf'), await catalogue.total('ordre vieux')], [1, 0])
  })

  test('does not restore a deleted product', async () => {
    await catalogue.consume(change(900_003, 2, { supprime: true, categories: 'Fantômes' }))
    await catalogue.consume(change(900_003, 1, { categories: 'Fantômes' }))
    assert.equal(await catalogue.total('fantomes'), 0)
  })

  test('sent concurrently with others about the same products is counted once', async () => {
    const { totalProducts } = await catalogue.stats()
    const versions = [4, 1, 3, 5, 2]
    await Promise.all(
      versions.map(version =>
        catalogue.consume(
          ...Array.from({ length: 20 }, (_, i) => change(910_000 + i, version, { categories: 'Foule' })),
        ),
      ),
    )
    assert.equal(await catalogue.total('foule'), 20)
    assert.equal((await catalogue.stats()).totalProducts, totalProducts + 20)
  })
})
