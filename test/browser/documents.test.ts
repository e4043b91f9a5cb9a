import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openPlatform } from '../support/platform.ts'
import { openBrowser } from './support/browser.ts'

let base: string
let browser: Awaited<ReturnType<typeof openBrowser>>
before(async () => {
  const { server } = await openPlatform({ started: false })
  base = await server.listen({ host: '127.0.0.1', port: 0 })
  browser = await openBrowser()
})

async function newPage() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  // The page loads a large script and a large document, which takes seconds on a busy machine.
  page.setDefaultTimeout(60_000)
  return page
}

test('an area’s page shows only its own interface, opens at a linked operation, and links only within the area', async () => {
  const page = await newPage()
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.goto(`${base}/orders/api/swagger#/orders/confirmPayment`)

  await page.locator('.opblock.is-open', { hasText: 'confirmer-paiement' }).waitFor()
  await page.waitForFunction(`(() => {
    const { top } = document.querySelector('.opblock.is-open').getBoundingClientRect()
    return top >= 0 && top < innerHeight
  })()`)
  assert.equal(await page.title(), 'Comptoir orders')
  const tags = await page.locator('.opblock-tag').evaluateAll(all => all.map(tag => tag.dataset.tag))
  assert.deepEqual(tags, ['orders', 'orders: staff', 'orders: internal', 'system'])
  assert.ok(asked.includes('/orders/api/swagger/ui/json'))
  assert.deepEqual(
    asked.filter(path => !path.startsWith('/orders/api/')),
    [],
  )
})

test('the page of the whole interface is filtered by tag and by path', async () => {
  const page = await newPage()
  const tag = (name: string) => page.locator(`[data-tag="${name}"]`)
  const filter = page.getByPlaceholder('Filter by tag')
  await page.goto(`${base}/api/swagger`)
  await tag('orders').waitFor()
  await filter.fill('internal')
  await tag('orders').waitFor({ state: 'detached' })
  await tag('orders: internal').waitFor()
  await filter.fill('confirmer-paiement')
  await tag('orders: internal').waitFor({ state: 'detached' })
  await tag('orders').waitFor()
})
