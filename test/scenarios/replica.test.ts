import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'

/** Here the replica is an independent database with other data, which shows where a response was read. */
suite('with DATABASE_READ_URL', () => {
  let shop: TestPlatform
  let mirror: TestPlatform
  before(async () => {
    const replica = await createTestDatabase()
    mirror = await openPlatform({ databaseUrl: replica })
    shop = await openPlatform({ settings: { DATABASE_READ_URL: replica } })
    for (const platform of [shop, mirror]) await stock(platform, platform === shop ? 'primary' : 'replica')
  })

  const customer = { nom: 'Martin', prenom: 'Zoé', adresseMail: 'zoe@example.org' }
  async function stock({ call }: TestPlatform, nom: string) {
    await call('POST', '/api/publique/magasins', { nom, adresse: 'Lille' })
    await call('POST', '/api/publique/produits', { nom, ean: nom, prixDeVenteCents: 100 })
    await call('POST', '/api/publique/clients', { ...customer, nom })
    const client = await call<{ idClient: string }>('GET', '/api/publique/clients/1')
    const bought = await call('POST', '/api/privee/client-buy-history', {
      clientId: client.body.idClient,
      purchaseDate: '2026-01-31T10:00:00Z',
      purchases: [{ articleId: '1', articleName: nom, unitPrice: 1, quantity: 1 }],
    })
    assert.equal(bought.status, 201, JSON.stringify(bought.body))
    await call('PATCH', '/api/v1/privee/stocks/1/1', { quantity: nom === 'replica' ? 7 : 3 })
  }

  const answers = async (path: string, what: string) => {
    const { status, body } = await shop.call('GET', path)
    return status === 200 && JSON.stringify(body).includes(what)
  }

  for (const path of [
    ...[
      '/api/publique/magasins',
      '/api/publique/produits?page=1',
      '/api/publique/produits?marque=&search=replica',
    ],
    ...['/api/publique/produits?limit=5&sort=-nom', '/api/publique/produits?filters=[]&ids=1&limit=1'],
    ...['/api/publique/clients?nom=repl', '/loyalty/api/publique/clients'],
    ...['/api/privee/client-buy-history', '/api/publique/client-buy-history/1?articleName=repl'],
  ])
    test(`${path} is read from the replica`, async () => {
      assert.ok(await answers(path, 'replica'))
    })

  test('the catalogue, listed and searched, and stocks are read from the replica', async () => {
    await eventually('the catalogue lists the product', () =>
      answers('/api/products?search=replika', '"nom":"replica"'),
    )
    assert.ok(await answers('/api/products', '"nom":"replica"'))
    assert.ok(await answers('/api/publique/stocks?store_id=1', '"quantity":7'))
  })

  for (const path of ['produits/1', 'magasins/1', 'clients/1', 'clients?email=zoe@example.org'])
    test(`${path} is read from the primary, so that recent writes are included`, async () => {
      assert.ok(await answers(`/api/publique/${path}`, 'primary'))
    })
})
