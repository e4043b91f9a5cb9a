import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from '../support/looks.ts'
import {
  addToBasket,
  button,
  fillGuestDetails,
  openStorefront,
  TELEPHONE,
  title,
} from '../support/storefront.ts'

let shop: Awaited<ReturnType<typeof openStorefront>>
before(async () => {
  shop = await openStorefront()
})
const OFFERS = [
  {
    code: 'magasin',
    nom: 'Retrait en magasin',
    description: null,
    type: 'retrait',
    prixCents: 0,
    delaiJours: { min: 0, max: 0 },
    offertDesCents: null,
    promotionId: null,
  },
  {
    code: 'relais',
    nom: 'Point relais',
    description: 'Près de chez vous, tard le soir et le samedi.',
    type: 'relais',
    prixCents: 390,
    delaiJours: { min: 3, max: 5 },
    offertDesCents: 6000,
    promotionId: null,
  },
  {
    code: 'express',
    nom: 'Express à domicile',
    description: 'Commandé avant midi, livré le lendemain',
    type: 'domicile',
    prixCents: 990,
    delaiJours: { min: 1, max: 1 },
    offertDesCents: null,
    promotionId: null,
  },
]
async function mock(page: Page) {
  await page.route('**/api/publique/data', async route => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: [...body, { ...body[0], id: 99, autoAppliquee: false }] })
  })
  await page.route('**/api/v1/publique/paniers', async route => {
    const response = await route.fetch()
    const sent = route.request().postDataJSON()
    const body = await response.json()
    const offers = sent.adresseLivraison ? OFFERS : OFFERS.slice(0, 2)
    const chosen = offers.find(o => o.code === sent.livraison?.code)
    const codes = (sent.codes ?? []).map((code: string) => ({
      code,
      statut:
        code === 'BIENVENUE10'
          ? 'applique'
          : code === 'VIEUX'
            ? 'expire'
            : code === 'AMIS20'
              ? 'connexion-requise'
              : code === 'FRAISDEPORT'
                ? 'non-retenu'
                : 'inconnu',
      montantCents: code === 'BIENVENUE10' ? 1000 : 0,
    }))
    const off = codes.reduce((s: number, c: { montantCents: number }) => s + c.montantCents, 0)
    await route.fulfill({
      response,
      json: {
        ...body,
        lignes: body.lignes.map((l: object) => ({ ...l, retractable: false })),
        remises: off
          ? [...body.remises, { promotionId: 99, description: '10 € de bienvenue', montantCents: off }]
          : body.remises,
        offresLivraison: offers,
        livraison: chosen ? { code: chosen.code, prixCents: chosen.prixCents, promotionId: null } : null,
        livraisonCents: chosen?.prixCents ?? 0,
        totalCents: body.totalCents - off + (chosen?.prixCents ?? 0),
        ...(sent.codes && { codes }),
      },
    })
  })
  await page.route(/api\/(products|v1\/publique\/catalogue\/\d)/, async route => {
    const response = await route.fetch()
    const body = await response.json()
    const p = (x: { prixDeVenteCents: number }) => ({
      ...x,
      retractable: false,
      prixPromoCents: Math.round(x.prixDeVenteCents * 0.9),
      prixPrecedentCents: x.prixDeVenteCents,
    })
    await route.fulfill({
      response,
      json: body.data
        ? { ...body, data: body.data.map((x: { prixDeVenteCents: number }, i: number) => (i < 2 ? p(x) : x)) }
        : p(body),
    })
  })
}
test('mock', async () => {
  const page = await shop.newPage({ viewport: TELEPHONE, serviceWorkers: 'block' })
  await mock(page)
  await page.goto(shop.url)
  await page.getByText('Lampe de bureau Aster').waitFor()
  await page.getByText('30 derniers').first().waitFor()
  await inspect(page, 'zz-accueil')
  await page.setViewportSize(TELEPHONE)
  await addToBasket(page, shop.url, shop.lamp.id)
  await inspect(page, 'zz-produit')
  await page.setViewportSize(TELEPHONE)
  await page.goto(`${shop.url}/panier`)
  await page.getByLabel('Code promotion').fill('bidon123')
  await button(page, 'Ajouter').click()
  await page.getByText('n’existe pas').waitFor()
  await inspect(page, 'zz-panier-inconnu')
  await page.setViewportSize(TELEPHONE)
  for (const code of ['BIENVENUE10', 'VIEUX', 'AMIS20', 'FRAISDEPORT']) {
    await page.getByLabel('Code promotion').fill(code)
    await button(page, 'Ajouter').click()
  }
  await page.getByText('Appliqué').waitFor()
  await page.getByLabel('Code postal').fill('59000')
  await page.getByRole('radio', { name: /Express/ }).check()
  await page.getByText('a expiré').waitFor()
  await inspect(page, 'zz-panier')
  await page.setViewportSize(TELEPHONE)
  await page.getByRole('radio', { name: /Retrait/ }).check()
  await button(page, 'Commander').click()
  await title(page, 'Commande').waitFor()
  await fillGuestDetails(page)
  await button(page, /^Payer/).click()
  await inspect(page, 'zz-commande-retrait')
  await page.setViewportSize(TELEPHONE)
  await page.getByRole('radio', { name: /relais/ }).check()
  await page.getByText('Plus que').waitFor()
  await button(page, /^Payer/).click()
  await inspect(page, 'zz-commande-relais')
})
