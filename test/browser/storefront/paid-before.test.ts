import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../support/eventually.ts'
import { fillCard } from '../support/checkout.ts'
import { inspect } from '../support/looks.ts'
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

type Shown = { statut: string; paiement: { statut: string } }
type Orders = { data: { ordreId: string }[]; total: number }

let shop: Awaited<ReturnType<typeof openStorefront>>
before(async () => {
  shop = await openStorefront()
})

const orders = async () => (await shop.call<Orders>('GET', '/api/v1/privee/commandes')).body
const read = async (ordreId: string) => (await shop.call<Shown>('GET', `/api/commandes/${ordreId}`)).body

/** Orders a lamp and pays for it in another tab, which the storefront does not notice; returns the order's id. */
async function payElsewhere(page: Page) {
  await addToBasket(page, shop.url, shop.lamp.id)
  await page.goto(`${shop.url}/commande`)
  await fillGuestDetails(page)
  await fillAddress(page)
  await button(page, /^Payer/).click()
  await title(page, 'Paiement').waitFor()
  const ordreId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const address = await link(page, 'Ouvrir la page de paiement en grand').getAttribute('href')
  await page.goto(`${shop.url}/panier`)
  const other = await shop.newPage()
  await other.goto(address ?? '')
  await fillCard(other)
  await button(other, /^Payer/).click()
  await eventually('the order is paid', async () => (await read(ordreId)).paiement.statut === 'paye')
  await other.close()
  return ordreId
}

test('a changed basket shows the order paid in another tab instead of canceling it, and what was added since can be ordered then', async () => {
  const page = await shop.open()
  const paid = await payElsewhere(page)
  await addToBasket(page, shop.url, shop.screen.id)
  await page.goto(`${shop.url}/commande`)
  await button(page, /^Payer/).click()

  await page.getByText('Cette commande est déjà payée').waitFor()
  assert.ok(page.url().includes(paid))
  await inspect(page, 'boutique-deja-payee')
  await page.setViewportSize(TELEPHONE)
  assert.equal((await read(paid)).statut, 'EN_ATTENTE')
  assert.equal((await orders()).total, 1, 'nothing else was ordered')
  await link(page, /Panier ?, 1 article$/).waitFor()

  await page.goto(`${shop.url}/commande`)
  await page.getByText('1 × Écran Miradou').waitFor()
  assert.equal(await page.getByText('1 × Lampe').count(), 0)
  await button(page, /^Payer/).click()
  await title(page, 'Paiement').waitFor()
  assert.equal((await orders()).total, 2)
  assert.equal((await read(paid)).statut, 'EN_ATTENTE')
})

test('the order of a changed basket replaces the unpaid one, whose page explains it', async () => {
  const page = await shop.open()
  await addToBasket(page, shop.url, shop.lamp.id)
  await page.goto(`${shop.url}/commande`)
  await fillGuestDetails(page)
  await fillAddress(page)
  await button(page, /^Payer/).click()
  await title(page, 'Paiement').waitFor()
  const first = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await addToBasket(page, shop.url, shop.screen.id)
  await page.goto(`${shop.url}/commande`)
  await button(page, /^Payer/).click()
  await title(page, 'Paiement').waitFor()
  assert.equal((await read(first)).statut, 'ANNULEE')
  await page.goto(`${shop.url}/commandes/${first}`)
  await page.getByText('Cette commande a été annulée : elle n’était pas payée.').waitFor()
})
