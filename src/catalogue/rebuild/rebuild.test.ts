import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { change, createCatalogueActions } from '../../../test/support/catalogue.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { sql } from '../../platform/database/sql.ts'
import { Problem } from '../../platform/problem.ts'
import { removeProducts } from '../index/index-products.ts'
import { checkReadModel, runIfReachable } from './rebuild.ts'
import { listRebuilds } from './store.ts'

type Rebuild = { id: number; apres: number; produits: number; demandeeLe: string; finieLe: string | null }

const PRODUCTS = 1_050
const ROUTE = '/api/v1/privee/reconstructions'

const write = (shop: TestPlatform, statement: ReturnType<typeof sql>) =>
  shop.platform.db.transaction(tx => tx.run(statement))
const empty = (shop: TestPlatform) =>
  write(
    shop,
    sql`truncate catalogue.produit, catalogue.recherche, catalogue.mot, catalogue.compteur,
      catalogue.synchronisation, catalogue.reconstruction`,
  )

async function fill(shop: TestPlatform, count: number) {
  const lines = Array.from({ length: count }, (_, i) => ({
    ean: `3${i}`,
    nom: `Vis ${i}`,
    prixDeVenteCents: i,
  }))
  const form = new FormData()
  form.set('file', new Blob([JSON.stringify(lines)]))
  const body = new Response(form)
  await shop.call('POST', '/api/publique/produits/import', Buffer.from(await body.arrayBuffer()), {
    'content-type': body.headers.get('content-type')!,
  })
  const { stats } = createCatalogueActions(shop)
  await eventually('the catalogue contains all products', async () => (await stats()).totalProducts === count)
}

const finished = (shop: TestPlatform) =>
  eventually('the rebuild ends', async () => {
    const [last] = (await shop.call<Rebuild[]>('GET', ROUTE)).body
    return last?.finieLe ? last : undefined
  })

describe('a requested rebuild', () => {
  let shop: TestPlatform
  let catalogue: ReturnType<typeof createCatalogueActions>
  before(async () => {
    shop = await openPlatform({ only: ['reference', 'catalogue'] })
    catalogue = createCatalogueActions(shop)
    await fill(shop, PRODUCTS)
  })

  test('runs once for twenty concurrent requests, and fills an emptied read model', async () => {
    const [{ id: gone } = { id: 0 }] = (await catalogue.search('vis')).data
    await shop.call('DELETE', `/api/publique/produits/${gone}`)
    await eventually(
      'the product is deleted',
      async () => (await catalogue.stats()).totalProducts === PRODUCTS - 1,
    )
    await empty(shop)

    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.call<Rebuild>('POST', ROUTE)))
    assert.ok(answers.every(({ status }) => status === 202))
    const done = await finished(shop)

    assert.equal(new Set(answers.map(({ body }) => body.id)).has(done.id), true)
    assert.equal(
      done.produits,
      PRODUCTS,
      'deleted products are read too, so that a late message cannot restore them',
    )
    assert.equal((await catalogue.stats()).totalProducts, PRODUCTS - 1)
    await catalogue.consume(change(gone, 1, { nom: 'Revenante' }))
    assert.deepEqual(await catalogue.names('revenante'), [])
  })

  test('removes products that reference does not have, over several pages, and corrects wrong ones', async () => {
    await catalogue.consume(
      change(5, 1_000_000_000, { nom: 'Plus récent que la référence' }),
      ...Array.from({ length: 1_100 }, (_, i) =>
        change(800_000 + i, 1, { nom: 'Fantôme', categories: 'Fantômes' }),
      ),
    )
    await write(shop, sql`update catalogue.produit set document = '{"id": 7, "nom": "Faux"}' where id = 7`)

    await shop.call('POST', ROUTE)
    await finished(shop)

    assert.deepEqual(await catalogue.names('fantome'), [])
    assert.equal(await catalogue.total('fantomes'), 0)
    assert.deepEqual(
      await catalogue.names('vis 6'),
      (await catalogue.names('vis 6')).filter(nom => nom !== 'Faux'),
    )
    assert.deepEqual(
      await catalogue.names('récent'),
      ['Plus récent que la référence'],
      'an older state changes nothing',
    )
    assert.equal((await catalogue.stats()).totalProducts, PRODUCTS - 1)
  })
})

test('a product that was updated after the rebuild read it is not removed', async () => {
  const shop = await openPlatform({ only: ['catalogue'] })
  const catalogue = createCatalogueActions(shop)
  await catalogue.consume(change(1, 2, { nom: 'Renouvelé' }), change(2, 1, { nom: 'Resté' }))
  await shop.platform.db.transaction(tx =>
    removeProducts(tx, [
      { id: 1, version: 1 },
      { id: 2, version: 1 },
    ]),
  )
  assert.deepEqual([await catalogue.names('renouvelé'), await catalogue.names('resté')], [['Renouvelé'], []])
})

describe('the check that runs each minute', () => {
  let shop: TestPlatform
  let catalogue: ReturnType<typeof createCatalogueActions>
  before(async () => {
    shop = await openPlatform({
      only: ['reference', 'catalogue'],
      settings: { COMPTOIR_CLOCK_MULTIPLIER: '600' },
      schedules: true,
    })
    catalogue = createCatalogueActions(shop)
    await fill(shop, PRODUCTS)
  })

  test('fills an empty read model', async () => {
    await empty(shop)
    await eventually(
      'the catalogue is complete',
      async () => (await catalogue.stats()).totalProducts === PRODUCTS,
    )
    await finished(shop)
  })

  test('resumes an interrupted rebuild at its last position', async () => {
    await empty(shop)
    await write(
      shop,
      sql`insert into catalogue.reconstruction (apres, "demandeeLe") select max(id) - 100, '2099-01-01' from reference.produit`,
    )
    assert.equal((await finished(shop)).produits, 100)
    assert.equal((await catalogue.stats()).totalProducts, 100)
  })
})

test('a new change in reference is no lag; a difference that persists for a minute starts a rebuild', async () => {
  const shop = await openPlatform({ only: ['reference', 'catalogue'], started: false })
  const parts = { ...shop.platform, schedulePendingListMerge: () => {}, reduce: async () => undefined }
  const begun = () => listRebuilds(shop.platform.db, 1)
  const announce = (ean: string) =>
    shop.call('POST', '/api/publique/produits', { ean, nom: 'Vis', prixDeVenteCents: 1 })
  await announce('31')
  await checkReadModel(parts)
  await announce('32')
  await checkReadModel(parts)
  assert.deepEqual(await begun(), [])
  await checkReadModel(parts)
  assert.equal((await begun()).length, 1)
})

test('without reference, searches work and a rebuild waits', async () => {
  const shop = await openPlatform({
    only: ['catalogue'],
    settings: { COMPTOIR_REFERENCE_URL: 'http://127.0.0.1:9', AMQP_URL: '' },
  })
  const catalogue = createCatalogueActions(shop)
  await catalogue.consume(change(1, 1, { nom: 'Théière' }))
  assert.equal((await shop.call('POST', ROUTE)).status, 202)
  assert.deepEqual(await catalogue.names('theiere'), ['Théière'])
  const [last] = (await shop.call<Rebuild[]>('GET', ROUTE)).body
  assert.equal(last?.finieLe, null)
})

test('an unavailable reference area does not fail the job; any other error does', async () => {
  const { platform } = await openPlatform({ only: ['catalogue'], started: false })
  const failWith = (error: Error) =>
    runIfReachable({ ...platform, schedulePendingListMerge: () => {}, reduce: async () => undefined }, () =>
      Promise.reject(error),
    )
  await failWith(new Problem(503, 'service-indisponible', 'The reference area cannot be reached'))
  await assert.rejects(failWith(new Problem(404, 'route-inconnue', 'No such route')))
  await assert.rejects(failWith(new Error('no memory')))
})
