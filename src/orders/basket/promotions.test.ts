import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions, type Problem } from '../../../test/support/shopping.ts'

const tenPercent = {
  categoriePromotion: 'PANIER',
  typePromotion: 'POURCENTAGE',
  valeurPromotion: 10,
  uniteValeur: 'PERCENT',
  dateDebut: '2020-01-01T00:00:00.000Z',
  dateFin: '2999-01-01T00:00:00.000Z',
}
const line = { id: 'x', quantite: 1, prixUnitaireCents: 1000 }

let shop: TestPlatform
let promotions: number[] = []
before(async () => {
  shop = await openPlatform()
})
beforeEach(async () => {
  for (const id of promotions) await shop.call('DELETE', `/api/publique/data/${id}`)
  promotions = []
})

async function promote(fields: object = {}) {
  const { status, body } = await shop.call<{ id: number }>('POST', '/api/publique/data', {
    ...tenPercent,
    ...fields,
  })
  assert.equal(status, 201)
  promotions.push(body.id)
  return body.id
}

const basket = async (articles: object[] = [line], idClient: string | null = 'CLI_0A1B2C3D', at = shop) =>
  (
    await at.call<{ totalApresPromo: number }>('POST', '/api/publique/promotions/calculer-panier', {
      idClient,
      articles,
    })
  ).body.totalApresPromo

describe('a basket', () => {
  test('includes a promotion, its change and its deletion as soon as their requests return', async () => {
    assert.equal(await basket(), 1000)
    const id = await promote()
    assert.equal(await basket(), 900)
    await shop.call('PUT', `/api/publique/data/${id}`, { valeurPromotion: 20 })
    assert.equal(await basket(), 800)
    await shop.call('DELETE', `/api/publique/data/${id}`)
    assert.equal(await basket(), 1000)
  })

  test('matches products by ID and EAN, and categories, from reference', async () => {
    const { id, ean } = await createShopActions(shop).product({ categories: 'Jeux > Cartes' })
    await promote({ idProduit: [ean], valeurPromotion: 50 })
    assert.equal(await basket([{ ...line, id }, line]), 1500)
    assert.equal(await basket([{ ...line, id: ean }]), 500)
    await promote({ categorieProduit: 'Cartes', valeurPromotion: 75 })
    assert.equal(await basket([{ ...line, id: String(id) }]), 250)
  })

  test('matches a customer by account ID and identifier, with whichever of them the promotion names', async () => {
    const person = { email: 'vip@example.org', motDePasse: 'secret1', prenom: 'A', nom: 'L' }
    const { userId, clientId } = (
      await shop.call<{ userId: number; clientId: string }>('POST', '/api/auth/register', person)
    ).body
    const { body } = await shop.call<{ data: { id: number }[] }>(
      'GET',
      `/api/publique/clients?email=${person.email}`,
    )
    await promote({ idClient: [String(body.data[0]!.id)] })
    assert.equal(await basket([line], clientId), 900)
    assert.equal(await basket([line], String(userId)), 900)
    assert.equal(await basket([line], 'CLI_OTHER'), 1000)
    assert.equal(await basket([line], null), 1000)
    assert.equal(await basket([line], '999999'), 1000)
  })

  test('with an invalid body is 400', async () => {
    const ask = async (body: object) =>
      (await shop.call('POST', '/api/publique/promotions/calculer-panier', body)).status
    assert.equal(await basket([]), 0)
    for (const articles of [
      undefined,
      'x',
      [{}],
      [{ ...line, quantite: 0 }],
      [{ ...line, prixUnitaireCents: 1.5 }],
    ])
      assert.equal(await ask({ idClient: 'CLI_1', articles }), 400, JSON.stringify(articles))
    assert.equal(await ask({ idClient: 12, articles: [line] }), 400)
  })
})

describe('an order', () => {
  const place = (montantTotalCents: number, at = shop) =>
    createShopActions(at).place([line], { montantTotalCents, clientId: 'CLI_0A1B2C3D' })

  test('has the same total as its basket', async () => {
    await promote()
    const refused = await place(1000)
    assert.equal(refused.status, 422)
    assert.match(refused.body.message, /900 cents/)
    assert.equal((await place(900)).status, 201)
  })

  test('is refused at an outdated total in a process that has not yet received a promotion', async () => {
    const other = await openPlatform({ databaseUrl: shop.databaseUrl, started: false })
    assert.equal((await place(1000, other)).status, 201)
    await promote()
    assert.equal((await place(1000, other)).status, 422)
    assert.equal((await place(900, other)).status, 201)
    // A new promotion that does not change the total is no reason to refuse the order.
    await promote({ valeurPromotion: 5 })
    assert.equal((await place(900, other)).status, 201)
  })

  test('releases its reserved goods when its total is outdated', async () => {
    const { product, store, stock, left } = createShopActions(shop)
    const { id } = await product()
    await stock((await store()).id, id, 1)
    const other = await openPlatform({ databaseUrl: shop.databaseUrl, started: false })
    const order = () => createShopActions(other).place([{ ...line, id }], { montantTotalCents: 1000 })
    assert.equal(await basket([line], null, other), 1000)
    await promote()

    assert.equal((await order()).status, 422)

    assert.equal(await left(id), 1)
  })
})

test('late and repeated messages change nothing', async () => {
  const announce = (version: number, valeurPromotion: number) =>
    shop.call<Problem>('POST', '/api/v1/privee/promotions', {
      ...tenPercent,
      id: 900_001,
      version,
      valeurPromotion,
      idClient: null,
      idProduit: null,
      idMagasin: null,
      categorieProduit: null,
      autoAppliquee: true,
      seuilMontant: null,
      quantiteAchat: null,
      dateSuppression: version === 3 ? '2026-01-01T00:00:00Z' : null,
      applicationsConcernees: ['E-COMMERCE'],
    })
  assert.equal((await announce(2, 20)).status, 204)
  await announce(1, 10)
  assert.equal(await basket(), 800)
  await announce(3, 20)
  await announce(2, 20)
  assert.equal(await basket(), 1000)
})

test('a promotion announced while the orders area is unreachable arrives by the message', async () => {
  const away = await openPlatform({ only: ['promotions'], databaseUrl: shop.databaseUrl, started: false })
  const { body } = await away.call<{ id: number }>('POST', '/api/publique/data', tenPercent)
  promotions.push(body.id)
  await eventually('the basket applies the promotion', async () => (await basket()) === 900)
})
