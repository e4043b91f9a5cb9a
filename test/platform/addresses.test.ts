import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { parse } from 'yaml'
import { openPlatform, type TestPlatform } from '../support/platform.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ started: false })
})

type Described = { parameters?: { in: string; name: string; schema: { type?: string } }[] }

const { paths } = parse(readFileSync('docs/openapi/comptoir.yaml', 'utf8')) as {
  paths: Record<string, Record<string, Described>>
}
/** All documented operations except the stream of the clock, which never ends. */
const operations = Object.entries(paths)
  .filter(([path]) => path !== '/api/clock/update-sse')
  .flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters = [] }]) => ({
      method: method.toUpperCase(),
      path,
      numbers: parameters
        .filter(each => each.in === 'path' && each.schema.type === 'integer')
        .map(({ name }) => name),
    })),
  )
const filled = (path: string) => path.replaceAll(/\{\w+\}/g, '1')

const call = (address: string, at = shop) => {
  const [method = '', url = ''] = address.split(' ')
  return at.call<{ message: string }>(method as 'GET', url, method === 'GET' ? undefined : {})
}

describe('a number in a path accepts only decimal digits', () => {
  for (const { method, path, numbers } of operations)
    for (const name of numbers)
      test(`${method} ${path}: ${name}`, async () => {
        const known = await call(`${method} ${filled(path)}`)
        assert.notEqual(known.body?.message?.startsWith('No route'), true)
        assert.doesNotMatch(String(known.body?.message), /^params/)
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
          const { status, body } = await call(`${method} ${filled(path.replace(`{${name}}`, odd))}`)
          assert.equal(status, 400, odd)
          // A page explains the error to its reader instead.
          if (path.startsWith('/api')) assert.match(body.message, /^params\//, odd)
        }
      })

  test('more than 40 parameters are tested', () =>
    assert.ok(operations.flatMap(({ numbers }) => numbers).length > 40))
})

describe('a trailing slash changes nothing', () => {
  const addresses = [
    ...['/health', '/api/swagger/json', '/api/products', '/api/products?limit=1'],
    ...['/api/publique/clients', '/api/publique/clients/CLI_NOBODY', '/api/publique/bordereau', '/nowhere'],
    ...['/api/publique/promotions', '/api/commandes/CMD-1', '/api/commandes/user/1?limit=2', '/api/auth/me'],
  ]
  // Omits pages, which redirect, and the sales figures and system state, whose responses contain the time.
  const documented = operations.filter(
    ({ path }) =>
      /^\/(api|health|ready)\b/.test(path) &&
      !/\/(facture|annuler|chiffres-ventes|periodes|groupes|etat-du-systeme)$/.test(path),
  )
  for (const address of [
    ...addresses.map(url => `GET ${url}`),
    ...documented.map(({ method, path }) => `${method} ${filled(path)}`),
  ])
    test(address, async () => {
      const [path = '', query] = address.split('?')
      const slashed = `${path}/${query ? `?${query}` : ''}`
      const [without, having] = [await call(address), await call(slashed)]
      assert.equal(having.status, without.status)
      // The message for an unknown route contains the requested path.
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

  test('a page redirects to its address without the slash, the base of its relative links', async () => {
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
