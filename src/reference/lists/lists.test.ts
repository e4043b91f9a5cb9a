import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'

type Row = { id: number } & Record<string, unknown>
type Page = { rows: Row[]; total: number; page: number; limit: number; totalPages: number }

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['reference'] })
})

const get = <Body = Row>(url: string) => shop.call<Body>('GET', url)

describe('a list', () => {
  const mark = 'Lists & Co'
  const url = (query: string) => `/api/publique/produits?marque=${encodeURIComponent(mark)}&${query}`
  const names = async (query: string) => {
    const { body } = await get<Row[]>(url(query))
    return body.map(({ nom }) => nom)
  }
  before(async () => {
    for (const [nom, prixDeVenteCents, description] of [
      ['Écouteurs', 5000, 'Réduction de bruit'],
      ['Clavier', 5000, 'Mécanique, 100% silencieux'],
      ['Souris', 2000, null],
    ] as const)
      await createShopActions(shop).product({
        nom,
        prixDeVenteCents,
        description,
        marque: mark,
        categories: 'Informatique > Périphériques',
      })
  })

  test('is an array without page and limit, and an envelope with either', async () => {
    assert.deepEqual(await names(''), ['Écouteurs', 'Clavier', 'Souris'])
    const { body } = await get<Page>(url('limit=2&page=2'))
    assert.deepEqual(
      { ...body, rows: body.rows.map(({ nom }) => nom) },
      {
        rows: ['Souris'],
        total: 3,
        page: 2,
        limit: 2,
        totalPages: 2,
      },
    )
    assert.partialDeepStrictEqual((await get<Page>(url('page=9'))).body, { rows: [], total: 3, limit: 20 })
  })

  test('is sorted by several fields in both directions', async () => {
    assert.deepEqual(await names('sort=-prixDeVenteCents,nom'), ['Clavier', 'Écouteurs', 'Souris'])
    assert.deepEqual(await names('sort=prixDeVenteCents&order=desc'), ['Clavier', 'Écouteurs', 'Souris'])
    assert.equal((await get(url('sort=nom,ean&order=desc'))).status, 400)
    for (const sort of ['photosUrls', '-', '--nom', 'nom,inconnu'])
      assert.equal((await get(url(`sort=${sort}`))).status, 400, sort)
  })

  test('contains only the requested fields', async () => {
    const { body } = await get<Row[]>(url('fields=nom,prixDeVenteCents&search=souris'))
    assert.deepEqual(body, [{ nom: 'Souris', prixDeVenteCents: 2000 }] as never)
  })

  test('is searched without case, accents and punctuation, by prefixes of words', async () => {
    assert.deepEqual(await names('search=ECOUTEURS'), ['Écouteurs'])
    assert.deepEqual(await names(`search=${encodeURIComponent('bruit ecout')}`), ['Écouteurs'])
    assert.deepEqual(await names(`search=${encodeURIComponent('100%')}`), ['Clavier'])
    assert.deepEqual(await names(`search=${encodeURIComponent("silenc' <-> :* & !")}`), ['Clavier'])
    assert.deepEqual(await names('search=!!!'), [])
    assert.deepEqual(await names('search=couteurs'), [])
  })

  test('is filtered by category: a level or the whole path, without case and accents', async () => {
    for (const category of ['informatique', 'peripheriques', 'Informatique / Périphériques'])
      assert.equal((await names(`categories=${encodeURIComponent(category)}`)).length, 3, category)
    assert.deepEqual(await names('categories=info'), [])
    assert.equal((await get(url('statutProduit=nonsense'))).status, 400)
    assert.deepEqual(await names('statutProduit=inactif'), [])
  })

  test('longer than a chunk is complete, sorted or not', async () => {
    const file = JSON.stringify(
      Array.from({ length: 1203 }, (_, i) => ({ nom: `Point ${i % 7}`, adresse: `Rue ${i}` })),
    )
    const form = new FormData()
    form.set('file', new Blob([file]))
    const body = new Response(form)
    await shop.call('POST', '/api/publique/entrepots/import', Buffer.from(await body.arrayBuffer()), {
      'content-type': body.headers.get('content-type')!,
    })
    const all = (await get<Row[]>('/api/publique/entrepots?search=rue')).body
    assert.equal(all.length, 1203)
    assert.ok(all.every((row, i) => i === 0 || row.id > all[i - 1]!.id))
    const sorted = (await get<Row[]>('/api/publique/entrepots?search=rue&sort=-nom')).body
    const expected = [...all].sort((a, b) => String(b.nom).localeCompare(String(a.nom)) || b.id - a.id)
    assert.deepEqual(
      sorted.map(({ id }) => id),
      expected.map(({ id }) => id),
    )
  })

  test('of each other resource has its business filters', async () => {
    const at = (name: string) => `/api/publique/${name}`
    const adresse = '12 Rue de l’Église, Orléans'
    await shop.call('POST', at('fournisseurs'), {
      nomLegal: 'Loire SA',
      codeFournisseur: 'LOIRE',
      adresse,
      statut: 'actif',
    })
    await shop.call('POST', at('entrepots'), { nom: 'Gros', adresse: 'Brest', estGrosVolume: true })
    await shop.call('POST', at('magasins'), {
      nom: 'Atelier',
      adresse: 'Nice',
      servicesDisponibles: ['reparation', 'reprise'],
    })
    for (const [path, name] of [
      ['fournisseurs?codeFournisseur=LOIRE', 'Loire SA'],
      ['fournisseurs?adresse=eglise&statut=actif', 'Loire SA'],
      ['entrepots?estGrosVolume=true', 'Gros'],
      ['magasins?servicesDisponibles=reprise', 'Atelier'],
    ] as const) {
      const { body } = await get<Row[]>(at(path))
      assert.deepEqual(
        body.map(row => row.nom ?? row.nomLegal),
        [name],
        path,
      )
    }
    assert.ok((await get<Row[]>(at('entrepots?estGrosVolume=false'))).body.every(row => !row.estGrosVolume))
    assert.equal((await get(at('entrepots?estGrosVolume=perhaps'))).status, 400)
    assert.equal((await get(at('magasins?servicesDisponibles=coffee'))).status, 400)
  })
})
