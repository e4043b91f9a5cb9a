import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openBrowser } from './support/browser.ts'
import { type Checkout, fillCard, openCheckout } from './support/checkout.ts'
import { openShop } from './support/shop.ts'

let checkout: Checkout
let browser: Awaited<ReturnType<typeof openBrowser>>
before(async () => {
  checkout = await openCheckout()
  browser = await openBrowser()
})

// 127.0.0.1 and localhost are different sites, so the frame is a third party.
describe('in a frame of another site', () => {
  test('of an allowed origin a customer pays without cookies; the shop receives the state, and the link back leaves the frame', async () => {
    const page = await browser.newPage()
    await page.goto(checkout.shop.framing(await checkout.link()))
    const frame = page.frameLocator('iframe')
    await fillCard(frame)
    await frame.getByRole('button', { name: /^Payer/ }).click()
    await frame.getByRole('heading', { name: 'Paiement en cours' }).waitFor()
    await checkout.settle()
    await frame.getByRole('heading', { name: 'Paiement accepté' }).waitFor()
    assert.deepEqual(await page.context().cookies(), [])

    await page.waitForFunction('told.at(-1).etat === "accepte"')
    const framing =
      await page.evaluate<{ origin: string; type: string; etat: string; retour: string; hauteur: number }[]>(
        'told',
      )
    assert.deepEqual([...new Set(framing.map(message => message.etat))], ['aucun', 'en_attente', 'accepte'])
    const { origin, type, retour, hauteur } = framing.at(-1)!
    assert.equal(type, 'comptoir.paiement')
    assert.equal(origin, new URL(await checkout.link()).origin)
    assert.equal(new URL(retour).searchParams.get('status'), 'accepte')
    assert.ok(hauteur > 300 && hauteur < 900, String(hauteur))

    await frame.getByRole('link', { name: 'Revenir à la boutique' }).click()
    await page.waitForURL(retour)
  })

  test('of another origin the page is not shown', async () => {
    const stranger = await openShop()
    const page = await browser.newPage({ expected: /frame-ancestors/ })
    const complaints: string[] = []
    page.on('console', message => complaints.push(message.text()))
    await page.goto(stranger.framing(await checkout.link()))
    assert.equal(await page.frameLocator('iframe').getByRole('heading').count(), 0)
    assert.match(complaints.join('\n'), /frame-ancestors/)
  })
})
