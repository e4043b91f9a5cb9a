import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { orderPaymentPath } from '../../../src/payments/contract.ts'
import { createSignedLinks } from '../../../src/platform/http/signed-links.ts'
import { REFUSED } from '../../support/payments.ts'
import { createShopActions } from '../../support/shopping.ts'
import { type Checkout, fillCard, heading, pay, payButton } from './checkout.ts'

/** Returns a random id in the format of the platform's own order ids. */
const newOrder = () => `CMD-${randomBytes(15).toString('base64url').replaceAll(/[-_]/g, 'X').toUpperCase()}`

type State = (checkout: Checkout, page: Page) => Promise<unknown>

const CUSTOMER = 4711

/** Pays with a card and saves it, so that the customer's next link offers it. */
async function saveCard(checkout: Checkout, page: Page, number?: string) {
  await page.goto(await checkout.link({ clientFideliseId: CUSTOMER, orderId: newOrder() }))
  const other = page.getByLabel('Une autre carte')
  if (await other.isVisible()) await other.check()
  await page.getByLabel('Garder cette carte').check()
  await pay(page, number)
  await heading(page, 'Paiement en cours').waitFor()
  await checkout.settle()
  // Waits for the outcome, because the page's own redirect to it would replace a later navigation.
  await heading(page, 'Paiement accepté').waitFor()
}

async function begin(checkout: Checkout, page: Page, number?: string, orderId = newOrder()) {
  await page.goto(await checkout.link({ orderId, amount: 1249.9 }))
  await pay(page, number)
  await heading(page, 'Paiement en cours').waitFor()
}

/** Every state of the payment page, with the steps that lead to it. */
export const states: Record<string, State> = {
  formulaire: async (checkout, page) =>
    page.goto(await checkout.link({ amount: 1249.9, orderId: newOrder() })),

  articles: async (checkout, page) => {
    const { product, placed } = createShopActions(checkout)
    const articles = []
    for (let i = 1; i <= 7; i++) {
      const nom = `Ordinateur portable Valmora ${10 + i} Feuille${i % 2 ? ', clavier rétroéclairé' : ''}`
      const { id, prixDeVenteCents } = await product({ nom, prixDeVenteCents: i * 12_345 })
      articles.push({ id, quantite: i, prixUnitaireCents: prixDeVenteCents })
    }
    const { ordreId, montantTotalCents } = await placed(articles)
    await page.goto(await checkout.link({ orderId: ordreId, amount: montantTotalCents / 100 }))
    await page.getByText('et 3 autres articles').click()
  },

  'en-anglais': async (checkout, page) => {
    await page.goto(await checkout.link({ orderId: newOrder(), langue: 'en' }))
    await page.getByRole('button', { name: /^Pay €/ }).click()
    await heading(page, 'Please check your entries').waitFor()
  },

  'carte-saisie': async (checkout, page) => {
    await page.goto(await checkout.link({ orderId: newOrder() }))
    await fillCard(page)
  },

  'saisie-fautive': async (checkout, page) => {
    await page.goto(await checkout.link({ orderId: newOrder() }))
    await fillCard(page, '4242424242424241', { cvc: '7', date: '01/20' })
    await payButton(page).click()
    await heading(page, 'Vérifiez votre saisie').waitFor()
  },

  'saisie-refusee-par-le-serveur': async (checkout, page) => {
    await page.goto(await checkout.link({ orderId: newOrder() }))
    await page.getByLabel('Titulaire').fill('')
    await page.locator('form.card').evaluate(form => (form as unknown as { submit(): void }).submit())
    await heading(page, 'Vérifiez votre saisie').waitFor()
  },

  'cartes-gardees': async (checkout, page) => {
    await saveCard(checkout, page)
    await saveCard(checkout, page, '378282246310005')
    await page.goto(await checkout.link({ clientFideliseId: CUSTOMER, orderId: newOrder() }))
    await page.getByText('Payer avec').waitFor()
  },

  'autre-carte': async (checkout, page) => {
    await saveCard(checkout, page)
    await page.goto(await checkout.link({ clientFideliseId: CUSTOMER, orderId: newOrder() }))
    await page.getByLabel('Une autre carte').check()
  },

  'retirer-une-carte': async (checkout, page) => {
    await saveCard(checkout, page)
    await page.goto(await checkout.link({ clientFideliseId: CUSTOMER, orderId: newOrder() }))
    await page.getByRole('link', { name: 'Retirer' }).first().click()
    await heading(page, 'Retirer cette carte ?').waitFor()
  },

  'en-cours': begin,

  annuler: async (checkout, page) => {
    await begin(checkout, page)
    await page.getByRole('link', { name: 'Annuler le paiement' }).click()
    await heading(page, 'Annuler ce paiement ?').waitFor()
  },

  annule: async (checkout, page) => {
    await begin(checkout, page)
    await page.getByRole('link', { name: 'Annuler le paiement' }).click()
    await page.getByRole('button', { name: 'Oui, annuler' }).click()
    await heading(page, 'Paiement annulé').waitFor()
  },

  'annule-trop-tard': async (checkout, page) => {
    await begin(checkout, page)
    await page.getByRole('link', { name: 'Annuler le paiement' }).click()
    await heading(page, 'Annuler ce paiement ?').waitFor()
    await checkout.settle()
    await page.getByRole('button', { name: 'Oui, annuler' }).click()
    await heading(page, 'Paiement accepté').waitFor()
  },

  refuse: async (checkout, page) => {
    await begin(checkout, page, REFUSED)
    await checkout.settle()
    await heading(page, 'Paiement refusé').waitFor()
  },

  accepte: async (checkout, page) => {
    await begin(checkout, page)
    await checkout.settle()
    await heading(page, 'Paiement accepté').waitFor()
  },

  'deja-payee': async (checkout, page) => {
    const orderId = newOrder()
    const other = await checkout.link({ orderId, amount: 1249.9 })
    await begin(checkout, page, undefined, orderId)
    await checkout.settle()
    await heading(page, 'Paiement accepté').waitFor()
    await page.goto(other)
    await heading(page, 'Commande déjà payée').waitFor()
  },

  rembourse: async (checkout, page) => {
    const orderId = newOrder()
    await begin(checkout, page, undefined, orderId)
    await checkout.settle()
    await heading(page, 'Paiement accepté').waitFor()
    await checkout.refund(orderId)
    await page.reload()
    await heading(page, 'Paiement remboursé').waitFor()
  },

  expire: async (checkout, page) => {
    const orderId = newOrder()
    const link = await checkout.link({ orderId })
    await checkout.expire(orderId)
    await page.goto(link)
  },

  inconnu: async (checkout, page) =>
    page.goto((await checkout.link({ orderId: newOrder() })).replace(/[^/]+$/, 'inconnu')),

  perimee: async (checkout, page) => {
    await page.goto(await checkout.link({ orderId: newOrder() }))
    await page
      .locator('[name=csrf]')
      .evaluate(input => ((input as unknown as { value: string }).value = 'autre'))
    await pay(page)
    await heading(page, 'Page périmée').waitFor()
  },

  'commande-impayee': async (checkout, page) => {
    const { ordreId } = await createShopActions(checkout).placed([
      { id: 'lampe', quantite: 1, prixUnitaireCents: 1000 },
    ])
    const { clock, config } = checkout.platform
    const links = createSignedLinks(config.tokenSecret, clock)
    const path = links.sign(orderPaymentPath(ordreId), clock.after(60_000))
    await page.goto(new URL(path, await checkout.link({ orderId: newOrder() })).href)
  },

  'retour-sans-boutique': async (checkout, page) =>
    page.goto(new URL('../paiement/retour', await checkout.link({ orderId: newOrder() })).href),
}
