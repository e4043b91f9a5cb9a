import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { fillCard } from '../support/checkout.ts'
import { inspect } from '../support/looks.ts'
import { createSellingActions } from '../support/selling.ts'
import {
  addToBasket,
  button,
  fillAddress,
  fillGuestDetails,
  link,
  openStorefront,
  TELEPHONE,
  title,
} from '../support/storefront.ts'

let shop: Awaited<ReturnType<typeof openStorefront>>
before(async () => {
  shop = await openStorefront()
})

async function addCode(page: Page, code: string) {
  await page.getByLabel('Code promotion').fill(code)
  await button(page, 'Ajouter').click()
}

async function look(page: Page, name: string) {
  await inspect(page, name)
  await page.setViewportSize(TELEPHONE)
}

/** Opens the basket with a lamp. */
async function openBasket() {
  const page = await shop.open()
  await addToBasket(page, shop.url, shop.lamp.id)
  await page.goto(`${shop.url}/panier`)
  await button(page, 'Commander').waitFor()
  return page
}

/** Places an order of a lamp with a code, elsewhere than in the shop. */
async function orderWith(code: string) {
  const articles = [{ id: shop.lamp.id, quantite: 1, prixUnitaireCents: 4_990 }]
  const order = { articles, montantTotalCents: 3_990, adresseLivraison: {}, clientInfo: {}, codes: [code] }
  const placed = await shop.call('POST', '/api/commandes', { ...order, clientId: 'INVITE_SOMEBODY_ELSE' })
  assert.equal(placed.status, 201, JSON.stringify(placed.body))
}

test('a shop whose promotions are all automatic shows no field for codes', async () => {
  const page = await openBasket()
  await page.getByText('Livraison ou retrait').waitFor()
  assert.equal(await page.getByLabel('Code promotion').count(), 0)
})

test('a shopper uses a code, pays the lower total, and sees the code on the order', async () => {
  await createSellingActions(shop).code('BIENVENUE10')
  const page = await openBasket()
  await addCode(page, 'bienvenue 10')
  await page.getByText('Appliqué : −10,00 €').waitFor()
  await page.locator('.sums .total').getByText('39,90').waitFor()
  await look(page, 'boutique-code')
  await button(page, 'Commander').click()
  await fillGuestDetails(page)
  await fillAddress(page)
  await button(page, /^Payer 39,90/).click()
  const frame = page.frameLocator('iframe')
  await frame.getByText('Code promotion').waitFor()
  await fillCard(frame)
  await look(page, 'boutique-paiement-code')
  await frame.getByRole('button', { name: /^Payer/ }).click()
  await page.getByText('Merci ! Votre paiement est accepté.').waitFor()
  await page.getByText('BIENVENUE10 : −10,00 €').waitFor()
  await look(page, 'boutique-merci-code')

  await addToBasket(page, shop.url, shop.lamp.id)
  await link(page, 'Voir le panier').click()
  await page.getByLabel('Code promotion').waitFor()
  assert.equal(await page.getByText('Appliqué').count(), 0, 'the paid order has used the code')
})

test('a shopper sees for each code why it takes nothing off, and can order without it', async () => {
  const { code } = createSellingActions(shop)
  await code('VIP20', { utilisationsParClient: 1 })
  await code('UNIQUE', { utilisationsMax: 1 })
  await orderWith('UNIQUE')
  await code('PETIT', { valeurPromotion: 1 })
  await code('GRAND', { valeurPromotion: 5 })
  const { promotionId } = await code('FINI')
  const ended = await shop.call('PUT', `/api/publique/data/${promotionId}`, { dateFin: '2021-01-01' })
  assert.equal(ended.status, 200)
  const page = await openBasket()
  await addCode(page, 'N’IMPORTE QUOI')
  const fault = page.locator('.field-fault')
  await fault.getByText('Ce code n’existe pas').waitFor()
  await addCode(page, 'INCONNU99')
  await fault.getByText('INCONNU99 : Ce code n’existe pas').waitFor()
  assert.equal(await page.getByRole('list', { name: 'Codes ajoutés' }).count(), 0)
  await look(page, 'boutique-code-inconnu')
  for (const each of ['VIP20', 'UNIQUE', 'PETIT', 'GRAND', 'FINI']) await addCode(page, each)
  await page.getByText('connectez-vous pour l’utiliser').waitFor()
  await page.getByText('il a déjà été utilisé autant de fois que prévu').waitFor()
  await page.getByText('une autre promotion est plus avantageuse').waitFor()
  await page.getByText('Appliqué : −5,00 €').waitFor()
  await page.getByText('Ce code a expiré.').waitFor()
  await look(page, 'boutique-codes-refuses')
  await addCode(page, 'unique')
  await fault.getByText('Ce code est déjà dans votre panier.').waitFor()
  await button(page, 'Retirer le code PETIT').click()
  await page.getByText('PETIT').waitFor({ state: 'detached' })
  await button(page, 'Commander').click()
  await fillGuestDetails(page)
  await fillAddress(page)
  await look(page, 'boutique-commande-codes')
  await button(page, /^Payer 44,90/).click()
  await title(page, 'Paiement').waitFor()
})

test('a shopper whose code was used up meanwhile sees the total without it and keeps what they typed', async () => {
  await createSellingActions(shop).code('DERNIER', { utilisationsMax: 1 })
  const page = await openBasket()
  await addCode(page, 'DERNIER')
  await page.getByText('Appliqué : −10,00 €').waitFor()
  await button(page, 'Commander').click()
  await fillGuestDetails(page)
  await fillAddress(page)
  await button(page, /^Payer 39,90/).waitFor()
  await orderWith('DERNIER')
  await button(page, /^Payer/).click()
  await page.getByText('DERNIER : Ce code n’est plus disponible').waitFor()
  await page.getByText('39,90 € → 49,90 €').waitFor()
  assert.equal(await page.getByLabel('Numéro et rue').inputValue(), '1 rue de la Paix')
  await look(page, 'boutique-code-epuise')
  await button(page, /^Payer 49,90/).click()
  await title(page, 'Paiement').waitFor()
})
