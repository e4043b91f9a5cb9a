import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { countSales } from '../../../src/orders/figures/count-figures.ts'
import { lockFigures } from '../../../src/orders/figures/store/counting.ts'
import { createAfterSaleActions } from '../../support/after-sale.ts'
import { SEPARATE_CALLERS } from '../../support/callers.ts'
import { eventually } from '../../support/eventually.ts'
import { KEYS } from '../../support/guarded.ts'
import { CARDS, createShopActions } from '../../support/shopping.ts'
import { inspectConsole, openConsole } from '../support/console.ts'

let desk: Awaited<ReturnType<typeof openConsole>>
let stores: { north: number; south: number }
let lampId: number

/**
 * Creates two stores with orders of today and of a week ago, a refused payment, a refund, a promotion, a threshold and
 * a repair. The figures count all orders for today until they are recounted.
 */
before(async () => {
  desk = await openConsole({
    ...SEPARATE_CALLERS,
    ...{ COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '0' },
  })
  const { shop } = desk
  const key = KEYS.admin['x-api-key']
  const { product, stock, placed, pay } = createShopActions(shop, key)
  const after = createAfterSaleActions(shop, KEYS.admin)
  const staff = (method: 'POST' | 'PATCH', url: string, body: object) =>
    shop.call<{ id: number }>(method, url, body, KEYS.admin)
  const opened = async (nom: string) =>
    (await staff('POST', '/api/publique/magasins', { nom, adresse: 'Lille' })).body.id
  stores = { north: await opened('Lille'), south: await opened('Nantes') }
  const lamp = await product({ nom: 'Lampe', prixDeVenteCents: 2_000, categories: 'Maison > Éclairage' })
  const chair = await product({ nom: 'Chaise', prixDeVenteCents: 500_000 })
  lampId = lamp.id
  await stock(stores.north, lamp.id, 20)
  await stock(stores.south, chair.id, 20)
  await staff('PATCH', `/api/v1/privee/stocks/${stores.north}/${lamp.id}`, { seuil: 50 })
  await staff('POST', '/api/publique/data', {
    ...{ categoriePromotion: 'PRODUIT', typePromotion: 'POURCENTAGE', valeurPromotion: 10 },
    ...{ uniteValeur: 'PERCENT', dateDebut: '2020-01-01T00:00:00Z', dateFin: '2999-01-01T00:00:00Z' },
    ...{ idProduit: [lamp.ean], description: 'Lampes à moins 10 %' },
  })
  await staff('POST', '/api/publique/fiche_reparation', {
    ...{ idClient: 'CLI_0A1B2C3D', idProduit: '1', ticketId: 'SAV-1', motif: 'Panne', origine: 'SAV' },
    adresseClient: 'Lille',
  })

  const line = ({ id, prixDeVenteCents }: typeof lamp, quantite: number) => ({
    ...{ id, quantite, prixUnitaireCents: prixDeVenteCents },
  })
  const lamps = await after.paidOrder([line(lamp, 3)], { montantTotalCents: 5_400 })
  await after.paidOrder([line(chair, 1)])
  const lastWeek = await after.paidOrder([line(chair, 2)])
  const unpaid = await placed([line(lamp, 1)], { montantTotalCents: 1_800 })
  await pay(unpaid.ordreId, 18, CARDS.refused)
  await after.refund(lamps.transactionId, 4)
  await after.untilDrained()
  await countSales(shop.platform)
  // The page compares only the hours of today so far, so the order is dated at the first instant of its day.
  await shop.platform.db.pg.query(
    `update orders.commande set "confirmeeLe" = date_trunc('day', "confirmeeLe", 'Europe/Paris') - interval '7 days'
     where "ordreId" = $1`,
    [lastWeek.ordreId],
  )
})

const tile = (page: Page, label: string) => page.getByRole('link', { name: new RegExp(`^${label} : `) })
const addressOf = async (page: Page, label: string) => {
  const href = (await tile(page, label).getAttribute('href')) ?? ''
  const { pathname, searchParams } = new URL(href, desk.url)
  searchParams.delete('from')
  searchParams.delete('to')
  return `${pathname}?${searchParams}`
}
/** The trimmed text of an element, with a plain space for each space of any kind. */
const textOf = async (of: Locator) => ((await of.textContent()) ?? '').replaceAll(/\s/g, ' ').trim()
const untilShown = async (page: Page, text: string) =>
  eventually(`the page shows ${text}`, async () => (await textOf(page.locator('#content'))).includes(text))

const REBUILDS = '/api/v1/privee/chiffres-ventes/reconstructions'

/**
 * Delays the recount of the figures until the page's other requests are done, and completes it before the page reads
 * its progress.
 */
async function holdRecount(page: Page) {
  const { call, platform } = desk.shop
  const [locked, releasing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const locking = platform.db.transaction(async tx => {
    await lockFigures(tx)
    locked.resolve()
    await releasing.promise
  })
  await locked.promise
  const isGoingOn = async () =>
    (await call<{ finieLe: string | null }[]>('GET', `/orders${REBUILDS}`, undefined, KEYS.admin)).body.some(
      ({ finieLe }) => finieLe === null,
    )
  const running = new Set<unknown>()
  page.on('request', request => running.add(request))
  page.on('requestfinished', request => running.delete(request))
  page.on('requestfailed', request => running.delete(request))
  await page.route(`**${REBUILDS}`, async route => {
    if (route.request().method() === 'GET') {
      await eventually('the concurrent requests are answered', () => running.size === 1)
      releasing.resolve()
      await locking
      await eventually('the rebuild has ended', async () => !(await isGoingOn()))
    }
    await route.continue()
  })
}

describe('an owner', () => {
  test('sees sales and pending work, from the sign-in to the list behind a figure', async () => {
    const page = await desk.signedIn(['admin'])
    await page.getByRole('heading', { name: 'Aujourd’hui', level: 1 }).waitFor()
    // Three orders of €54, €5,000 and €10,000, of which €4 are refunded.
    await untilShown(page, '15 050,00 €')
    await untilShown(page, '5 018,00 €')
    await untilShown(page, '0,00 € le')
    assert.equal(await textOf(tile(page, 'Commandes payées')), '3')

    await page.getByRole('button', { name: 'Recalculer les chiffres' }).click()
    await holdRecount(page)
    const question = page.getByRole('dialog', { name: 'Recalculer tous les chiffres de ventes ?' })
    await question.getByRole('button', { name: 'Recalculer les chiffres' }).click()
    await question.waitFor({ state: 'detached' })
    // The recount has moved one order to last week.
    await untilShown(page, '10 000,00 € le')
    await eventually(
      'the tile shows two orders',
      async () => (await textOf(tile(page, 'Commandes payées'))) === '2',
    )

    await page.getByText('Commandes payées', { exact: true }).last().click()
    await page.getByText('Les mêmes chiffres en tableau').click()
    const midnight = page.getByRole('row').filter({ hasText: /^0 h/ })
    assert.match(await textOf(midnight), /1$/)

    assert.equal(await addressOf(page, 'Commandes payées'), '/console/commandes?')
    assert.equal(await addressOf(page, 'Remboursé'), '/console/paiements?nature=remboursement')
    assert.equal(await addressOf(page, 'Refusés'), '/console/paiements?statut=refuse&nature=paiement')
    assert.equal(await textOf(tile(page, 'Refusés')), '1')
    assert.equal(await addressOf(page, 'Bons à préparer'), '/console/bons?statut=a_preparer')
    assert.equal(await addressOf(page, 'Articles sous leur seuil'), '/console/stocks?seuil=1')
    assert.equal(await textOf(tile(page, 'Articles sous leur seuil')), '1')
    assert.equal(await addressOf(page, 'Moins de 3 jours'), '/console/reparations?')
    assert.equal(
      await page.getByRole('link', { name: 'Lampe', exact: true }).getAttribute('href'),
      `/console/produits/${lampId}`,
    )
    await page.getByRole('row', { name: /Lampes à moins 10 % 1 6,00 € 54,00 €/ }).waitFor()
    await inspectConsole(page, 'aujourdhui')
  })

  test('selects one store and another day, which the address contains', async () => {
    const page = await desk.signedIn(['admin'])
    await page.getByRole('combobox', { name: 'Magasin' }).selectOption('Lille')
    await untilShown(page, '50,00 €')
    assert.equal(new URL(page.url()).searchParams.get('magasin'), String(stores.north))
    assert.equal(
      await addressOf(page, 'Bons à préparer'),
      `/console/bons?statut=a_preparer&storeId=${stores.north}`,
    )
    await page.getByRole('button', { name: 'La veille' }).click()
    await untilShown(page, 'Rien de vendu ce jour-là')
    await page.reload()
    await untilShown(page, 'Rien de vendu ce jour-là')
    await inspectConsole(page, 'aujourdhui-rien')
    await page.getByRole('button', { name: 'Revenir à aujourd’hui' }).click()
    await untilShown(page, '50,00 €')
  })

  test('sees the week of each store, selects one by its name, and saves the days', async () => {
    const page = await desk.signedIn(['admin'])
    await page.getByRole('combobox', { name: 'Période' }).selectOption('7 derniers jours')
    await page.getByRole('row', { name: /^Nantes 5 000,00 € -50 % 1 5 000,00 €/ }).waitFor()
    await page.getByRole('row', { name: /^Lille 50,00 € – 1 54,00 €/ }).waitFor()
    await inspectConsole(page, 'aujourdhui-periode')
    await page.getByRole('button', { name: 'Lille', exact: true }).click()
    await untilShown(page, '0,00 € du')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exporter les jours' }).click(),
    ])
    const lines = (await text(await file.createReadStream())).trim().split('\r\n')
    assert.match(lines[7] ?? '', /^[\d/]{10};;1;50,00;4,00;[\d/]{10};0;0,00$/)
    await page.getByRole('row', { name: /^Maison > Éclairage 50,00 € 0,00 € – 1 0 3 0/ }).waitFor()
    await page.getByText('Moyen de paiement', { exact: true }).click()
    await page.getByRole('row', { name: /^Carte Visa 50,00 €/ }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('par'), 'paiement')
    const [breakdown] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exporter la répartition' }).click(),
    ])
    const groups = (await text(await breakdown.createReadStream())).trim().split('\r\n')
    assert.equal(groups[1], 'Carte Visa;50,00;0,00;1;0;3;0')
  })

  test('reads the figures in English', async () => {
    const page = await desk.signedIn(['admin'])
    await page.getByRole('button', { name: /^Membre/ }).click()
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Best sellers' }).waitFor()
    await untilShown(page, '€5,050.00')
  })

  test('a warehouse user sees pending work, but no revenue', async () => {
    const page = await desk.signedIn(['warehouse'])
    await page.getByRole('heading', { name: 'À faire' }).waitFor()
    assert.equal(await page.getByText('Chiffre d’affaires').count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Recalculer les chiffres' }).count(), 0)
    await inspectConsole(page, 'aujourdhui-depot')
  })

  test('retains the figures while the server is unavailable, and updates them when it is back', async () => {
    const page = await desk.signedIn(['support'])
    await untilShown(page, '5 050,00 €')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'La veille' }).click()
    await page.getByText('Le serveur ne répond pas').first().waitFor()
    await untilShown(page, '5 050,00 €')
    await page.context().setOffline(false)
    await untilShown(page, 'Rien de vendu ce jour-là')
  })
})
