import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../support/eventually.ts'
import { fillCard } from '../support/checkout.ts'
import { inspect } from '../support/looks.ts'
import { createDeliveryMethods } from '../support/selling.ts'
import {
  addToBasket,
  button,
  fillGuestDetails,
  link,
  openStorefront,
  TELEPHONE,
  title,
} from '../support/storefront.ts'

let shop: Awaited<ReturnType<typeof openStorefront>>
before(async () => {
  shop = await openStorefront({ COMPTOIR_DELIVERY_REQUIRED: '1' })
  await createDeliveryMethods(shop)
})

const radio = (page: Page, name: RegExp) => page.getByRole('radio', { name })
const total = (page: Page) => page.locator('.sums .total')

async function look(page: Page, name: string) {
  await inspect(page, name)
  await page.setViewportSize(TELEPHONE)
}

/** Opens the checkout of a guest with a lamp, who has filled in everything but the delivery. */
async function openCheckout(page: Page) {
  await addToBasket(page, shop.url, shop.lamp.id)
  await page.goto(`${shop.url}/commande`)
  await fillGuestDetails(page)
  await page.getByLabel('Code postal').fill('59000')
}

async function fillHome(page: Page) {
  await page.getByLabel('Numéro et rue').fill('1 rue de la Paix')
  await page.getByLabel('Ville').fill('Lille')
}

async function payFrame(page: Page) {
  const frame = page.frameLocator('iframe')
  await fillCard(frame)
  await frame.getByRole('button', { name: /^Payer/ }).click()
  await page.getByText('Merci ! Votre paiement est accepté.').waitFor()
}

describe('a shopper', () => {
  test('sees deliveries for the postcode in the basket, chooses express, and pays and follows it', async () => {
    const page = await shop.open()
    await addToBasket(page, shop.url, shop.lamp.id)
    await page.goto(`${shop.url}/panier`)
    await page.getByText('Plus que 10,10 € pour la livraison offerte (Point relais)').waitFor()
    assert.equal(await radio(page, /Express/).count(), 0, 'express needs a postcode of Lille')
    await total(page).getByText('Total hors livraison').waitFor()
    await page.getByLabel('Code postal').fill('59000')
    await radio(page, /Express à domicile 9,90 € Livré le/).check()
    await total(page).getByText('59,80').waitFor()
    await look(page, 'boutique-panier-livraison')
    await button(page, 'Commander').click()

    await title(page, 'Commande').waitFor()
    assert.equal(await page.getByLabel('Code postal').inputValue(), '59000')
    assert.ok(await radio(page, /Express/).isChecked())
    await fillGuestDetails(page)
    await fillHome(page)
    await look(page, 'boutique-commande-express')
    await button(page, /^Payer 59,80/).click()
    await title(page, 'Paiement').waitFor()
    await page.frameLocator('iframe').getByText('Express à domicile').waitFor()
    await payFrame(page)
    await page.getByText('Express à domicile · 9,90 €').waitFor()
    await page.getByText('Livraison prévue').waitFor()

    const ordreId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    for (const body of [
      { nouveauStatut: 'EN_PREPARATION' },
      { nouveauStatut: 'EXPEDIEE', trackingNumber: 'XK 42/7' },
    ]) {
      const { status } = await shop.call('PATCH', `/api/commandes/${ordreId}/statut`, body)
      assert.equal(status, 200)
    }
    await page.reload()
    const address = await link(page, 'Suivre le colis XK 42/7').getAttribute('href')
    assert.equal(address, 'https://transporteur.example/suivi?n=XK%2042%2F7')
    assert.equal(await link(page, /Renoncer au contrat ici/).count(), 2, 'in the footer and on the order')
    await look(page, 'boutique-expediee')
    await page
      .getByRole('main')
      .getByRole('link', { name: /Renoncer au contrat ici/ })
      .click()
    await page.getByLabel('E-mail de la commande').waitFor()
    assert.equal(await page.locator('[name=ordreId]').inputValue(), ordreId)

    const { body } = await shop.call<{ jeton: string }>('POST', '/api/v1/publique/retractations', {
      ...{ ordreId, nom: 'Ada', courriel: 'autre@example.org' },
    })
    await shop.call('POST', `/api/v1/publique/retractations/${body.jeton}/confirmations`)
    await page.goto(`${shop.url}/commandes/${ordreId}`)
    const withdrawals = page.getByRole('region', { name: 'Vos rétractations' })
    await withdrawals.getByText(/^En cours de vérification/).waitFor()
    await withdrawals.getByText(/^1 × /).waitFor()
    await look(page, 'boutique-retractation')
  })

  test('must choose a delivery and a pick-up point, which the order shows', async () => {
    const page = await shop.open()
    await openCheckout(page)
    await button(page, 'Commander').click()
    await page.getByText('Choisissez un mode de livraison.').waitFor()
    assert.equal(await page.evaluate('document.activeElement.name'), 'mode')
    await look(page, 'boutique-commande-sans-livraison')
    await radio(page, /Point relais/).check()
    await fillHome(page)
    await button(page, /^Payer 53,80/).click()
    assert.equal(await page.getByText('À remplir').count(), 3)
    assert.equal(await page.evaluate('document.activeElement.name'), 'pointNom')
    await look(page, 'boutique-commande-relais')
    await page.getByLabel('Nom du point relais').fill('Épicerie du Lavoir')
    await page.getByLabel('Adresse du point relais').fill('3 place du Lavoir, 59000 Lille')
    await page.getByLabel('Numéro du point relais').fill('012345')
    await button(page, /^Payer 53,80/).click()
    await title(page, 'Paiement').waitFor()
    await link(page, 'Voir la commande').click()
    await page.getByText('Épicerie du Lavoir, 3 place du Lavoir, 59000 Lille (012345)').waitFor()
  })

  test('collects in a store with the method for it, without an address', async () => {
    const page = await shop.open()
    await openCheckout(page)
    await radio(page, /Retrait gratuit Offert/).check()
    await button(page, /^Payer 49,90/).click()
    await page.getByText('Choisissez le magasin du retrait.').waitFor()
    await radio(page, /Comptoir Lille/).check()
    await button(page, /^Payer 49,90/).click()
    await title(page, 'Paiement').waitFor()
    await link(page, 'Voir la commande').click()
    await page.getByText('Comptoir Lille, 14 rue des Tisserands, 59000 Lille').waitFor()
    await page.getByText('Retrait gratuit · Offert').waitFor()
  })

  test('whose delivery is no longer offered chooses another and keeps what they typed', async () => {
    const page = await shop.open()
    await openCheckout(page)
    await radio(page, /Express/).check()
    await fillHome(page)
    await button(page, /^Payer 59,80/).waitFor()
    const path = '/api/v1/privee/modes-livraison/express'
    assert.equal((await shop.call('PATCH', path, { actif: false })).status, 200)
    await button(page, /^Payer/).click()
    await page.getByText('Ce mode de livraison n’est pas proposé à cette adresse').waitFor()
    assert.equal(await page.getByLabel('Prénom').inputValue(), 'Ada')
    assert.equal(await page.getByLabel('Code postal').inputValue(), '59000')
    assert.equal(await radio(page, /Express/).count(), 0)
    await look(page, 'boutique-livraison-indisponible')
    assert.equal((await shop.call('PATCH', path, { actif: true })).status, 200)
    await radio(page, /Point relais/).check()
    await page.getByLabel('Ville').waitFor()
    assert.equal(await page.getByLabel('Ville').inputValue(), 'Lille')
  })

  test('sees the new total if the price of the delivery has changed, and orders with the keyboard alone', async () => {
    const page = await shop.open()
    await openCheckout(page)
    const path = '/api/v1/privee/modes-livraison/express'
    // The offers for the postcode replace those without one.
    await radio(page, /Express/).waitFor()
    await page.getByLabel('Code postal').focus()
    await page.keyboard.press('Tab')
    for (const name of [/Point relais/, /Express/]) {
      await page.keyboard.press('ArrowDown')
      await eventually(`${name} is chosen`, () => radio(page, name).isChecked())
    }
    await button(page, /^Payer 59,80/).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('1 rue de la Paix')
    // The second line of the address is optional.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Lille')
    assert.equal((await shop.call('PATCH', path, { tarifs: [{ prixCents: 1_290 }] })).status, 200)
    await page.keyboard.press('Enter')
    await page.getByText('59,80 € → 62,80 €').waitFor()
    await look(page, 'boutique-livraison-change')
    await page.keyboard.press('Enter')
    await title(page, 'Paiement').waitFor()
    assert.equal((await shop.call('PATCH', path, { tarifs: [{ prixCents: 990 }] })).status, 200)
  })

  test('whose method has become a collection chooses again and keeps what they typed', async () => {
    const path = '/api/v1/privee/modes-livraison/coursier'
    const method = { code: 'coursier', nom: 'Coursier', type: 'domicile', zones: [] }
    const body = { ...method, tarifs: [{ prixCents: 1_490 }] }
    assert.equal((await shop.call('POST', '/api/v1/privee/modes-livraison', body)).status, 201)
    const page = await shop.open()
    await openCheckout(page)
    await radio(page, /Coursier/).check()
    await fillHome(page)
    await button(page, /^Payer 64,80/).waitFor()
    assert.equal((await shop.call('PATCH', path, { type: 'retrait' })).status, 200)
    await eventually('the platform offers it as a collection', async () => {
      const articles = [{ id: shop.lamp.id, quantite: 1 }]
      const adresseLivraison = { codePostal: '59000', pays: 'FR' }
      const { body } = await shop.call<{ offresLivraison: { code: string; type: string }[] }>(
        'POST',
        '/api/v1/publique/paniers',
        { articles, adresseLivraison },
      )
      return body.offresLivraison.some(({ code, type }) => code === 'coursier' && type === 'retrait')
    })
    await button(page, /^Payer/).click()
    await page.getByText('Ce mode de livraison vient de changer : choisissez-le à nouveau.').waitFor()
    assert.equal((await shop.call('DELETE', path)).status, 204)
    await radio(page, /Express/).check()
    assert.equal(await page.getByLabel('Ville').inputValue(), 'Lille')
  })

  test('who began while the shop had no methods chooses one of those that the platform now requires', async () => {
    const switchMethods = async (actif: boolean) => {
      for (const code of ['magasin', 'relais', 'express'])
        assert.equal(
          (await shop.call('PATCH', `/api/v1/privee/modes-livraison/${code}`, { actif })).status,
          200,
        )
    }
    await switchMethods(false)
    const page = await shop.open()
    await openCheckout(page)
    await fillHome(page)
    await button(page, /^Payer 49,90/).waitFor()
    await switchMethods(true)
    await button(page, /^Payer/).click()
    await radio(page, /Express/).check()
    assert.equal(await page.getByLabel('Numéro et rue').inputValue(), '1 rue de la Paix')
    await button(page, /^Payer 59,80/).click()
    await title(page, 'Paiement').waitFor()
  })
})
