import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventually } from '../../support/eventually.ts'
import { createShopActions } from '../../support/shopping.ts'
import { inspect } from '../support/looks.ts'
import { createDeliveryMethods, createSellingActions } from '../support/selling.ts'
import { addToBasket, button, link, openStorefront, TELEPHONE, title } from '../support/storefront.ts'

let shop: Awaited<ReturnType<typeof openStorefront>>
before(async () => {
  shop = await openStorefront()
  const { product, stock } = createShopActions(shop)
  const shown = { statutProduit: 'actif', marque: 'Ondis' }
  const portable = await product({
    ...{ ...shown, nom: 'Écran portable Ondis', prixDeVenteCents: 15_900 },
    categories: 'Informatique > Écrans',
  })
  await stock(shop.lille, portable.id, 4)
  await product({
    ...{ ...shown, nom: 'Téléphone Ondis', prixDeVenteCents: 29_900, categories: 'Téléphonie' },
    description: 'Grand écran de 6 pouces',
  })
  await createDeliveryMethods(shop)
  await createSellingActions(shop).promotion({
    ...{ categoriePromotion: 'PRODUIT', typePromotion: 'MONTANT_FIXE', idProduit: [String(shop.screen.id)] },
    ...{ valeurPromotion: 10, uniteValeur: 'EURO', description: '10 € sur les écrans', autoAppliquee: true },
  })
  const { status } = await shop.call('PATCH', `/api/publique/produits/${shop.lamp.id}`, {
    retractable: false,
  })
  assert.equal(status, 200)
  await eventually('the catalogue knows the products, the reduction and the lamp', async () => {
    const { body } = await shop.call<{ data: unknown[] }>('GET', '/api/products?enStock=true')
    if (body.data.length < 5) return false
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

test('departments lead to their products, whose availability and that of the chosen store one request reads', async () => {
  const page = await shop.newPage({ viewport: TELEPHONE })
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  const count = (path: string) => asked.filter(each => each.endsWith(path)).length
  await page.goto(shop.url)
  const chair = link(page, /Chaise Ondis/)
  await chair.getByText('Plus que 1').waitFor()
  await link(page, /Lampe de bureau/)
    .getByText('En stock')
    .waitFor()
  assert.match((await link(page, /Téléphone Ondis/).textContent()) ?? '', /299,00\s€\s$/)
  assert.deepEqual(
    ['/disponibilites', '/promotions-en-cours', '/api/publique/data'].map(count),
    [1, 1, 0],
    'one request for all cards, and not the whole list of promotions',
  )

  await page.getByRole('button', { name: 'Rayons', exact: true }).press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Rayons' })
  await drawer.getByRole('button', { name: /Maison/ }).press('Enter')
  await inspect(page, 'boutique-rayons')
  await page.setViewportSize(TELEPHONE)
  await drawer.getByRole('link', { name: /Sièges/ }).press('Enter')
  await title(page, 'Sièges').waitFor()
  assert.ok(await drawer.isHidden())
  const path = page.getByRole('navigation', { name: 'Fil d’Ariane' })
  assert.equal(await path.locator('[aria-current]').textContent(), 'Sièges')
  await chair.click()
  await page.getByText('Plus que 1 en stock').waitFor()
  await button(page, 'Choisir Comptoir Lille').click()
  await page.getByText('Votre magasin', { exact: true }).waitFor()

  await path.getByRole('link', { name: 'Maison' }).click()
  await title(page, 'Maison').waitFor()
  await chair.getByText('Disponible à Lille').waitFor()
  await chair.getByText('Plus que 1').waitFor()
  await inspect(page, 'boutique-rayon')
  await page.setViewportSize(TELEPHONE)
  await link(page, 'Lampes (1)').click()
  await title(page, 'Lampes').waitFor()
})

test('a search shows the department that it names first, and no product that only mentions the word', async () => {
  const page = await shop.open('/recherche?q=ecran')
  await page.getByText('2 produits').waitFor()
  assert.equal(await link(page, /Téléphone/).count(), 0)
  await link(page, 'Rayon Écrans (2)').click()
  await title(page, 'Écrans').waitFor()
})

test('a product shows its deliveries with prices and days, and available products of its category', async () => {
  const page = await shop.open(`/produits/${shop.screen.id}`)
  const deliveries = page.getByRole('list', { name: 'Livraison' })
  await deliveries.getByText(/^Livraison offerte \(Point relais\), entre le \S+ \d+/).waitFor()
  await deliveries.getByText(/^Express à domicile dès 9,90\s€, le \S+ \d+/).waitFor()
  await deliveries.getByText('Retrait en magasin offert').waitFor()
  const related = page.getByRole('region', { name: 'Dans le même rayon' })
  await related.getByText('Plus que 4').waitFor()
  assert.equal(await related.getByRole('link').count(), 1)
  await inspect(page, 'boutique-produit-complet')
  await page.setViewportSize(TELEPHONE)
  await page.goto(`${shop.url}/produits/${shop.lamp.id}`)
  await deliveries.getByText(/^Livraison dès 3,90\s€ \(Point relais\), entre/).waitFor()
})

test('an English browser gets an English shop, and refusals in English', async () => {
  const page = await shop.newPage({ viewport: TELEPHONE, locale: 'en-GB' })
  await page.goto(`${shop.url}/produits/${shop.screen.id}`)
  await page.getByText(/^Free delivery \(Point relais\), between/).waitFor()
  await inspect(page, 'boutique-produit-anglais')
  await page.setViewportSize(TELEPHONE)
  await page.goto(`${shop.url}/connexion`)
  await page.getByLabel('E-mail').fill('ada@example.org')
  await page.getByLabel('Password').fill('wrong password')
  await button(page, 'Sign in').click()
  await page.getByText('Wrong e-mail address or password.').waitFor()
})
