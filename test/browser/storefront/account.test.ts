import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../support/eventually.ts'
import { GUARDED, KEYS } from '../../support/guarded.ts'
import { LEGAL } from '../../support/invoices.ts'
import { openMailbox } from '../../support/mailbox.ts'
import { ACCEPTED, cardPayment } from '../../support/payments.ts'
import { openPlatform, type TestPlatform } from '../../support/platform.ts'
import { createShopActions, type PlacedOrder, type Problem } from '../../support/shopping.ts'
import { openBrowser } from '../support/browser.ts'
import { heading } from '../support/checkout.ts'
import { inspect, SIZES } from '../support/looks.ts'

let shop: TestPlatform
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let browser: Awaited<ReturnType<typeof openBrowser>>
before(async () => {
  mailbox = await openMailbox()
  shop = await openPlatform({
    settings: {
      ...GUARDED,
      ...LEGAL,
      COMPTOIR_SMTP_URL: mailbox.url,
      COMPTOIR_PAYMENT_DELAY_MS: '0',
      PORT: '0',
    },
  })
  await shop.server.listen({ host: '127.0.0.1', port: 0 })
  browser = await openBrowser()
})

const at = (path: string) => `${shop.server.listeningOrigin}/boutique${path}`
const opened = async (path: string) => {
  const page = await browser.newPage({ viewport: SIZES.telephone })
  await page.goto(at(path))
  return page
}
const submit = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

let people = 0
/** Submits the registration form with a new e-mail address, which it returns. */
async function registered(page: Page) {
  const email = `boutique${++people}@example.org`
  await page.getByLabel('Prénom').fill('Ada')
  await page.getByLabel('Nom', { exact: true }).fill('Lovelace')
  await page.getByLabel('Adresse e-mail').fill(email)
  await page.getByLabel('Mot de passe').fill('secret')
  await submit(page, 'Créer mon compte')
  return email
}

async function customer() {
  const page = await opened('/inscription?vers=/compte')
  const email = await registered(page)
  await page.getByText('Bonjour Ada Lovelace.').waitFor()
  return { page, email }
}

async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel('Adresse e-mail').fill(email)
  await page.getByLabel('Mot de passe').fill(password)
  await submit(page, 'Se connecter')
}

const linkIn = async (email: string, subject: RegExp) =>
  /href="([^"]+)"/.exec((await mailbox.mail(email, subject)).html)?.[1] ?? ''

const MASTERCARD = '5105105105105100'

/** Pays with each card, which the payment saves for the page's customer. */
async function saveCards(page: Page, numbers: readonly string[]) {
  const { userId } = JSON.parse(await page.evaluate<string>(`localStorage.getItem('comptoir.session')`))
  for (const cardNumber of numbers) {
    const body = { ...cardPayment({ clientId: userId, cardNumber }), savePaymentMethod: true }
    assert.equal((await shop.call('POST', '/api/private/create_paiement', body, KEYS.admin)).status, 201)
  }
  await eventually('the cards are saved', async () => {
    const { rowCount } = await shop.platform.db.pg.query(
      'select from payments.carte where "enAttenteDe" is null',
    )
    return rowCount === numbers.length
  })
}

/** Places and pays an order of the page's customer through the API; returns its id once it has an invoice. */
async function paidOrder(page: Page, name: string, clientInfo = {}) {
  const key = KEYS.admin['x-api-key']
  const { product, order, pay } = createShopActions(shop, key)
  const { token, clientId } = JSON.parse(
    await page.evaluate<string>(`localStorage.getItem('comptoir.session')`),
  )
  const { id, prixDeVenteCents } = await product({ nom: name })
  const articles = [{ id, quantite: 2, prixUnitaireCents: prixDeVenteCents, nom: name }]
  const { body } = await shop.call<PlacedOrder & Problem>(
    'POST',
    '/api/commandes',
    order(articles, { clientId, clientInfo }),
    {
      authorization: `Bearer ${token}`,
    },
  )
  const { ordreId, montantTotalCents } = body
  const { response } = await pay(ordreId, montantTotalCents / 100)
  const confirmation = {
    transactionId: String(response.transactionId),
    authorizationId: response.authorizationId,
    amount: (montantTotalCents / 100).toFixed(2),
  }
  await eventually('the order is confirmed', async () => {
    const url = `/api/commandes/${ordreId}/confirmer-paiement`
    return (await shop.call('POST', url, confirmation, KEYS.admin)).status === 200
  })
  await eventually('the order has its invoice', async () => {
    const url = `/api/v1/publique/commandes/${ordreId}/facture`
    return (
      (await shop.call('GET', url, undefined, { ...KEYS.admin, accept: 'application/json' })).status === 200
    )
  })
  return ordreId
}

describe('a customer of the storefront', () => {
  test('opens an account, and proves its address with the link in a mail', async () => {
    const page = await opened('/inscription?vers=/compte')
    await submit(page, 'Créer mon compte')
    assert.equal(await page.getByText('À remplir').count(), 2)
    await page.getByText('Indiquez une adresse complète').waitFor()
    await inspect(page, 'boutique-inscription-fautive')

    const email = await registered(page)
    await page.getByText('Confirmez votre adresse').waitFor()
    await inspect(page, 'boutique-compte-neuf')
    await submit(page, 'Envoyer un nouveau lien')
    await page.getByText('Un nouveau lien est parti.').waitFor()

    await page.goto(await linkIn(email, /^Confirmez/))
    await page.getByLabel('Mot de passe').fill('secret')
    await submit(page, 'Confirmer mon adresse')
    await heading(page, 'Votre adresse est confirmée').waitFor()
    await page.goto(at('/compte'))
    await page.getByText('Bonjour Ada Lovelace.').waitFor()
    assert.equal(await page.getByText('Confirmez votre adresse').count(), 0)

    await submit(page, 'Ajouter une adresse')
    await submit(page, 'Enregistrer l’adresse')
    assert.equal(await page.getByText('À remplir').count(), 3)
    await page.getByLabel('Numéro et rue').fill('14 rue des Tisserands')
    await page.getByLabel('Code postal').fill('9000')
    await page.getByLabel('Ville').fill('Gand')
    await page.getByLabel('Pays').selectOption({ label: 'Belgique' })
    await submit(page, 'Enregistrer l’adresse')
    await page.getByText('14 rue des Tisserands, 9000 Gand, Belgique').first().waitFor()
    await page.getByLabel('Mot de passe actuel').fill('secret')
    await page.getByLabel('Nouveau mot de passe').fill('nouveau')
    await submit(page, 'Changer le mot de passe')
    await page.getByText('Votre mot de passe est changé.').waitFor()
    await page.getByText('Aucune carte enregistrée.').waitFor()
    await saveCards(page, [ACCEPTED, MASTERCARD])
    await page.reload()
    await page.getByText('Mastercard se terminant par 5100').first().waitFor()
    await inspect(page, 'boutique-compte-adresses')
    await page.getByRole('button', { name: 'Supprimer Visa se terminant par 4242' }).press('Enter')
    await page.getByRole('dialog', { name: 'Supprimer cette carte ?' }).waitFor()
    await inspect(page, 'boutique-compte-carte-supprimee')
    await submit(page, 'Garder la carte')
    await page.getByRole('button', { name: 'Supprimer Visa se terminant par 4242' }).click()
    await submit(page, 'Supprimer la carte')
    await page
      .getByRole('button', { name: 'Supprimer Visa se terminant par 4242' })
      .waitFor({ state: 'detached' })
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Mes cartes')

    await submit(page, 'Supprimer mon compte…')
    await page.getByRole('dialog').getByLabel('Mot de passe').fill('secret')
    await submit(page, 'Supprimer définitivement')
    await page.getByText('Ce mot de passe n’est pas le bon.').waitFor()
    await page.getByRole('dialog').getByLabel('Mot de passe').fill('nouveau')
    await submit(page, 'Supprimer définitivement')
    await page.waitForURL(at('/'))
    await page.goto(at('/connexion'))
    await eventually('the account is gone', async () => {
      const body = { email, motDePasse: 'nouveau' }
      return (await shop.call('POST', '/api/auth/login', body)).status === 401
    })
    await eventually('the remaining card is erased', async () => {
      const { rowCount } = await shop.platform.db.pg.query('select from payments.carte')
      return rowCount === 0
    })
  })

  test('resets a forgotten password and signs in with the new one', async () => {
    const { page, email } = await customer()
    await submit(page, 'Se déconnecter')
    await page.waitForURL(at('/'))

    await page.goto(at('/connexion'))
    await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click()
    await page.getByLabel('Adresse e-mail').fill(email)
    await inspect(page, 'boutique-mot-de-passe-oublie')
    await submit(page, 'Envoyer le lien')
    await page.getByText('Si un compte a cette adresse').waitFor()
    await page.goto(await linkIn(email, /^Choisissez/))
    await page.getByLabel('Nouveau mot de passe').fill('un autre secret')
    await page.getByLabel('Le même').fill('un autre secret')
    await submit(page, 'Changer mon mot de passe')
    await heading(page, 'Votre mot de passe est changé').waitFor()

    await page.goto(at('/connexion?vers=/compte'))
    await signIn(page, email, 'un autre secret')
    await page.getByText('Bonjour Ada Lovelace.').waitFor()
  })

  test('finds their orders, the progress and the invoice, and changes their details', async () => {
    const { page } = await customer()
    await page.getByText('Vous n’avez pas encore commandé.').waitFor()
    const ordreId = await paidOrder(page, 'Lampe d’atelier')
    await page.reload()
    await page.getByRole('link', { name: `Commande ${ordreId}` }).waitFor()
    await page.getByText('Reçue', { exact: true }).waitFor()
    await page.getByLabel('Adresse', { exact: true }).fill('1 rue de la Paix, 75002 Paris')
    await submit(page, 'Enregistrer')
    await page.getByText('C’est enregistré.').waitFor()
    await inspect(page, 'boutique-compte')

    await page.getByRole('link', { name: 'Facture' }).click()
    await page.getByRole('cell', { name: 'Lampe d’atelier' }).waitFor()
    await page.getByText('L’Échoppe <SAS>').waitFor()
    await inspect(page, 'boutique-facture')
    await page.goBack()
    assert.equal(
      await page.getByLabel('Adresse', { exact: true }).inputValue(),
      '1 rue de la Paix, 75002 Paris',
    )
  })

  test('finds the order on another device by its number and address, with its prices, and cancels it', async () => {
    const { page, email } = await customer()
    const ordreId = await paidOrder(page, 'Lampe de chevet', { email })
    const elsewhere = await opened('/suivre')
    await submit(elsewhere, 'Recevoir le lien')
    await elsewhere.getByText('À remplir').waitFor()
    await elsewhere.getByLabel('Numéro de commande').fill(ordreId.toLowerCase())
    await elsewhere.getByLabel('Adresse e-mail de la commande').fill(email)
    await inspect(elsewhere, 'boutique-suivre')
    await submit(elsewhere, 'Recevoir le lien')
    await elsewhere.getByText('Si une commande payée porte ce numéro').waitFor()

    await elsewhere.goto(await linkIn(email, /^Suivre votre commande/))
    await elsewhere.getByText('2 × Lampe de chevet').waitFor()
    await elsewhere.waitForURL(at(`/commandes/${ordreId}`))
    await inspect(elsewhere, 'boutique-commande-retrouvee')
    assert.match(
      (await elsewhere.getByRole('link', { name: 'Facture' }).getAttribute('href')) ?? '',
      /\/facture\?jeton=/,
    )
    await submit(elsewhere, 'Annuler la commande')
    await submit(elsewhere, 'Oui, annuler la commande')
    await elsewhere.getByText('Vous avez annulé cette commande.').waitFor()
    await elsewhere.goto(at('/commandes'))
    await elsewhere.getByRole('link', { name: `Commande ${ordreId}` }).waitFor()
    await elsewhere.getByRole('button', { name: `Commander à nouveau ${ordreId}` }).click()
    await heading(elsewhere, 'Panier').waitFor()
    await elsewhere.getByRole('link', { name: 'Lampe de chevet' }).waitFor()
  })

  test('signs out everywhere: another window asks for a sign-in and returns to its page', async () => {
    const { page, email } = await customer()
    const other = await opened('/connexion?vers=/compte')
    await signIn(other, email, 'secret')
    await other.getByText('Bonjour Ada Lovelace.').waitFor()
    await submit(page, 'Se déconnecter partout')
    await page.waitForURL(at('/'))
    await other.reload()
    await heading(other, 'Se connecter').waitFor()
    await signIn(other, email, 'secret')
    await other.getByText('Bonjour Ada Lovelace.').waitFor()
  })

  test('must sign in to see an account or an invoice', async () => {
    for (const path of ['/compte', '/compte/factures/CMD-1']) {
      const page = await opened(path)
      await page.waitForURL(at(`/connexion?vers=${encodeURIComponent(path)}`))
    }
  })
})
