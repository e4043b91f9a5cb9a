import { before, describe, test } from 'node:test'
import { openBrowser } from './support/browser.ts'
import { type Checkout, openCheckout } from './support/checkout.ts'
import { inspect, SIZES } from './support/looks.ts'
import { states } from './support/states.ts'

let checkout: Checkout
let browser: Awaited<ReturnType<typeof openBrowser>>
before(async () => {
  checkout = await openCheckout({ returnUrl: 'https://boutique.example/merci' })
  browser = await openBrowser()
})

describe('every state of the payment page', () => {
  for (const [name, reach] of Object.entries(states))
    test(`${name}: no finding by axe-core in light and dark, whole at 360 and 1280 pixels, targets for a finger`, async () => {
      const page = await browser.newPage({ viewport: SIZES.telephone })
      await reach(checkout, page)
      await inspect(page, name)
      await page.context().close()
    })
})
