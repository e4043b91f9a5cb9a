import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type * as Client from '../clients/typescript/src/index.ts'
import { installClient } from './support/client.ts'
import { openScreenShop } from './support/client-shop.ts'
import { card, extractCsrf } from './support/payment-page.ts'
import { createTemporaryFolder } from './support/temporary-folder.ts'

const execute = promisify(execFile)

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

  test('returns the expected amount of a refused one', async () => {
    const { answerOf, ComptoirError, createComptoir } = await loadClient()
    const comptoir = createComptoir({ url: shop.url, key: 'a-key' })
    const { data } = await answerOf(comptoir.GET('/api/products', { params: { query: { limit: 1 } } }))
    const [product] = data
    assert.ok(product?.id)
    const body = {
      clientId: 'INVITE_1',
      articles: [{ id: product.id, quantite: 2, prixUnitaireCents: product.prixDeVenteCents }],
      ...{ montantTotalCents: 1, adresseLivraison: {}, clientInfo: {} },
    }
    await assert.rejects(answerOf(comptoir.POST('/api/commandes', { body })), (error: unknown) => {
      assert.ok(error instanceof ComptoirError)
      assert.deepEqual(
        [error.status, error.code, error.attendu],
        [422, 'panier-change', 2 * product.prixDeVenteCents],
      )
      return true
    })
    const [html, array] = ['<html>', ['x']].map(
      given => new ComptoirError(new Response(null, { status: 502 }), given),
    )
    assert.deepEqual([html?.code, html?.attendu, array?.code], [undefined, undefined, undefined])
    assert.match(html?.message ?? '', /^502/)
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
import { answerOf, ComptoirError, createComptoir, type ErrorCode, type Shapes } from 'comptoir-client'
const comptoir = createComptoir({ url: 'http://127.0.0.1:3000' })
const list = await answerOf(comptoir.GET('/api/products', { params: { query: { search: 'ecran' } } }))
export const price: number | undefined = list.data[0]?.prixDeVenteCents
export const order = (commande: Shapes['Commande']): string => commande.ordreId
export const isShort = (error: ComptoirError): boolean => error.code === 'stock-insuffisant'
export const known: ErrorCode[] = ['panier-change', 'champ-inconnu', 'requete-refusee']
// @ts-expect-error: no such code
export const isOther = (error: ComptoirError): boolean => error.code === 'stock-insufisant'
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

test('the client is built when it is installed from its folder, but not with the platform', async () => {
  const dist = 'clients/typescript/dist'
  rmSync(dist, { recursive: true, force: true })
  const prepare = { cwd: 'clients/typescript', env: { ...process.env, INIT_CWD: process.cwd() } }
  await execute(process.execPath, ['prepare.js'], prepare)
  assert.equal(existsSync(dist), false)

  const project = createTemporaryFolder('client-project')
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }\n')
  const folder = join(process.cwd(), 'clients/typescript')
  await execute('npm', ['install', '--offline', '--no-audit', '--no-fund', folder], { cwd: project })

  const installed = join(project, 'node_modules/comptoir-client/dist')
  const { createComptoir } = (await import(pathToFileURL(join(installed, 'index.js')).href)) as typeof Client
  assert.equal(typeof createComptoir({ url: 'http://127.0.0.1:1' }).GET, 'function')
  assert.match(readFileSync(join(installed, 'interface.d.ts'), 'utf8'), /ErrorCode = .*'panier-change'/s)
})
