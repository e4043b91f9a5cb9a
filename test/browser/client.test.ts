import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { installClient } from '../support/client.ts'
import { openScreenShop } from '../support/client-shop.ts'
import { openBrowser } from './support/browser.ts'
import { fillCard, heading, payButton } from './support/checkout.ts'

/** A page without a build step, whose import map locates the client. */
const PAGE = `<!doctype html><title>Boutique</title><script type="importmap">{ "imports": {
  "comptoir-client": "/boutique/node_modules/comptoir-client/dist/index.js",
  "openapi-fetch": "/boutique/node_modules/openapi-fetch/dist/index.mjs"
} }</script>`

test('the purchase of the client’s README works in a browser', async () => {
  const client = await installClient()
  try {
    const { url } = await openScreenShop()
    const browser = await openBrowser()
    const page = await browser.newPage()
    await page.route(`${url}/boutique/**`, route => {
      const path = new URL(route.request().url()).pathname.slice('/boutique/'.length)
      return path === ''
        ? route.fulfill({ contentType: 'text/html', body: PAGE })
        : route.fulfill({
            contentType: 'text/javascript',
            body: readFileSync(join(client.project, path), 'utf8'),
          })
    })
    await page.exposeFunction('leadTo', async (paymentUrl: string) => {
      const payment = await page.context().newPage()
      await payment.goto(paymentUrl)
      await fillCard(payment)
      await payButton(payment).click()
      await heading(payment, 'Paiement accepté').waitFor()
    })
    await page.goto(`${url}/boutique/`)

    const order = await page.evaluate<{ montantTotalCents: number; transactionId: string | null }>(
      `import('/boutique/purchase.js').then(({ purchase }) => purchase(location.origin, leadTo))`,
    )
    assert.equal(order.montantTotalCents, 27_800)
    assert.ok(order.transactionId)
  } finally {
    client.remove()
  }
})
