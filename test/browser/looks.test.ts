import { before, describe, test } from 'node:test'
import { openBrowser } from './support/browser.ts'
import { type Checkout, openCheckout } from './support/checkout.ts'
import { inspect, SIZES } from './support/looks.ts'
import { states } from './support/states.ts'

const LOGO = new URL('support/logo.svg', import.meta.url).pathname

let checkout: Checkout
let browser: Awaited<ReturnType<typeof openBrowser>>
before(async () => {
  checkout = await openCheckout({
    returnUrl: 'https://boutique.example/merci',
    settings: { COMPTOIR_SHOP_NAME: 'La Boutique du Coin', COMPTOIR_SHOP_LOGO: LOGO },
  })
  browser = await openBrowser()
})

describe('every state of the payment page', () => {
  for (const [name, reach] of Object.entries(states))
    test(`${name}: accessible by axe-core in light and dark, within 360 and 1280 pixels, with targets large enough for fingers`, async () => {
      const page = await browser.newPage({
        viewport: SIZES.telephone,
        locale: 'fr-FR',
      })
      await reach(checkout, page)
      await inspect(page, name)
      await page.context().close()
    })
})
