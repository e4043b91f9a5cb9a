import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { foreignOrder, REFUSED } from '../support/payments.ts'
import { openBrowser } from './support/browser.ts'
import { type Checkout, heading, openCheckout, pay, payButton } from './support/checkout.ts'

let checkout: Checkout
let browser: Awaited<ReturnType<typeof openBrowser>>
before(async () => {
  checkout = await openCheckout()
  browser = await openBrowser()
})

const opened = async (clientFideliseId: number | undefined, orderId = foreignOrder()) => {
  const page = await browser.newPage()
  await page.goto(await checkout.link({ clientFideliseId, orderId }))
  return page
}

/** Pays with a new card and ticks the box that saves it. */
async function saveCard(customer: number, number?: string) {
  const page = await opened(customer)
  await page.getByLabel('Garder cette carte').check()
  await pay(page, number)
  await heading(page, 'Paiement en cours').waitFor()
  await checkout.settle()
}

describe('a saved card', () => {
  test('pays with one click, shows only brand, last digits and date, and allows typing another', async () => {
    await saveCard(31)
    const orderId = foreignOrder()
    const page = await opened(31, orderId)
    assert.match(
      (await page.locator('.choice').first().textContent()) ?? '',
      /Visa\s+se terminant par •••• 4242\s+12\/40/,
    )
    assert.doesNotMatch(await page.content(), /42424242|Lovelace.*value/)
    await payButton(page).click()
    await heading(page, 'Paiement en cours').waitFor()
    await checkout.settle()
    await heading(page, 'Paiement accepté').waitFor()

    const other = await opened(31)
    await other.getByLabel('Une autre carte').check()
    await pay(other, REFUSED)
    await heading(other, 'Paiement en cours').waitFor()
    await checkout.settle()
    await heading(other, 'Paiement refusé').waitFor()
    assert.equal(await other.locator('.choice').count(), 2)
  })

  test('is offered only to its customer, and a customer without a number cannot save one', async () => {
    await saveCard(32)
    const stranger = await opened(33)
    assert.equal(await stranger.locator('.choice').count(), 0)
    assert.equal(await stranger.getByLabel('Garder cette carte').isChecked(), false)
    const nobody = await opened(undefined)
    assert.equal(await nobody.getByLabel('Garder cette carte').count(), 0)
  })

  test('is not saved when refused', async () => {
    await saveCard(34, REFUSED)
    assert.equal(await (await opened(34)).locator('.choice').count(), 0)
  })

  test('is removed after a confirmation, also in another window', async () => {
    await saveCard(35)
    const [page, window] = [await opened(35), await opened(35)]
    await page.getByRole('link', { name: 'Retirer la carte Visa se terminant par 4242' }).click()
    await page.getByRole('button', { name: 'Oui, retirer' }).click()
    await heading(page, 'Paiement par carte').waitFor()
    assert.equal(await page.locator('.choice').count(), 0)

    await payButton(window).click()
    await heading(window, 'Carte retirée').waitFor()
    assert.equal(await window.getByLabel('Numéro de carte').isVisible(), true)
  })
})
