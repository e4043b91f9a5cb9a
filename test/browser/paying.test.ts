import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../support/eventually.ts'
import { foreignOrder, REFUSED } from '../support/payments.ts'
import { openBrowser } from './support/browser.ts'
import { type Checkout, fillCard, heading, openCheckout, pay, payButton } from './support/checkout.ts'

let checkout: Checkout
let browser: Awaited<ReturnType<typeof openBrowser>>
before(async () => {
  checkout = await openCheckout()
  browser = await openBrowser()
})

const opened = async (orderId: string) => {
  const page = await browser.newPage()
  await page.goto(await checkout.link({ orderId }))
  return page
}

const sent = (page: Page) => {
  const posts: string[] = []
  page.on('request', request => request.method() === 'POST' && posts.push(request.url()))
  return posts
}

describe('a customer', () => {
  test('pays, sees the progress without interaction, and returns to the shop with the outcome in the address', async () => {
    const orderId = foreignOrder()
    const page = await opened(orderId)
    await pay(page)
    await heading(page, 'Paiement en cours').waitFor()
    await checkout.settle()
    await heading(page, 'Paiement accepté').waitFor()
    await page.getByRole('link', { name: 'Revenir à la boutique' }).click()
    await heading(page, 'La boutique').waitFor()

    const parameters = Object.fromEntries(new URL(page.url()).searchParams)
    const { body } = await checkout.call<{ transactionId: number; authorizationId: string }>(
      'GET',
      `/api/publique/transaction-status?orderId=${orderId}`,
    )
    assert.deepEqual(parameters, {
      panier: '3',
      orderId,
      status: 'accepte',
      transactionId: String(body.transactionId),
      authorizationId: body.authorizationId,
    })
  })

  test('is refused, and succeeds with another card', async () => {
    const orderId = foreignOrder()
    const page = await opened(orderId)
    await pay(page, REFUSED)
    await heading(page, 'Paiement en cours').waitFor()
    await checkout.settle()
    await heading(page, 'Paiement refusé').waitFor()
    assert.equal(await page.getByLabel('Numéro de carte').inputValue(), '')
    await pay(page)
    await heading(page, 'Paiement en cours').waitFor()
    await checkout.settle()
    await heading(page, 'Paiement accepté').waitFor()
    assert.deepEqual(await checkout.statuses(orderId), ['refuse', 'accepte'])
  })

  test('confirms a cancellation, and may decline it', async () => {
    const orderId = foreignOrder()
    const page = await opened(orderId)
    await pay(page)
    await page.getByRole('link', { name: 'Annuler le paiement' }).click()
    await page.getByRole('link', { name: 'Non, le laisser' }).click()
    await heading(page, 'Paiement en cours').waitFor()
    await page.getByRole('link', { name: 'Annuler le paiement' }).click()
    await page.getByRole('button', { name: 'Oui, annuler' }).click()
    await heading(page, 'Paiement annulé').waitFor()
    assert.deepEqual(await checkout.statuses(orderId), ['annule'])

    await page.getByRole('link', { name: 'Annuler et revenir' }).click()
    await heading(page, 'La boutique').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('status'), 'annule')
  })

  test('reloads during and after the payment: nothing is sent again', async () => {
    const orderId = foreignOrder()
    const page = await opened(orderId)
    const posts = sent(page)
    await pay(page)
    await heading(page, 'Paiement en cours').waitFor()
    await page.reload()
    await heading(page, 'Paiement en cours').waitFor()
    await checkout.settle()
    await heading(page, 'Paiement accepté').waitFor()
    await page.reload()
    await heading(page, 'Paiement accepté').waitFor()
    assert.equal(posts.length, 1)
    assert.deepEqual(await checkout.statuses(orderId), ['accepte'])
  })

  test('clicks twice on pay: one form is sent', async () => {
    const orderId = foreignOrder()
    const page = await opened(orderId)
    const posts = sent(page)
    // The form reaches the server only after the second click, as on a slow network.
    const second = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    await page.route('**/paiement/*', async route => {
      if (route.request().method() === 'POST') {
        asked.resolve()
        await second.promise
      }
      await route.continue()
    })
    await fillCard(page)
    const { x, y } = (await payButton(page).boundingBox())!
    const click = () => page.mouse.click(x + 20, y + 20)
    await click()
    await asked.promise
    await click()
    second.resolve()
    await heading(page, 'Paiement en cours').waitFor()
    assert.equal(posts.length, 1)
    assert.deepEqual(await checkout.statuses(orderId), ['en_attente'])
  })

  test('pays in two windows concurrently: one payment, and both windows show it', async () => {
    const orderId = foreignOrder()
    const link = await checkout.link({ orderId })
    const windows = await Promise.all([browser.newPage(), browser.newPage()])
    for (const page of windows) {
      await page.goto(link)
      await fillCard(page)
    }
    await Promise.all(windows.map(page => payButton(page).click()))
    await Promise.all(windows.map(page => heading(page, 'Paiement en cours').waitFor()))
    await checkout.settle()
    await Promise.all(windows.map(page => heading(page, 'Paiement accepté').waitFor()))
    assert.deepEqual(await checkout.statuses(orderId), ['accepte'])
  })

  test('navigates back after success: no form, and nothing is paid again', async () => {
    const orderId = foreignOrder()
    const page = await opened(orderId)
    const posts = sent(page)
    await pay(page)
    await heading(page, 'Paiement en cours').waitFor()
    await checkout.settle()
    await heading(page, 'Paiement accepté').waitFor()
    await page.getByRole('link', { name: 'Revenir à la boutique' }).click()
    await heading(page, 'La boutique').waitFor()
    for (const url = page.url(); page.url() === url; ) await page.goBack()
    await heading(page, 'Paiement accepté').waitFor()
    assert.equal(await payButton(page).count(), 0)
    assert.equal(posts.length, 1)
  })

  test('returns late: the form of an expired link pays nothing', async () => {
    const orderId = foreignOrder()
    const page = await opened(orderId)
    await checkout.expire(orderId)
    await pay(page)
    await heading(page, 'Lien expiré').waitFor()
    await page.getByRole('link', { name: 'Revenir à la boutique' }).click()
    await heading(page, 'La boutique').waitFor()
    assert.deepEqual(await checkout.statuses(orderId), [])
  })

  test('returns late by the clock: thirty minutes after the link was created', async () => {
    // Thirty minutes of this clock are six seconds.
    const fast = await openCheckout({ settings: { COMPTOIR_CLOCK_MULTIPLIER: '300' } })
    const page = await browser.newPage()
    await page.goto(await fast.link())
    await heading(page, 'Paiement par carte').waitFor()
    await eventually('the link expires', async () => {
      await page.reload()
      return heading(page, 'Lien expiré').isVisible()
    })
  })
})
