import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { countStatements } from '../../../test/support/statements.ts'

type Row = { id: number } & Record<string, unknown>
type Page = { rows: Row[]; total: number; page: number; limit: number; totalPages: number }

let shop: TestPlatform
let products: Row[]
let suppliers: Row[]
let relations: Row[]
const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  (await shop.call<Row>(method, path, body)).body
const get = <Body>(path: string) => shop.call<Body>('GET', path)

before(async () => {
  // Background loops would add statements to the counts below.
  shop = await openPlatform({ only: ['reference'], started: false })
  products = []
  suppliers = []
  relations = []
  for (const ean of ['P3', 'P1', 'P2'])
    products.push(
      await call('POST', '/api/publique/produits', { ean, nom: `Nom ${ean}`, prixDeVenteCents: 900 }),
    )
  for (const codeFournisseur of ['A', 'B', 'parti'])
    suppliers.push(
      await call('POST', '/api/publique/fournisseurs', {
        codeFournisseur,
        nomLegal: `SA ${codeFournisseur}`,
      }),
    )
  for (const [product, supplier, prixFournisseurCents] of [
    ...([
      [0, 0, 300],
      [0, 1, 100],
      [1, 0, 200],
      [2, 0, null],
      [1, 2, 50],
    ] as const),
  ])
    relations.push(
      await call('POST', `/api/publique/produits/${products[product]!.id}/fournisseurs`, {
        fournisseurId: suppliers[supplier]!.id,
        prixFournisseurCents,
        referenceFournisseur: `Réf ${product}${supplier}`,
      }),
    )
  await call('DELETE', `/api/publique/fournisseurs/${suppliers[2]!.id}`)
})

describe('the products of a supplier', () => {
  const of = (query = '') => get<Page>(`/api/publique/fournisseurs/${suppliers[0]!.id}/produits?${query}`)

  test('are listed with their terms in the order of creation, in pages', async () => {
    const { status, body } = await of('limit=2')
    assert.equal(status, 200, JSON.stringify(body))
    const { id, createdAt, updatedAt, produitId, ...terms } = relations[0]!
    assert.deepEqual(body.rows[0], { ...terms, ...products[0] })
    assert.deepEqual(
      { ...body, rows: body.rows.length },
      { rows: 2, total: 3, page: 1, limit: 2, totalPages: 2 },
    )
    assert.deepEqual(
      (await of('limit=2&page=2')).body.rows.map(({ ean }) => ean),
      ['P2'],
    )
  })

  test('are sorted by fields of the product or the relation', async () => {
    for (const [query, expected] of [
      ['sort=ean', ['P1', 'P2', 'P3']],
      ['sort=-nom', ['P3', 'P2', 'P1']],
      ['sort=prixFournisseurCents', ['P1', 'P3', 'P2']],
      ['sort=prixFournisseurCents&order=desc', ['P3', 'P1', 'P2']],
      ['sort=statutProduit,-delaiLivraisonJours', ['P3', 'P1', 'P2']],
    ] as const)
      assert.deepEqual(
        (await of(query)).body.rows.map(({ ean }) => ean),
        expected,
        query,
      )
  })

  test('are 400 for an invalid query and 404 for an unknown supplier', async () => {
    for (const query of ['sort=marque', 'sort=ean,nom&order=asc', 'page=0', 'limit=101', 'order=up'])
      assert.equal((await of(query)).status, 400, query)
    for (const id of [suppliers[2]!.id, 999_999]) {
      assert.equal((await get(`/api/publique/fournisseurs/${id}/produits`)).status, 404)
    }
    assert.equal((await get('/api/publique/fournisseurs/x/produits')).status, 400)
  })
})

describe('the suppliers of a product', () => {
  test('are listed as relations, sorted, without deleted suppliers', async () => {
    const path = `/api/publique/produits/${products[0]!.id}/fournisseurs`
    assert.deepEqual((await get<Page>(path)).body.rows, [relations[0], relations[1]])
    const { body } = await get<Page>(`${path}?sort=prixFournisseurCents&limit=1`)
    assert.deepEqual(
      { ...body, totalPages: 0 },
      { rows: [relations[1]], total: 2, page: 1, limit: 1, totalPages: 0 },
    )
    assert.equal((await get(`${path}?sort=packaging`)).status, 400)
    assert.equal((await get('/api/publique/produits/999999/fournisseurs')).status, 404)
  })
})

describe('the list of all relations', () => {
  const list = async (query: object = {}) =>
    (await get<Row[]>(`/api/privee/fournisseur-produits?${new URLSearchParams(query as never)}`)).body

  test('is an array or a page, without deleted products and suppliers', async () => {
    assert.deepEqual(await list(), relations.slice(0, 4))
    assert.deepEqual(
      await list({ sort: '-prixFournisseurCents' }),
      [0, 2, 1, 3].map(i => relations[i]),
    )
    assert.deepEqual(await list({ limit: 3, page: 2 }), {
      ...{ rows: [relations[3]], total: 4, page: 2, limit: 3, totalPages: 2 },
    })
  })

  test('is filtered by product, supplier and fields', async () => {
    assert.deepEqual(await list({ produitId: products[0]!.id }), relations.slice(0, 2))
    assert.deepEqual(await list({ fournisseurId: suppliers[1]!.id }), [relations[1]])
    const filters = (...all: object[]) => list({ filters: JSON.stringify(all) })
    assert.deepEqual(await filters({ field: 'prixFournisseurCents', operator: '>=', value: 200 }), [
      relations[0],
      relations[2],
    ])
    assert.deepEqual(await filters({ field: 'referenceFournisseur', operator: 'equals', value: 'REF 20' }), [
      relations[3],
    ])
    for (const query of [
      { filters: '[{"field":"nom","operator":"isEmpty"}]' },
      { produitId: 'x' },
      { sort: 'nom' },
    ])
      assert.match(JSON.stringify(await list(query)), /"statusCode":400/)
  })
})

describe('the include parameter', () => {
  const withSuppliers = (product: number, ...of: number[]) => ({
    ...products[product],
    fournisseurs: of.map(i => ({
      ...relations[i],
      fournisseur: suppliers.find(({ id }) => id === relations[i]!.fournisseurId),
    })),
  })

  test('adds suppliers to products in a page, an array, a sorted array and a single record', async () => {
    const all = [withSuppliers(0, 0, 1), withSuppliers(1, 2), withSuppliers(2, 3)]
    const url = '/api/publique/produits'
    assert.deepEqual((await get<Page>(`${url}?include=fournisseurs&limit=5`)).body.rows, all)
    assert.deepEqual((await get<Row[]>(`${url}?include=fournisseurs`)).body, all)
    assert.deepEqual((await get<Row[]>(`${url}?include=fournisseurs&sort=-id`)).body, all.toReversed())
    assert.deepEqual((await get(`${url}/${products[0]!.id}?include=fournisseurs`)).body, all[0])
    assert.ok(!('fournisseurs' in (await get<Row>(`${url}/${products[0]!.id}`)).body))
  })

  test('adds products to suppliers, and respects the fields parameter', async () => {
    const { body } = await get<Row[]>('/api/publique/fournisseurs?include=produits&fields=nomLegal&ids=2')
    assert.deepEqual(body, [
      { nomLegal: 'SA B', produits: [{ ...relations[1], produit: products[0] }] },
    ] as never)
  })

  test('uses one query for the relations of a page of any length', async () => {
    const counter = countStatements(shop)
    const answers = await get<Page>('/api/publique/fournisseurs?include=produits&limit=100')
    counter.end()
    // One query for the page and its total, one for the relations.
    assert.equal(counter.statements(), 2)
    assert.deepEqual(
      answers.body.rows.map(({ produits }) => (produits as Row[]).length),
      [3, 1],
    )
  })
})

test('with keys configured, relations are shown to key holders only', async () => {
  const settings = { COMPTOIR_API_KEYS: 'a-key-of-staff-0001' }
  const guarded = await openPlatform({ only: ['reference'], settings, databaseUrl: shop.databaseUrl })
  const key = { 'x-api-key': 'a-key-of-staff-0001' }
  const one = products[0]!.id
  for (const path of [
    '/api/publique/produits?include=fournisseurs&limit=1',
    '/api/publique/produits?include=fournisseurs',
    `/api/publique/produits/${one}?include=fournisseurs`,
    '/api/publique/fournisseurs/1/produits',
    `/api/publique/produits/${one}/fournisseurs`,
    '/api/privee/fournisseur-produits',
  ]) {
    const refused = await guarded.call('GET', path)
    // A caller without access to relations may not name them in include either.
    assert.equal(refused.status, path.includes('include') ? 400 : 401, path)
    assert.ok(!JSON.stringify(refused.body).includes('prixFournisseurCents'))
    const answer = await guarded.call('GET', path, undefined, key)
    assert.ok(JSON.stringify(answer.body).includes('prixFournisseurCents'), path)
  }
  const open = await guarded.call('GET', '/api/publique/produits?limit=1')
  assert.equal(open.status, 200)
})
