import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { afterwards } from '../support/afterwards.ts'
import { installClient } from '../support/client.ts'
import { openScreenShop } from '../support/client-shop.ts'
import { openBrowser } from './support/browser.ts'
import { fillCard, heading, payButton } from './support/checkout.ts'

const KEY = 'a-key-of-the-tests-alone'
const PAGE = `<!doctype html><title>Boutique</title><script type="importmap">{ "imports": {
  "comptoir-client": "/node_modules/comptoir-client/dist/index.js",
  "openapi-fetch": "/node_modules/openapi-fetch/dist/index.mjs"
} }</script>`

/** Serves the page of a web shop and the client's files; returns a function that gives its origin at a host name. */
async function openWebShop() {
  const client = await installClient()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://shop').pathname
    response.setHeader('content-type', path === '/' ? 'text/html; charset=utf-8' : 'text/javascript')
    if (path === '/') response.end(PAGE)
    else if (path.endsWith('js')) response.end(readFileSync(join(client.project, path)))
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterwards(() => {
    server.close()
    client.remove()
  })
  return (host: string) => `http://${host}:${(server.address() as AddressInfo).port}`
}

describe('the pages of a web shop on another origin', () => {
  let newPage: Awaited<ReturnType<typeof openBrowser>>['newPage']
  let shopAt: (host: string) => string
  before(async () => {
    ;[{ newPage }, shopAt] = await Promise.all([openBrowser(), openWebShop()])
  })

  /** Opens a platform that allows the shop at `localhost`, and the shop's page at `host`. */
  async function open(host: string, settings: Record<string, string> = {}) {
    const platform = await openScreenShop({ COMPTOIR_SHOP_ORIGINS: shopAt('localhost'), ...settings })
    const page = await newPage({ expected: /blocked by CORS policy|: Failed to load resource/ })
    await page.goto(`${shopAt(host)}/`)
    return { ...platform, page }
  }
  const evaluate = <T>(page: Page, expression: string) => page.evaluate<T>(`(async () => (${expression}))()`)

  for (const settings of [{}, { COMPTOIR_API_KEYS: KEY }])
    test(`buy with the typed client, ${'COMPTOIR_API_KEYS' in settings ? 'with' : 'without'} keys configured`, async () => {
      const { page, url } = await open('localhost', settings)
      await page.exposeFunction('leadTo', async (paymentUrl: string) => {
        const payment = await page.context().newPage()
        await payment.goto(paymentUrl)
        await fillCard(payment)
        await payButton(payment).click()
        await heading(payment, 'Paiement accepté').waitFor()
      })
      const order = await evaluate<{ montantTotalCents: number; transactionId: string | null }>(
        page,
        `await import('/purchase.js').then(({ purchase }) => purchase('${url}', leadTo))`,
      )
      assert.equal(order.montantTotalCents, 27_800)
      assert.ok(order.transactionId)
    })

  test('send every header, read the relevant ones, follow the clock, and send no cookies', async () => {
    const { page, url } = await open('localhost', { COMPTOIR_API_KEYS: KEY })
    const result = await evaluate<unknown[]>(
      page,
      `await fetch('${url}/api/private/transactions', { headers: { 'x-api-key': '${KEY}', authorization: 'Bearer x',
        'idempotency-key': 'x', 'if-none-match': '"x"', 'content-type': 'application/json' } })
        .then(answer => [answer.status, answer.headers.get('x-request-id') !== null])`,
    )
    assert.deepEqual(result, [200, true])
    const time = await evaluate<string>(
      page,
      `await new Promise((resolve, reject) => {
        const clock = new EventSource('${url}/api/clock/update-sse')
        clock.onmessage = ({ data }) => { clock.close(); resolve(JSON.parse(data).time) }
        clock.onerror = () => reject(new Error('no clock'))
      })`,
    )
    assert.match(time, /^\d{4}-/)
    const withCookies = await evaluate<string>(
      page,
      `await fetch('${url}/api/products', { credentials: 'include' }).then(() => 'read', () => 'refused')`,
    )
    assert.equal(withCookies, 'refused')
  })

  test('cannot read or write from an origin that is not allowed', async () => {
    const { page, url } = await open('127.0.0.1', { COMPTOIR_API_KEYS: KEY })
    for (const call of [
      `fetch('${url}/api/products')`,
      `fetch('${url}/api/privee/x', { headers: { 'x-api-key': '${KEY}' } })`,
    ])
      assert.equal(
        await evaluate<string>(page, `await ${call}.then(() => 'read', () => 'refused')`),
        'refused',
      )
  })
})
