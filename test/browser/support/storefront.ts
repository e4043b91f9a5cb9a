import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { afterwards } from '../../support/afterwards.ts'
import { eventually } from '../../support/eventually.ts'
import { openPlatform } from '../../support/platform.ts'
import { createShopActions } from '../../support/shopping.ts'
import { openBrowser } from './browser.ts'
import { SIZES } from './looks.ts'

export const TELEPHONE = SIZES.telephone

/** Creates two stores with screens, lamps and a last chair, and a promotion on baskets of €100 or more. */
async function stockShelves(shop: Awaited<ReturnType<typeof openPlatform>>) {
  const { product, stock } = createShopActions(shop)
  const store = async (nom: string, adresse: string) => {
    const body = { nom, adresse, servicesDisponibles: ['click_collect'], horaires: 'lundi-samedi 10h-19h' }
    const answer = await shop.call<{ id: number }>('POST', '/api/publique/magasins', body)
    assert.equal(answer.status, 201)
    return answer.body.id
  }
  const lille = await store('Comptoir Lille', '14 rue des Tisserands, 59000 Lille')
  const nantes = await store('Comptoir Nantes', '3 place du Lavoir, 44000 Nantes')
  const texts = {
    description: 'Net et mat, sur un pied réglable en hauteur.',
    dimensions: '540 x 320 mm',
    dureeGarantie: 730,
    statutProduit: 'actif',
  }
  const screen = await product({
    ...texts,
    ...{ nom: 'Écran Miradou 24 pouces', prixDeVenteCents: 13_900, marque: 'Miradou' },
    categories: 'Informatique > Écrans',
  })
  const lamp = await product({
    ...texts,
    ...{ nom: 'Lampe de bureau Aster', prixDeVenteCents: 4_990, marque: 'Aster' },
    categories: 'Maison > Lampes',
  })
  const chair = await product({
    ...texts,
    ...{ nom: 'Chaise Ondis', prixDeVenteCents: 8_900, marque: 'Ondis' },
    categories: 'Maison > Sièges',
  })
  await stock(lille, screen.id, 8)
  await stock(nantes, screen.id, 3)
  await stock(lille, lamp.id, 40)
  await stock(lille, chair.id, 1)
  await shop.call('POST', '/api/publique/data', {
    ...{ categoriePromotion: 'PANIER', typePromotion: 'SEUIL_PANIER', seuilMontant: 10_000 },
    ...{ valeurPromotion: 10, uniteValeur: 'EURO', description: '10 € offerts dès 100 € d’achats' },
    ...{ dateDebut: '2020-01-01', dateFin: '2090-01-01', autoAppliquee: true },
    ...{ applicationCreatrice: 'PROMOTION', applicationsConcernees: ['E-COMMERCE'] },
  })
  await eventually('the catalogue contains all three products', async () => {
    const { body } = await shop.call<{ data: unknown[] }>('GET', '/api/products')
    return body.data.length === 3
  })
  return { lille, nantes, screen, lamp, chair }
}

/** Opens a listening platform with goods in its storefront, where payments take 300 ms. */
export async function openStorefront(settings: Record<string, string> = {}) {
  const shop = await openPlatform({ settings: { COMPTOIR_PAYMENT_DELAY_MS: '300', ...settings } })
  await shop.server.listen({ host: '127.0.0.1', port: 0 })
  afterwards(() => shop.close())
  const origin = shop.server.listeningOrigin
  const goods = await stockShelves(shop)
  const browser = await openBrowser()

  /** Opens a page of the storefront, or of another shop at `at`, in a telephone-sized window. */
  async function open(path = '', at = `${origin}/boutique`) {
    const page = await browser.newPage({ viewport: TELEPHONE })
    await page.goto(at + path)
    return page
  }
  return { ...shop, ...goods, origin, url: `${origin}/boutique`, open, newPage: browser.newPage }
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })
export const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** Puts a product into the basket from its own page. */
export async function addToBasket(page: Page, url: string, id: number) {
  await page.goto(`${url}/produits/${id}`)
  await button(page, 'Ajouter au panier').click()
  await page.getByText(/^\d+ dans votre panier/).waitFor()
}

/** Fills in the details of a guest. */
export async function fillGuestDetails(page: Page) {
  await page.getByLabel('Adresse e-mail').fill('ada@example.org')
  await page.getByLabel('Prénom').fill('Ada')
  await page.getByLabel('Nom', { exact: true }).fill('Lovelace')
}

export async function fillAddress(page: Page) {
  await page.getByLabel('Numéro et rue').fill('1 rue de la Paix')
  await page.getByLabel('Code postal').fill('75002')
  await page.getByLabel('Ville').fill('Paris')
}
