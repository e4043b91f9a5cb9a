import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../test/support/platform.ts'
import { createShopActions, type Problem } from '../../test/support/shopping.ts'
import type { PromotionData } from './schemas.ts'

const DATA = '/api/publique/data'
const minimal = {
  categoriePromotion: 'EVENT',
  typePromotion: 'POURCENTAGE',
  valeurPromotion: 10,
  uniteValeur: 'PERCENT',
  dateDebut: '2020-01-01T00:00:00.000Z',
  dateFin: '2999-01-01T00:00:00.000Z',
}

let shop: TestPlatform
before(async () => {
  shop = await openPlatform()
})

const create = (fields: object = {}, path = DATA, platform = shop, headers = {}) =>
  platform.call<PromotionData & Problem>('POST', path, { ...minimal, ...fields }, headers)
const change = (id: number, fields: object) =>
  shop.call<PromotionData & Problem>('PUT', `${DATA}/${id}`, fields)
const listed = async (id: number) =>
  (await shop.call<PromotionData[]>('GET', DATA)).body.find(promotion => promotion.id === id)

describe('a promotion', () => {
  test('has defaults for missing fields', async () => {
    // Expired, so that it does not affect the baskets of other tests.
    const { status, body } = await create({ dateFin: '2020-01-01T00:00:00.000Z' })
    assert.equal(status, 201)
    const { id, dateCreation, dateModification, ...rest } = body
    assert.equal(dateCreation, dateModification)
    assert.deepEqual(rest as unknown, {
      ...minimal,
      dateFin: '2020-01-01T00:00:00.000Z',
      dateSuppression: null,
      idClient: null,
      idProduit: null,
      idMagasin: null,
      categorieProduit: null,
      autoAppliquee: true,
      seuilMontant: null,
      quantiteAchat: null,
      description: '',
      applicationCreatrice: 'PROMOTION',
      applicationsConcernees: ['FIDELITE', 'E-COMMERCE', 'MAGASIN', 'PROMOTION'],
    })
    assert.deepEqual(await listed(id), body)
  })

  test('accepts both spellings of its applications', async () => {
    const off = { autoAppliquee: false }
    for (const applications of [
      { applicationConcernee: 'MAGASIN' },
      { applicationConcernee: ['MAGASIN'] },
      { applicationsConcernees: ['MAGASIN'] },
    ]) {
      const { body } = await create({ ...off, ...applications })
      assert.deepEqual(body.applicationsConcernees, ['MAGASIN'])
    }
    const { body } = await create({ ...off, applicationsConcernees: ['MAGASIN'] })
    assert.deepEqual(
      (await change(body.id, { applicationConcernee: 'FIDELITE' })).body.applicationsConcernees,
      ['FIDELITE'],
    )
    assert.deepEqual((await change(body.id, { description: 'x' })).body.applicationsConcernees, ['FIDELITE'])
  })

  test('created by the loyalty application has that creator', async () => {
    for (const path of [`${DATA}/fidelite`, '/api/publique/promotions']) {
      const { status, body } = await create({ autoAppliquee: false, applicationCreatrice: 'AUTRE' }, path)
      assert.deepEqual([status, body.applicationCreatrice], [201, 'FIDELITE'])
    }
  })

  test('is changed partially, deleted once, and remains in the list', async () => {
    const { id } = (await create({ autoAppliquee: false, seuilMontant: 500 })).body
    const { status, body } = await change(id, { valeurPromotion: 12.5, seuilMontant: null })
    assert.equal(status, 200)
    assert.partialDeepStrictEqual(body, {
      valeurPromotion: 12.5,
      seuilMontant: null,
      typePromotion: 'POURCENTAGE',
    })

    assert.equal((await shop.call('DELETE', `${DATA}/${id}`)).status, 204)
    assert.equal((await shop.call('DELETE', `${DATA}/${id}`)).status, 404)
    assert.equal((await change(id, { valeurPromotion: 1 })).status, 404)
    assert.ok((await listed(id))?.dateSuppression)
    assert.equal((await change(999_999, {})).status, 404)
    assert.equal((await shop.call('DELETE', `${DATA}/nonsense`)).status, 400)
  })

  test('is 400 when malformed and 422 when contradictory', async () => {
    const euros = { uniteValeur: 'EURO', typePromotion: 'MONTANT_FIXE' }
    for (const key of Object.keys(minimal))
      assert.equal((await create({ [key]: undefined })).status, 400, key)
    for (const fields of [
      { typePromotion: 'CADEAU' },
      { categoriePromotion: 'AUTRE' },
      { valeurPromotion: '10' },
      { valeurPromotion: -1 },
      { dateDebut: 'hier' },
      { dateDebut: '0000-01-01T00:00:00Z' },
      { idClient: 'CLI_1' },
      { quantiteAchat: 1.5 },
      { ...euros, valeurPromotion: 1.005 },
      { ...euros, valeurPromotion: 0 },
    ])
      assert.equal((await create(fields)).status, 400, JSON.stringify(fields))
    for (const fields of [
      { valeurPromotion: 100.5 },
      { dateFin: '2019-12-31T00:00:00Z' },
      { applicationsConcernees: ['CAISSE'] },
      { applicationConcernee: 'CAISSE' },
      { idClient: [] },
      { idProduit: [] },
      { idMagasin: [] },
      { applicationsConcernees: [] },
      { applicationConcernee: [] },
      { typePromotion: 'SEUIL_PANIER', seuilMontant: 100, categorieProduit: 'gaming' },
    ])
      assert.equal((await create(fields)).status, 422, JSON.stringify(fields))

    const { id } = (await create({ ...euros, valeurPromotion: 150, autoAppliquee: false })).body
    assert.equal((await change(id, { uniteValeur: 'PERCENT' })).status, 422)
    assert.equal((await change(id, { dateFin: '2019-12-31T00:00:00Z' })).status, 422)
    assert.equal((await listed(id))?.uniteValeur, 'EURO')
    assert.equal((await change(id, { idClient: [] })).status, 422)
    assert.equal(
      (await change(id, { typePromotion: 'SEUIL_PANIER', categorieProduit: 'gaming' })).status,
      422,
    )
    assert.equal((await listed(id))?.idClient, null)
  })

  test('with an unknown customer, product, store or category is 422', async () => {
    const { product, store } = createShopActions(shop)
    const { id, ean } = await product({ categories: 'Maison > Lampes' })
    const magasin = await store()
    const good = {
      autoAppliquee: false,
      idProduit: [String(id), ean],
      idMagasin: [String(magasin.id)],
      categorieProduit: 'Lampes',
    }
    const { status, body } = await create(good)
    assert.equal(status, 201)
    assert.deepEqual(body.idProduit, [String(id), ean])
    assert.equal((await create({ autoAppliquee: false, categorieProduit: 'maison/lampes' })).status, 201)
    for (const fields of [
      { idProduit: ['999999'] },
      { idProduit: ['a,b'] },
      { idClient: ['CLI_00000000'] },
      { idClient: ['../clients'] },
      { idMagasin: ['999999'] },
      { idMagasin: ['nonsense'] },
      { categorieProduit: 'Lamp' },
      { categorieProduit: 'Lampes > Maison' },
      { categorieProduit: 'é'.repeat(255) },
    ]) {
      assert.equal((await create(fields)).status, 422, JSON.stringify(fields))
      assert.equal((await change(body.id, fields)).status, 422, JSON.stringify(fields))
    }
  })

  test('is 503 while the area of its targets is unavailable', async () => {
    const alone = await openPlatform({ only: ['promotions'], started: false })
    assert.equal((await create({ idProduit: ['1'] }, DATA, alone)).status, 503)
    assert.equal((await create({ idClient: ['1'] }, DATA, alone)).status, 503)
    assert.equal((await create({}, DATA, alone)).status, 201)
  })
})

test('the live promotions are those that apply now to every visitor of the online shop', async () => {
  const LIVE = '/api/v1/publique/promotions-en-cours'
  const platform = await openPlatform({ only: ['promotions', 'orders'] })
  const live = async (query = '') => (await platform.call<Live>('GET', LIVE + query)).body
  type Live = { promotions: PromotionData[]; codes: boolean }
  const [past, future] = ['2020-01-02T00:00:00.000Z', '2998-01-01T00:00:00.000Z']
  const made = async (fields: object) => (await create(fields, DATA, platform)).body.id
  const [last, first] = [await made({}), await made({ dateFin: future })]
  await made({ dateFin: past })
  await made({ dateDebut: future })
  await made({ applicationsConcernees: ['MAGASIN'] })
  await made({ autoAppliquee: false, dateFin: past })
  const deleted = await made({})
  assert.equal((await platform.call('DELETE', `${DATA}/${deleted}`)).status, 204)

  const { promotions, codes } = await live()
  assert.deepEqual([promotions.map(({ id }) => id), codes], [[first, last], false])
  await made({ autoAppliquee: false })
  assert.deepEqual(await live('?limit=1'), { promotions: promotions.slice(0, 1), codes: true })
  assert.deepEqual(await live('?limit=0'), { promotions: [], codes: true })
  for (const query of ['?limit=-1', '?limit=101', '?limit=x'])
    assert.equal((await platform.call('GET', LIVE + query)).status, 400, query)
})

test('each change is announced completely, with CLI_ identifiers of customers and an increasing version', async () => {
  const alone = await openPlatform({ only: ['promotions', 'loyalty'], started: false })
  const { body: client } = await alone.call<{ id: number; idClient: string }>(
    'POST',
    '/api/publique/clients',
    {
      nom: 'L',
      prenom: 'A',
      adresseMail: 'a@example.org',
    },
  )
  const { body } = await create({ idClient: [String(client.id)] }, DATA, alone)
  await alone.call('PUT', `${DATA}/${body.id}`, { valeurPromotion: 20 })
  await alone.call('DELETE', `${DATA}/${body.id}`)

  const { rows } = await alone.platform.db.pg.query(
    `select body from platform.outbox where queue = 'commandes.promotions' order by id`,
  )
  const messages = rows.map(row => row.body)
  assert.deepEqual(
    messages.map(message => [message.version, message.valeurPromotion, message.dateSuppression !== null]),
    [
      [1, 10, false],
      [2, 20, false],
      [3, 20, true],
    ],
  )
  const { idClient: _given, ...rest } = body
  assert.partialDeepStrictEqual(messages[0], { ...rest, idClient: [client.idClient] })
})

describe('with API keys', () => {
  let guarded: TestPlatform
  const key = { 'x-api-key': 'the-key' }
  before(async () => {
    guarded = await openPlatform({ settings: { COMPTOIR_API_KEYS: 'the-key' }, started: false })
  })

  test('only key holders write, and only they see the targeted customers', async () => {
    const client = { nom: 'L', prenom: 'A', adresseMail: 'a@example.org' }
    const { body } = await guarded.call<{ idClient: string }>('POST', '/api/publique/clients', client, key)
    assert.equal((await create({}, DATA, guarded)).status, 401)
    assert.equal((await create({ idClient: [body.idClient] }, DATA, guarded, key)).status, 201)

    const [seen] = (await guarded.call<PromotionData[]>('GET', DATA)).body
    assert.ok(seen && !('idClient' in seen))
    const [whole] = (await guarded.call<PromotionData[]>('GET', DATA, undefined, key)).body
    assert.deepEqual(whole?.idClient, [body.idClient])
  })

  test('reads of another area have the access rules of that area', async () => {
    assert.equal((await guarded.call('GET', '/promotions/api/publique/clients')).status, 401)
    assert.equal(
      (await guarded.call('GET', '/promotions/api/publique/clients/1', undefined, key)).status,
      200,
    )
    assert.equal((await guarded.call('GET', '/promotions/api/publique/produits')).status, 200)
  })
})

describe('a read of another area', () => {
  test('returns customers as a plain list of all', async () => {
    for (let i = 0; i < 12; i++)
      await shop.call('POST', '/api/publique/clients', {
        nom: 'Read',
        prenom: `R${i}`,
        adresseMail: `read${i}@example.org`,
        anniversaire: '1990-05-12',
      })
    const read = async (query: string) =>
      (
        await shop.call<{ id: number; prenom: string; anniversaire: string }[]>(
          'GET',
          `/promotions/api/publique/clients${query}`,
        )
      ).body
    const all = await read('?nom=Read')
    assert.deepEqual(
      all.map(({ prenom }) => prenom),
      Array.from({ length: 12 }, (_, i) => `R${i}`),
    )
    assert.equal(all[0]?.anniversaire, '1990-05-12T00:00:00.000Z')
    assert.equal((await read('?nom=Read&limit=5&page=3')).length, 2)

    const one = await shop.call<{ prenom: string }>('GET', `/promotions/api/publique/clients/${all[3]?.id}`)
    assert.equal(one.body.prenom, 'R3')
    assert.equal((await shop.call('GET', '/promotions/api/publique/clients/999999')).status, 404)
    assert.equal((await shop.call('GET', '/promotions/api/publique/clients?limit=0')).status, 400)
  })

  test('returns products as reference does', async () => {
    const { id } = await createShopActions(shop).product()
    for (const path of [`/api/publique/produits/${id}`, '/api/publique/produits?page=1&limit=1']) {
      const own = await shop.call('GET', path)
      const through = await shop.call('GET', `/promotions${path}`)
      assert.deepEqual([through.status, through.body], [200, own.body])
    }
    assert.equal((await shop.call('GET', '/promotions/api/publique/produits/999999')).status, 404)
    assert.equal((await shop.call('GET', '/promotions/api/publique/produits/nonsense')).status, 400)
  })
})
