import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../support/eventually.ts'
import { createInvoiceActions, LEGAL } from '../../support/invoices.ts'
import type { PlacedOrder } from '../../support/shopping.ts'
import { findRoute, listStorefrontRoutes } from '../support/routes.ts'
import { addToBasket, button, openStorefront, TELEPHONE } from '../support/storefront.ts'

const ACCOUNT = { email: 'ada@example.org', motDePasse: 'analytique', prenom: 'Ada', nom: 'Lovelace' }

let shop: Awaited<ReturnType<typeof openStorefront>>
let paid: string
let unpaid: string
before(async () => {
  shop = await openStorefront(LEGAL)
  const { body } = await shop.call<{ accessToken: string; clientId: string }>(
    'POST',
    '/api/auth/register',
    ACCOUNT,
  )
  const headers = { authorization: `Bearer ${body.accessToken}` }
  const articles = [{ id: shop.lamp.id, quantite: 1, prixUnitaireCents: 4_990 }]
  const invoices = createInvoiceActions(() => shop)
  const own = { clientId: body.clientId }
  paid = (await invoices.paid(articles, own, headers)).ordreId
  await invoices.issued(paid)
  const order = { ...own, articles, montantTotalCents: 4_990, adresseLivraison: {}, clientInfo: {} }
  const placed = await shop.call<PlacedOrder>('POST', '/api/commandes', order, headers)
  assert.equal(placed.status, 201)
  unpaid = placed.body.ordreId
})

/** Pages that redirect a signed-in customer. */
const OF_STRANGERS = ['/connexion', '/inscription', '/mot-de-passe-oublie']

/** The routes to which pages redirect: the return page leads to that of the order. */
const LEADS_TO: Record<string, string> = { '/retour': '/commandes/:ordreId' }

const addressOf = (route: string) =>
  ({
    '/recherche': '/recherche?q=lampe',
    '/produits/:id': `/produits/${shop.lamp.id}`,
    '/paiement/:ordreId': `/paiement/${unpaid}`,
    '/retour': `/retour?orderId=${unpaid}&status=refuse`,
    '/commandes/:ordreId': `/commandes/${paid}`,
    '/compte/factures/:ordreId': `/compte/factures/${paid}`,
    '/informations/:page': '/informations/mentions-legales',
  })[route] ?? route

async function openPage(page: Page, address: string) {
  await page.goto(`${shop.url}${address}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await eventually(`${address} has all of its data`, () =>
    page.evaluate("!document.querySelector('.waiting, [aria-busy=true]')"),
  )
  return page.getByRole('heading', { level: 1 }).textContent()
}

test('no page of the storefront logs an error in the browser', async () => {
  const page = await shop.newPage({ viewport: TELEPHONE, expected: /(?!)/ })
  const routes = listStorefrontRoutes()
  const lost: string[] = []
  async function openAll(chosen: readonly string[]) {
    for (const route of chosen) {
      const title = await openPage(page, addressOf(route))
      const shown = findRoute(routes, new URL(page.url()).pathname.replace('/boutique', '') || '/')
      if (title === 'Page introuvable' || shown !== (LEADS_TO[route] ?? route))
        lost.push(`${route}: ${page.url()}, ${title}`)
    }
  }

  await openAll(OF_STRANGERS)
  await openPage(page, '/connexion?vers=/compte')
  await page.getByLabel('Adresse e-mail').fill(ACCOUNT.email)
  await page.getByLabel('Mot de passe').fill(ACCOUNT.motDePasse)
  await button(page, 'Se connecter').click()
  await page.getByText('Bonjour Ada Lovelace.').waitFor()
  await addToBasket(page, shop.url, shop.screen.id)
  await openAll(routes.filter(route => !OF_STRANGERS.includes(route)))
  assert.deepEqual(lost, [])

  assert.equal(await openPage(page, '/nulle-part'), 'Page introuvable')
})
