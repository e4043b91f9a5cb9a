import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type * as Client from '../clients/typescript/src/index.ts'
import { installClient } from './support/client.ts'
import { openScreenShop } from './support/client-shop.ts'
import { card, extractCsrf } from './support/payment-page.ts'

type Purchase = { purchase(url: string, leadTo: (paymentUrl: string) => Promise<void>): Promise<Order> }
type Order = Client.Shapes['Commande']

describe('the published client', () => {
  let client: Awaited<ReturnType<typeof installClient>>
  let shop: Awaited<ReturnType<typeof openScreenShop>>
  const load = <Module>(file: string): Promise<Module> =>
    import(pathToFileURL(join(client.project, file)).href)
  const loadClient = () => load<typeof Client>('node_modules/comptoir-client/dist/index.js')
  before(async () => {
    client = await installClient()
    shop = await openScreenShop()
  })
  after(() => client?.remove())

  test('runs the purchase of its README in Node.js', async () => {
    const { purchase } = await load<Purchase>('purchase.js')
    const order = await purchase(shop.url, async paymentUrl => {
      const csrf = extractCsrf(await (await fetch(paymentUrl)).text())
      const body = new URLSearchParams({ csrf, ...card() })
      assert.equal((await fetch(paymentUrl, { method: 'POST', body })).status, 200)
    })
    assert.equal(order.montantTotalCents, 27_800)
    assert.ok(order.transactionId)
  })

  test('returns the platform’s own error for a refusal', async () => {
    const { answerOf, ComptoirError, createComptoir } = await loadClient()
    const comptoir = createComptoir({ url: `${shop.url}/`, token: () => 'no token' })
    await assert.rejects(
      answerOf(comptoir.GET('/api/commandes/{ordreId}', { params: { path: { ordreId: 'CMD-NONE' } } })),
      (error: unknown) => {
        assert.ok(error instanceof ComptoirError)
        assert.deepEqual(
          [error.status, error.code, error.retryAfterSeconds],
          [404, 'commande-inconnue', undefined],
        )
        assert.match(error.message, /CMD-NONE/)
        return true
      },
    )
    const { response, error } = await comptoir.GET('/api/auth/me')
    assert.deepEqual([response.status, error?.statusCode], [401, 401])
  })

  test('returns an empty body as none, and opens staff routes with a key', async () => {
    const { answerOf, createComptoir } = await loadClient()
    const comptoir = createComptoir({ url: shop.url, key: 'a-key' })
    const sent: (string | null)[] = []
    const listening = createComptoir({
      url: shop.url,
      key: 'a-key',
      token: () => 'a-token',
      fetch: request => {
        sent.push(request.headers.get('x-api-key'), request.headers.get('authorization'))
        return fetch(request)
      },
    })
    await listening.GET('/health')
    assert.deepEqual(sent, ['a-key', 'Bearer a-token'])
    const ordreId = 'CMD-NEVER-PLACED'
    const gone = comptoir.DELETE('/api/v1/privee/reservations/{ordreId}', { params: { path: { ordreId } } })
    assert.equal(await answerOf(gone), undefined)
  })

  test('declares types that accept a valid call and reject invalid ones', async () => {
    const found = await client.compile(`
import { answerOf, createComptoir, type Shapes } from 'comptoir-client'
const comptoir = createComptoir({ url: 'http://127.0.0.1:3000' })
const list = await answerOf(comptoir.GET('/api/products', { params: { query: { search: 'ecran' } } }))
export const price: number | undefined = list.data[0]?.prixDeVenteCents
export const order = (commande: Shapes['Commande']): string => commande.ordreId
// @ts-expect-error: no such path
comptoir.GET('/api/nowhere')
// @ts-expect-error: limit is a number
comptoir.GET('/api/products', { params: { query: { limit: 'ten' } } })
// @ts-expect-error: an order has articles
comptoir.POST('/api/commandes', { body: { clientId: 'CLI_0A1B2C3D', montantTotalCents: 1 } })
`)
    assert.equal(found, '')
  })
})
