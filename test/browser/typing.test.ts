import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { foreignOrder } from '../support/payments.ts'
import { openBrowser } from './support/browser.ts'
import { type Checkout, heading, openCheckout, payButton } from './support/checkout.ts'
import { SIZES } from './support/looks.ts'

let checkout: Checkout
let browser: Awaited<ReturnType<typeof openBrowser>>
before(async () => {
  checkout = await openCheckout()
  browser = await openBrowser()
})

const opened = async (orderId?: string) => {
  const page = await browser.newPage()
  await page.goto(await checkout.link({ orderId }))
  return page
}

describe('the card form', () => {
  test('groups the digits as on the card, names the brand, and preserves the caret position', async () => {
    const page = await opened()
    const number = page.getByLabel('Numéro de carte')
    await number.pressSequentially('4242424242424242')
    assert.equal(await number.inputValue(), '4242 4242 4242 4242')
    assert.equal(await page.locator('#brand').textContent(), 'Visa')

    for (let i = 0; i < 15; i++) await number.press('ArrowLeft')
    await number.press('Backspace')
    assert.equal(await number.inputValue(), '4244 2424 2424 242')
    await number.press('2')
    assert.equal(await number.inputValue(), '4242 4242 4242 4242')

    await number.fill('')
    await number.pressSequentially('378282246310005')
    assert.equal(await number.inputValue(), '3782 822463 10005')
    assert.equal(await page.locator('#brand').textContent(), 'Amex')
  })

  test('inserts the slash of a date, and allows deleting it', async () => {
    const page = await opened()
    const date = page.getByLabel('Expiration')
    await date.pressSequentially('440')
    assert.equal(await date.inputValue(), '04/40')
    for (let i = 0; i < 3; i++) await date.press('Backspace')
    assert.equal(await date.inputValue(), '04')
  })

  test('shows the error of a field when it loses focus, and removes it once it is corrected', async () => {
    const page = await opened()
    const number = page.getByLabel('Numéro de carte')
    const fault = page.locator('#cardNumber-fault')
    await number.fill('4242 4242 4242 4241')
    assert.equal(await fault.textContent(), '')
    await number.blur()
    assert.equal(await fault.textContent(), 'Vérifiez le numéro de la carte.')
    assert.equal(await number.getAttribute('aria-invalid'), 'true')
    assert.equal(await number.getAttribute('aria-describedby'), 'cardNumber-fault cardNumber-help')
    await number.fill('4242 4242 4242 4242')
    assert.equal(await fault.textContent(), '')
    assert.equal(await number.getAttribute('aria-invalid'), null)
  })

  test('on a telephone shows an error once, at its field; counts the minutes down', async () => {
    const page = await opened()
    const errors = page.getByText('Indiquez le numéro de la carte.').filter({ visible: true })
    await payButton(page).click()
    assert.equal(await errors.count(), 2)
    await page.setViewportSize(SIZES.telephone)
    assert.equal(await errors.count(), 1)
    assert.equal(await errors.getAttribute('id'), 'cardNumber-fault')

    await page.clock.install()
    await page.reload()
    const left = page.locator('[data-left]')
    assert.equal(await left.textContent(), ', encore 30 min')
    await page.clock.fastForward('12:00')
    assert.equal(await left.textContent(), ', encore 18 min')
    await page.clock.fastForward('20:00')
    assert.equal(await left.textContent(), ' : le délai est passé')
  })

  test('sets autocomplete and the keyboard type of a telephone', async () => {
    const page = await opened()
    const errors = await page
      .locator('.field input')
      .evaluateAll(inputs =>
        inputs.map(input => [input.getAttribute('autocomplete'), input.getAttribute('inputmode')]),
      )
    assert.deepEqual(errors, [
      ['cc-number', 'numeric'],
      ['cc-exp', 'numeric'],
      ['cc-csc', 'numeric'],
      ['cc-name', null],
    ])
  })

  test('is filled in, corrected and submitted with the keyboard alone', async () => {
    const orderId = foreignOrder()
    const page = await opened(orderId)
    const { keyboard } = page
    await page.locator('body').press('Tab')
    await keyboard.type('4242424242424241')
    await keyboard.press('Tab')
    await keyboard.type('1240')
    await keyboard.press('Tab')
    await keyboard.type('739')
    await keyboard.press('Enter')

    const faults = page.locator('#bilan')
    assert.equal(await faults.evaluate(box => box === box.ownerDocument.activeElement), true)
    assert.equal(await faults.getAttribute('role'), 'alert')
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await keyboard.press('End')
    await keyboard.press('Backspace')
    await keyboard.type('2')
    for (let i = 0; i < 4; i++) await keyboard.press('Tab')
    assert.equal(await payButton(page).evaluate(button => button.matches(':focus-visible')), true)
    await keyboard.press('Space')
    await heading(page, 'Paiement en cours').waitFor()
    assert.deepEqual(await checkout.statuses(orderId), ['en_attente'])
  })
})
