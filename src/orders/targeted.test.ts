import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, beforeEach, describe, test } from 'node:test'
import { createKeyHolders, type Headers, NOBODY, SEPARATE_CALLERS } from '../../test/support/callers.ts'
import { KEYS } from '../../test/support/guarded.ts'
import { openPlatform, type TestPlatform } from '../../test/support/platform.ts'
import { createShopActions } from '../../test/support/shopping.ts'

const HALF = {
  categoriePromotion: 'PANIER',
  typePromotion: 'POURCENTAGE',
  valeurPromotion: 50,
  uniteValeur: 'PERCENT',
  dateDebut: '2020-01-01T00:00:00.000Z',
  dateFin: '2999-01-01T00:00:00.000Z',
}
const password = 'un mot de passe'

let shop: TestPlatform
let keys: Awaited<ReturnType<typeof createKeyHolders>>
let line: { id: number; quantite: number; prixUnitaireCents: number }
/** A loyalty customer whose account had another identifier before. */
let ada: { userId: number; numero: number; present: string; former: string; bearer: Headers }
/** A loyalty customer without an account, whose number equals the ID of Ada's account. */
let bob: { id: number; idClient: string }
let promotions: number[] = []

before(async () => {
  shop = await openPlatform({ settings: SEPARATE_CALLERS })
  const newClient = async (adresseMail: string) =>
    (
      await shop.call<{ id: number; idClient: string }>(
        'POST',
        '/api/publique/clients',
        { nom: 'L', prenom: 'A', adresseMail },
        KEYS.admin,
      )
    ).body
  bob = await newClient('bob@example.org')

  const alone = await openPlatform({
    only: ['accounts'],
    databaseUrl: shop.databaseUrl,
    started: false,
    settings: SEPARATE_CALLERS,
  })
  const email = `${randomUUID()}@example.org`
  const person = { email, motDePasse: password, prenom: 'Ada', nom: 'L' }
  const { userId, clientId: former } = (
    await alone.call<{ userId: number; clientId: string }>('POST', '/api/auth/register', person)
  ).body
  const { id: numero, idClient: present } = await newClient(email)
  const { accessToken } = (
    await shop.call<{ accessToken: string }>('POST', '/api/auth/login', { email, motDePasse: password })
  ).body
  const bearer = { authorization: `Bearer ${accessToken}` }
  const me = await shop.call<{ clientId: string }>('GET', '/api/auth/me', undefined, bearer)
  assert.equal(me.body.clientId, present)
  assert.notEqual(former, present)
  assert.equal(userId, bob.id)
  ada = { userId, numero, present, former, bearer }

  keys = await createKeyHolders(shop)
  const { id } = await createShopActions(shop, KEYS.admin['x-api-key']).product()
  line = { id, quantite: 1, prixUnitaireCents: 1000 }
})
beforeEach(async () => {
  for (const id of promotions)
    await shop.call('DELETE', `/api/publique/data/${id}`, undefined, keys.catalogue)
  promotions = []
})

async function target(...idClient: string[]) {
  const body = { ...HALF, idClient }
  const made = await shop.call<{ id: number }>('POST', '/api/publique/data', body, keys.catalogue)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  promotions.push(made.body.id)
}

/** Returns the total of a basket, after checking that it is the same on both routes and accepted for an order. */
async function costs(idClient: string, headers: Headers) {
  const ask = async <Body>(path: string) =>
    (await shop.call<Body>('POST', path, { idClient, articles: [line] }, headers)).body
  const { totalApresPromo } = await ask<{ totalApresPromo: number }>(
    '/api/publique/promotions/calculer-panier',
  )
  const { totalCents } = await ask<{ totalCents: number }>('/api/v1/publique/paniers')
  assert.equal(totalCents, totalApresPromo)
  const order = { clientId: idClient, montantTotalCents: totalCents }
  const placed = await createShopActions(shop).place([line], order, headers)
  assert.equal(placed.status, 201, JSON.stringify(placed.body))
  return totalCents
}

const names = () => ({ account: String(ada.userId), present: ada.present, former: ada.former })
const targets = () => ({ identifier: ada.present, number: String(ada.numero) })

describe('a promotion that targets a customer', () => {
  for (const targeted of ['identifier', 'number'] as const)
    for (const named of ['account', 'present', 'former'] as const)
      test(`by ${targeted} applies when an order names them by ${named}`, async () => {
        await target(targets()[targeted])
        const name = names()[named]
        assert.equal(await costs(name, ada.bearer), 500, 'the customer')
        assert.equal(await costs(name, keys.shop), 500, 'the shop')
        assert.equal(await costs(name, NOBODY), 1000, 'a caller who only names the customer')
      })

  test('by loyalty number does not apply to the account with the same ID', async () => {
    await target(String(bob.id))
    assert.equal(await costs(String(ada.userId), ada.bearer), 1000)
    assert.equal(await costs(ada.present, keys.shop), 1000)
    assert.equal(await costs(bob.idClient, keys.shop), 500)
  })

  test('several times and among others applies once', async () => {
    await target(bob.idClient, ada.present, String(ada.numero))
    assert.equal(await costs(ada.former, keys.shop), 500)
    assert.equal(await costs(bob.idClient, keys.shop), 500)
  })
})
