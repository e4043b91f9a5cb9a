import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { foreignOrder, REFUSED } from '../support/payments.ts'
import { openBrowser } from './support/browser.ts'
import { type Checkout, fillCard, heading, openCheckout, pay, payButton } from './support/checkout.ts'

let checkout: Checkout
let browser: Awaited<ReturnType<typeof openBrowser>>
before(async () => {
  checkout = await openCheckout()
  browser = await openBrowser()
})

const opened = async (wanted: Parameters<Checkout['link']>[0]) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(await checkout.link(wanted))
  return page
}

describe('without JavaScript', () => {
  test('a customer is refused, retries and pays, on a keypad without a slash; the page reloads by itself', async () => {
    const orderId = foreignOrder()
    const page = await opened({ orderId })
    for (const [card, outcome] of [
      [REFUSED, 'Paiement refusé'],
      [undefined, 'Paiement accepté'],
    ] as const) {
      await fillCard(page, card, { date: '1240' })
      await payButton(page).click()
      await heading(page, 'Paiement en cours').waitFor()
      await checkout.settle()
      await heading(page, outcome).waitFor()
    }
    assert.deepEqual(await checkout.statuses(orderId), ['refuse', 'accepte'])
  })

  test('the browser blocks an incomplete form, and the server explains other errors without repeating the number', async () => {
    const orderId = foreignOrder()
    const page = await opened({ orderId })
    await payButton(page).click()
    await heading(page, 'Paiement par carte').waitFor()
    await fillCard(page, '4242424242424241', { date: '01/20' })
    await payButton(page).click()
    await heading(page, 'Vérifiez votre saisie').waitFor()
    assert.equal(await page.title(), 'Erreur : Paiement par carte')
    assert.equal(await page.getByLabel('Numéro de carte').inputValue(), '')
    assert.equal(await page.getByLabel('Code de sécurité').inputValue(), '')
    assert.equal(await page.getByLabel('Expiration').inputValue(), '01/20')
    await page.getByRole('link', { name: 'Cette carte a expiré.' }).click()
    assert.equal(new URL(page.url()).hash, '#expirationDate')
    assert.deepEqual(await checkout.statuses(orderId), [])
  })

  test('a customer cancels after a confirmation', async () => {
    const orderId = foreignOrder()
    const page = await opened({ orderId })
    await pay(page)
    await page.getByRole('link', { name: 'Annuler le paiement' }).click()
    await page.getByRole('button', { name: 'Oui, annuler' }).click()
    await heading(page, 'Paiement annulé').waitFor()
    assert.deepEqual(await checkout.statuses(orderId), ['annule'])
  })

  test('a card is saved, and next time preselected with its fields hidden', async () => {
    const customer = { clientFideliseId: 812 }
    const first = await opened(customer)
    await first.getByLabel('Garder cette carte').check()
    await pay(first)
    await heading(first, 'Paiement en cours').waitFor()
    await checkout.settle()

    const orderId = foreignOrder()
    const page = await opened({ ...customer, orderId })
    await page.getByLabel('se terminant par').waitFor()
    assert.equal(await page.getByLabel('Numéro de carte').isVisible(), false)
    await payButton(page).click()
    await heading(page, 'Paiement en cours').waitFor()
    assert.deepEqual(await checkout.statuses(orderId), ['en_attente'])
  })
})
