import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../support/platform.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ started: false })
})

/** An address of each area whose last segment is a number, on the bare host. */
const numbered = [
  ...['produits', 'fournisseurs', 'entrepots', 'magasins'].map(name => `GET /api/publique/${name}/1`),
  'GET /api/privee/magasins/1',
  'GET /api/publique/produits/1/fournisseurs',
  'PATCH /api/publique/produits/1/fournisseurs/1',
  'GET /api/publique/stocks/1',
  'GET /api/publique/reserve/1',
  'PATCH /api/v1/privee/stocks/1/1',
  'GET /api/publique/fiche_reparation/1',
  'GET /api/private/transactions/1',
  'GET /api/publique/transaction-status/1',
  'PATCH /api/v1/publique/transactions/1',
  'DELETE /api/private/clients-card/1',
  'GET /api/privee/client-buy-history/1',
  'DELETE /api/privee/client-buy-history/1',
  'PUT /api/publique/data/1',
  'DELETE /api/publique/data/1',
  'GET /api/reapprovisionnements/1',
]

const call = (address: string, at = shop) => {
  const [method = '', url = ''] = address.split(' ')
  return at.call<{ message: string }>(method as 'GET', url, method === 'GET' ? undefined : {})
}

describe('a number in a path is decimal digits', () => {
  for (const address of numbered)
    test(address, async () => {
      const known = await call(address)
      assert.notEqual(known.body.message?.startsWith('No route'), true)
      assert.doesNotMatch(String(known.body.message), /^params/)
      for (const odd of [
        '1.0',
        '%201',
        '1%20',
        '1e0',
        '0x1',
        '+1',
        '-1',
        '١',
        '1,2',
        '99999999999999999999',
      ]) {
        const { status, body } = await call(address.replace(/\/1(?=$|\/)/, `/${odd}`))
        assert.equal(status, 400, odd)
        assert.match(body.message, /^params\//, odd)
      }
    })
})

describe('a trailing slash changes nothing', () => {
  const addresses = [
    ...['/health', '/api/swagger/json', '/api/products', '/api/products?limit=1'],
    ...['/api/publique/clients', '/api/publique/clients/CLI_NOBODY', '/api/publique/bordereau', '/nowhere'],
    ...['/api/publique/promotions', '/api/commandes/CMD-1', '/api/commandes/user/1?limit=2', '/api/auth/me'],
  ]
  for (const address of [...addresses.map(url => `GET ${url}`), ...numbered])
    test(address, async () => {
      const [path = '', query] = address.split('?')
      const slashed = `${path}/${query ? `?${query}` : ''}`
      const [without, having] = [await call(address), await call(slashed)]
      assert.equal(having.status, without.status)
      // A 404 names the address as it was asked for.
      const text = JSON.stringify(having.body).replace(
        /^({"statusCode":404,"message":"No route [^"]*)\/"/,
        '$1"',
      )
      assert.equal(text, JSON.stringify(without.body))
    })

  for (const area of ['reference', 'loyalty', 'promotions'])
    test(`under ${area}`, async () => {
      const url = area === 'loyalty' ? '/api/publique/clients/1' : '/api/publique/produits/1'
      const [without, having] = [await call(`GET /${area}${url}`), await call(`GET /${area}${url}/`)]
      assert.deepEqual([having.status, having.body], [without.status, without.body])
    })

  test('a page leads to its own address, which its links count from', async () => {
    for (const [url, location] of [
      ['/paiement/abc/', '../abc'],
      ['/payments/paiement/abc/?annulation=tardive', '../abc?annulation=tardive'],
      ['/paiement/abc/annulation/', '../annulation'],
    ] as const) {
      const { status, headers } = await shop.call('GET', url)
      assert.deepEqual([status, headers.location], [308, location])
    }
  })
})
