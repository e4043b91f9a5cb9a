import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openBrowser } from './support/browser.ts'
import { type Checkout, openCheckout, payButton } from './support/checkout.ts'
import { findRoute } from './support/routes.ts'
import { states } from './support/states.ts'

const LOGO = new URL('support/logo.svg', import.meta.url).pathname

let checkout: Checkout
let browser: Awaited<ReturnType<typeof openBrowser>>
before(async () => {
  checkout = await openCheckout({ settings: { COMPTOIR_SHOP_LOGO: LOGO } })
  browser = await openBrowser()
})

test('the browser calls every route of the payment page without errors in its log', async () => {
  const called = new Set<string>()
  const routes = checkout.server.places
    .filter(({ area, path }) => area === 'payments' && path.startsWith('/paiement'))
    .flatMap(({ methods, path }) => methods.filter(each => each !== 'HEAD').map(each => `${each} ${path}`))
  async function open(reach: (typeof states)[string] | undefined, finish?: string) {
    const page = await browser.newPage({ expected: /(?!)/ })
    page.on('request', request => {
      const path = new URL(request.url()).pathname.replace('/payments/', '/')
      called.add(findRoute(routes, `${request.method()} ${path}`) ?? path)
    })
    await reach?.(checkout, page)
    if (!finish) return
    await page.getByRole('button', { name: finish }).click()
    await payButton(page).waitFor()
  }
  await open(states.annule)
  await open(states['retirer-une-carte'], 'Oui, retirer la carte')
  await open(states['retour-sans-boutique'])
  await open(states['commande-impayee'], 'Payer 10,00 €')
  assert.ok(routes.length > 8, routes.join(', '))
  assert.deepEqual(
    routes.filter(route => !called.has(route)),
    [],
  )
})
