import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventually } from '../../support/eventually.ts'
import { inspect } from '../support/looks.ts'
import { createSellingActions } from '../support/selling.ts'
import { addToBasket, link, openStorefront, TELEPHONE, title } from '../support/storefront.ts'

let shop: Awaited<ReturnType<typeof openStorefront>>
before(async () => {
  shop = await openStorefront()
  await createSellingActions(shop).promotion({
    ...{ categoriePromotion: 'PRODUIT', typePromotion: 'MONTANT_FIXE', idProduit: [String(shop.screen.id)] },
    ...{ valeurPromotion: 10, uniteValeur: 'EURO', description: '10 € sur les écrans', autoAppliquee: true },
  })
  const { status } = await shop.call('PATCH', `/api/publique/produits/${shop.lamp.id}`, {
    retractable: false,
  })
  assert.equal(status, 200)
  await eventually('the catalogue knows the reduction and the lamp', async () => {
    const read = async (id: number) =>
      (await shop.call<Record<string, unknown>>('GET', `/api/v1/publique/catalogue/${id}`)).body
    const [screen, lamp] = await Promise.all([read(shop.screen.id), read(shop.lamp.id)])
    return screen.prixPromoCents === 12_900 && lamp.retractable === false
  })
})

test('a reduced price stands beside the lowest price of the 30 days before, on cards and on the product page', async () => {
  const page = await shop.open()
  const card = link(page, /Écran Miradou/)
  await card.getByText('Prix le plus bas des 30 derniers jours : 139,00 €').waitFor()
  await card.getByText('129,00 €', { exact: true }).waitFor()
  assert.equal(
    await link(page, /Lampe de bureau/)
      .getByText('30 derniers jours')
      .count(),
    0,
  )
  await inspect(page, 'boutique-accueil-promotion')
  await page.setViewportSize(TELEPHONE)
  await card.click()
  await title(page, 'Écran Miradou 24 pouces').waitFor()
  await page.getByText('Prix le plus bas des 30 derniers jours : 139,00 €').waitFor()
  await inspect(page, 'boutique-produit-promotion')
})

test('an article that cannot be withdrawn says so on its page and in the basket', async () => {
  const page = await shop.open()
  await addToBasket(page, shop.url, shop.lamp.id)
  await page.getByText('Cet article est vendu sans droit de rétractation.').waitFor()
  await inspect(page, 'boutique-produit-sans-retractation')
  await page.setViewportSize(TELEPHONE)
  await addToBasket(page, shop.url, shop.screen.id)
  await link(page, 'Voir le panier').click()
  await page.getByText('Sans droit de rétractation').waitFor()
  assert.equal(await page.getByText('Sans droit de rétractation').count(), 1)
})
