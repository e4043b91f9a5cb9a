import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foreignOrder } from '../support/payments.ts'
import { startStripe, stripeSettings } from '../support/stripe/stand-in.ts'
import { openBrowser } from './support/browser.ts'
import { heading, openCheckout, payButton } from './support/checkout.ts'
import { inspect } from './support/looks.ts'

test('with a provider that has its own page, the payment page has no card form: it links to the provider and shows the outcome', async () => {
  const outside = await startStripe()
  const checkout = await openCheckout({
    returnUrl: 'https://boutique.example/merci',
    settings: stripeSettings(outside.url),
  })
  const orderId = foreignOrder()
  const page = await (await openBrowser()).newPage()
  await page.goto(await checkout.link({ orderId }))
  assert.equal(await page.getByLabel('Numéro de carte').count(), 0)
  await inspect(page, 'chez-le-prestataire')

  await payButton(page).click()
  const onward = page.getByRole('link', { name: 'Continuer le paiement' })
  await onward.waitFor()
  const [session] = outside.sessions.values()
  assert.equal(await onward.getAttribute('href'), session!.url)
  await inspect(page, 'en-cours-chez-le-prestataire')

  outside.pay(session!)
  await checkout.settle()
  await heading(page, 'Paiement accepté').waitFor()
  assert.deepEqual(await checkout.statuses(orderId), ['accepte'])
})
