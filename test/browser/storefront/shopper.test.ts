import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
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

let shop: Awaited<ReturnType<typeof openStorefront>>
before(async () => {
  shop = await openStorefront()
})

describe('a shopper on a telephone', () => {
  test('buys as a guest, from the first letter of the search to the collection of the goods', async () => {
    const page = await shop.open()
    await page.getByText('10 € offerts dès 100 € d’achats').waitFor()
    await page.getByText('Écran Miradou 24 pouces').waitFor()
    await inspect(page, 'boutique-accueil')
    await page.setViewportSize(TELEPHONE)

    // The search starts with the first letter.
    const box = page.getByRole('searchbox')
    await box.pressSequentially('é')
    await page.waitForURL(/recherche\?q=%C3%A9$/)
    await box.pressSequentially('cran')
    await page.waitForURL(/recherche\?q=%C3%A9cran$/)
    await title(page, '« écran »').waitFor()
    assert.equal(await page.evaluate('document.activeElement.type'), 'search')
    await inspect(page, 'boutique-recherche')
    await page.setViewportSize(TELEPHONE)

    await link(page, /Écran Miradou/).click()
    await title(page, 'Écran Miradou 24 pouces').waitFor()
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1')
    await page.getByText('8 disponibles').waitFor()
    await inspect(page, 'boutique-produit')
    await page.setViewportSize(TELEPHONE)
    await button(page, 'Ajouter au panier').click()
    await link(page, 'Voir le panier').click()

    await title(page, 'Panier').waitFor()
    await button(page, /Un de plus/).click()
    await page.getByText('268,00').first().waitFor()
    await page.getByText('−10,00').waitFor()
    await inspect(page, 'boutique-panier')
    await page.setViewportSize(TELEPHONE)
    await button(page, 'Commander').click()

    await title(page, 'Commande').waitFor()
    await button(page, /^Payer/).click()
    assert.equal(await page.getByText('À remplir').count(), 6)
    await inspect(page, 'boutique-commande-oublis')
    await page.setViewportSize(TELEPHONE)
    await fillGuestDetails(page)
    await page.getByRole('radio', { name: /Retrait en magasin/ }).check()
    await page.getByRole('radio', { name: /Comptoir Nantes/ }).check()
    await inspect(page, 'boutique-commande-retrait')
    await page.setViewportSize(TELEPHONE)
    await button(page, /^Payer/).click()

    await title(page, 'Paiement').waitFor()
    const frame = page.frameLocator('iframe')
    await fillCard(frame)
    await inspect(page, 'boutique-paiement')
    await page.setViewportSize(TELEPHONE)
    await frame.getByRole('button', { name: /^Payer/ }).click()

    await page.getByText('Merci ! Votre paiement est accepté.').waitFor()
    await page.getByText('Comptoir Nantes, 3 place du Lavoir, 44000 Nantes').waitFor()
    await inspect(page, 'boutique-merci')
    assert.equal(await link(page, /^Panier$/).count(), 1, 'the basket count is gone')

    const ordreId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    for (const [nouveauStatut, label] of [
      ['EN_PREPARATION', 'En préparation'],
      ['EXPEDIEE', 'Prête au magasin'],
      ['LIVREE', 'Retirée'],
    ] as const) {
      const { status } = await shop.call('PATCH', `/api/commandes/${ordreId}/statut`, { nouveauStatut })
      assert.equal(status, 200)
      // A customer who returns to the window sees the current status without waiting for the next poll.
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
      await page.locator('[aria-current="step"]', { hasText: label }).waitFor()
    }
    await inspect(page, 'boutique-retiree')
  })

  test('with an account signs in during the purchase, has the address filled in, and cancels afterwards', async () => {
    const email = 'grace@example.org'
    const account = { email, motDePasse: 'un mot de passe', prenom: 'Grace', nom: 'Hopper' }
    const adresse = '12 quai des Bateliers, 69002 Lyon'
    assert.equal((await shop.call('POST', '/api/auth/register', { ...account, adresse })).status, 201)
    const page = await shop.open()
    await addToBasket(page, shop.url, shop.lamp.id)
    await link(page, 'Voir le panier').click()
    await button(page, 'Commander').click()
    await page.getByRole('main').getByRole('link', { name: 'Se connecter' }).click()

    await page.getByLabel('Adresse e-mail').fill(email)
    await page.getByLabel('Mot de passe').fill('un autre')
    await button(page, 'Se connecter').click()
    await page.getByRole('alert').filter({ hasText: 'incorrect' }).waitFor()
    await inspect(page, 'boutique-connexion')
    await page.setViewportSize(TELEPHONE)
    await page.getByLabel('Mot de passe').fill(account.motDePasse)
    await button(page, 'Se connecter').click()

    await page.getByText(`Grace Hopper · ${email}`).waitFor()
    await eventually(
      'the form contains the address of the account',
      async () => (await page.getByLabel('Ville').inputValue()) === 'Lyon',
    )
    await button(page, /^Payer/).click()
    const frame = page.frameLocator('iframe')
    await fillCard(frame)
    await frame.getByRole('button', { name: /^Payer/ }).click()
    await page.getByText('Merci ! Votre paiement est accepté.').waitFor()

    await button(page, 'Annuler la commande').click()
    await page.getByText('49,90 € vous seront remboursés').waitFor()
    await inspect(page, 'boutique-annuler')
    await page.setViewportSize(TELEPHONE)
    await button(page, 'Oui, annuler la commande').click()
    await page.getByText('Vous avez annulé cette commande. 49,90 € vous sont remboursés.').waitFor()
    await link(page, 'Mes commandes').click()
    await page.getByText('49,90').waitFor()
    await button(page, /^Commander à nouveau CMD-/).waitFor()
    await inspect(page, 'boutique-commandes')
  })

  test('with a refused card is informed, returns, and pays with another', async () => {
    const page = await shop.open()
    await addToBasket(page, shop.url, shop.lamp.id)
    await page.goto(`${shop.url}/commande`)
    await fillGuestDetails(page)
    await fillAddress(page)
    await button(page, /^Payer/).click()
    const frame = page.frameLocator('iframe')
    await fillCard(frame, '4000000000000002')
    await frame.getByRole('button', { name: /^Payer/ }).click()
    await frame.getByRole('heading', { name: /refusé/ }).waitFor()
    // The address to which the payment page returns after a refusal.
    const ordreId = new URL(page.url()).pathname.split('/').at(-1)
    await page.goto(`${shop.url}/retour?orderId=${ordreId}&status=refuse`)
    await page.getByText('Le paiement a été refusé. Rien n’a été débité').waitFor()
    await inspect(page, 'boutique-refus')
    await page.setViewportSize(TELEPHONE)
    assert.equal(await link(page, /Panier ?, 1 article/).count(), 1, 'the basket is unchanged')

    await link(page, /^Payer/).click()
    await fillCard(frame)
    await frame.getByRole('button', { name: /^Payer/ }).click()
    await page.getByText('Merci ! Votre paiement est accepté.').waitFor()
  })

  test('who returns from the payment page to the basket can order the same goods only once', async () => {
    const page = await shop.open()
    await addToBasket(page, shop.url, shop.lamp.id)
    await page.goto(`${shop.url}/commande`)
    await fillGuestDetails(page)
    await fillAddress(page)
    const orders = new Set<string>()
    for (let time = 0; time < 2; time++) {
      await button(page, /^Payer/).click()
      await title(page, 'Paiement').waitFor()
      orders.add(page.url())
      await page.goto(`${shop.url}/commande`)
      await title(page, 'Commande').waitFor()
    }
    assert.equal(orders.size, 1)
  })

  test('whose basket changed its price sees both prices, in the basket and before ordering', async () => {
    const page = await shop.open()
    await addToBasket(page, shop.url, shop.screen.id)
    const price = async (prixDeVenteCents: number) => {
      const { status } = await shop.call('PATCH', `/api/publique/produits/${shop.screen.id}`, {
        prixDeVenteCents,
      })
      assert.equal(status, 200)
    }
    await price(14_900)
    await link(page, 'Voir le panier').click()
    await page.getByText('139,00 € → 149,00 €').waitFor()
    await inspect(page, 'boutique-prix-change')
    await page.setViewportSize(TELEPHONE)
    await button(page, 'Commander').click()
    await fillGuestDetails(page)
    await fillAddress(page)
    await button(page, /^Payer 139,00/).waitFor()
    await price(15_900)
    await button(page, /^Payer/).click()
    await page.getByText('139,00 € → 149,00 €').waitFor()
    await inspect(page, 'boutique-total-change')
    await page.setViewportSize(TELEPHONE)
    await button(page, /^Payer 149,00/).click()
    await page.frameLocator('iframe').getByText('149,00').first().waitFor()
    await price(13_900)
  })

  test('whose last unit was sold to another customer is informed before paying, and continues without it', async () => {
    const page = await shop.open()
    await addToBasket(page, shop.url, shop.chair.id)
    await addToBasket(page, shop.url, shop.lamp.id)
    await page.goto(`${shop.url}/commande`)
    await fillGuestDetails(page)
    await fillAddress(page)
    await button(page, /^Payer/).waitFor()
    const { status, body } = await shop.call('POST', '/api/commandes', {
      clientId: 'INVITE_SOMEBODY_ELSE',
      articles: [{ id: shop.chair.id, quantite: 1, prixUnitaireCents: 8_900 }],
      ...{ montantTotalCents: 8_900, adresseLivraison: {}, clientInfo: {} },
    })
    assert.equal(status, 201, JSON.stringify(body))
    await button(page, /^Payer/).click()
    await page.getByText('Un article n’est plus disponible').waitFor()
    await link(page, 'Modifier le panier').click()
    await page.getByText('Épuisé : le dernier vient de partir.').waitFor()
    await inspect(page, 'boutique-epuise')
    await page.setViewportSize(TELEPHONE)
    await button(page, 'Retirer du panier').click()
    await button(page, 'Commander').click()
    await button(page, /^Payer 49,90/).click()
    await title(page, 'Paiement').waitFor()

    await page.goto(`${shop.url}/produits/${shop.chair.id}`)
    await page.getByText('Épuisé').waitFor()
    assert.equal(await button(page, 'Ajouter au panier').count(), 0)
  })
})
