import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from '../../../src/platform/database/sql.ts'
import { claimCodeOf } from '../../../src/platform/http/claim-code.ts'
import { addStaffMember, KEYS, PASSWORD } from '../../support/guarded.ts'
import { openMailbox } from '../../support/mailbox.ts'
import { inspectConsole, openConsole } from '../support/console.ts'
import { SIZES } from '../support/looks.ts'

let desk: Awaited<ReturnType<typeof openConsole>>
before(async () => {
  desk = await openConsole()
})

describe('the console', () => {
  test('requires a sign-in, explains errors, and admits a user with the right password', async () => {
    const page = await desk.open()
    await page.getByLabel('Adresse e-mail').fill('nobody@example.org')
    await page.getByLabel(/^Mot de passe/).fill('wrong')
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await page.getByRole('alert').waitFor()
    await inspectConsole(page, 'connexion')
    const { email, nom } = await addStaffMember(desk.shop, 'shop')
    await page.goto(`${desk.url}/magasins`)
    await page.getByLabel('Adresse e-mail').fill(email)
    await page.getByLabel(/^Mot de passe/).fill(PASSWORD)
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await page.getByRole('button', { name: nom }).waitFor()
    await page.getByRole('heading', { name: 'Magasins' }).waitFor()
    await inspectConsole(page, 'magasins')
  })

  test('switches to English and remembers it', async () => {
    const page = await desk.signedIn(['shop'], '/magasins')
    await page.getByRole('button', { name: /^Membre/ }).click()
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Stores' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Stores' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
  })

  test('has keyboard shortcuts: g and a letter, / and ?', async () => {
    const page = await desk.signedIn(['shop'])
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.getByRole('heading', { name: 'Magasins' }).waitFor()
    await page.keyboard.press('/')
    assert.equal(await page.evaluate('document.activeElement.type'), 'search')
    await page.keyboard.press('Escape')
    await page.locator('#content').focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Raccourcis clavier' }).waitFor()
  })

  test('has a menu of groups, whose closed ones are remembered, and which is a drawer on a phone', async () => {
    const page = await desk.signedIn(['support'], '/commandes')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    const group = (name: string) => menu.getByRole('button', { name, exact: true })
    const link = (name: string) => menu.getByRole('link', { name, exact: true })
    await link('Commandes').waitFor()
    assert.deepEqual(await menu.getByRole('button').allTextContents(), [
      ...['Vente', 'Catalogue', 'Magasins', 'Clients', 'Réglages'],
    ])
    assert.equal(await link('Commandes').getAttribute('aria-current'), 'page')
    assert.equal(await link('Équipe').count(), 0)
    await group('Vente').focus()
    await page.keyboard.press('Enter')
    await link('Commandes').waitFor({ state: 'hidden' })
    await page.reload()
    await link('Produits').waitFor()
    assert.equal(await group('Vente').getAttribute('aria-expanded'), 'false')
    assert.equal(await link('Commandes').isVisible(), false)

    await page.setViewportSize(SIZES.telephone)
    const opener = page.getByRole('button', { name: 'Menu' })
    await opener.press('Enter')
    await link('Clients').waitFor()
    await page.keyboard.press('Escape')
    await link('Clients').waitFor({ state: 'hidden' })
    assert.equal(await opener.evaluate('document.activeElement.className'), 'menu-button')
    await opener.press('Enter')
    await link('Clients').click()
    await page.getByRole('heading', { name: 'Clients' }).waitFor()
    await link('Clients').waitFor({ state: 'hidden' })
    await opener.press('Enter')
    await inspectConsole(page, 'menu')
  })

  test('finds pages, customers, products and orders with Ctrl+K, and says which rights are missing', async () => {
    const { call } = desk.shop
    const client = { nom: 'Lefèvre', prenom: 'Jeanne', adresseMail: 'jeanne@example.org' }
    await call('POST', '/api/publique/clients', client, KEYS.admin)
    await call(
      'POST',
      '/api/publique/produits',
      { ean: '3700', nom: 'Lampe Lefèvre', prixDeVenteCents: 1 },
      KEYS.admin,
    )
    const page = await desk.signedIn(['support'], '/magasins')
    const calls: string[] = []
    page.on('request', request => calls.push(request.url()))
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog')
    const search = palette.getByRole('textbox')
    await search.pressSequentially('paiem', { delay: 5 })
    await palette.getByRole('button', { name: 'Paiements' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Paiements' }).waitFor()
    assert.equal(
      calls.filter(url => url.includes('/privee/commandes?')).length,
      0,
      'no search before the pause',
    )

    await page.getByRole('button', { name: 'Rechercher' }).click()
    await search.fill('lefèvre')
    await palette.getByRole('button', { name: 'Jeanne Lefèvre' }).waitFor()
    await palette.getByRole('button', { name: 'Lampe Lefèvre' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await palette.getByText(/^Choisi : Lampe Lefèvre/).waitFor()
    await inspectConsole(page, 'palette')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Jeanne Lefèvre' }).waitFor()

    await page.keyboard.press('Control+k')
    await search.fill('equipe')
    const locked = palette.getByRole('button', { name: 'Équipe Il vous manque le droit Administration' })
    await locked.waitFor()
    await palette.getByText('Rien').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.getByText(/il vous manque un droit : Administration.*le rôle Administrateur/).waitFor()
    await inspectConsole(page, 'droit-absent')
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })

    const buyer = await desk.signedIn(['catalogue'], '/produits')
    await buyer.keyboard.press('Control+k')
    await buyer.getByRole('dialog').getByRole('textbox').fill('lefèvre')
    await buyer.getByText('Clients : Il vous manque le droit Service client ou Caisse').waitFor()
    await buyer.getByRole('dialog').getByRole('button', { name: 'Lampe Lefèvre' }).waitFor()
  })

  test('retains the page when the session ends, and continues after a new sign-in', async () => {
    const page = await desk.signedIn(['shop'], '/magasins')
    const again = await addStaffMember(desk.shop, 'shop')
    await desk.shop.platform.db.transaction(tx => tx.run(sql`delete from accounts.session_membre`))
    await page.getByRole('searchbox').fill('Lille')
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
    const dialog = page.getByRole('dialog', { name: /session a pris fin/ })
    await dialog.getByLabel('Adresse e-mail').fill(again.email)
    await dialog.getByLabel(/^Mot de passe/).fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Se connecter' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('searchbox').inputValue(), 'Lille')
  })

  test('reports an unavailable server, and continues when it is back', async () => {
    const page = await desk.signedIn(['shop'], '/magasins')
    await page.getByRole('heading', { name: 'Magasins' }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('searchbox').fill('Nantes')
    await page.getByText('Le serveur ne répond pas').first().waitFor()
    await page.context().setOffline(false)
    await page.getByText('Le serveur ne répond pas').first().waitFor({ state: 'detached', timeout: 15_000 })
    await page.getByText('Rien à montrer').waitFor()
  })
})

describe('a new shop', () => {
  test('is set up in five steps: its administrator, particulars, mails, stores and products', async () => {
    const mailbox = await openMailbox()
    const first = await openConsole({ COMPTOIR_LEGAL_REGISTER: 'RCS Lille' })
    const { defi } = (await first.shop.call<{ defi: string }>('GET', '/api/v1/publique/installation')).body
    const page = await first.open('/aujourdhui')
    await page.getByText('Un administrateur : sans lui').waitFor()
    await page.getByText('Un serveur de courriel').waitFor()
    await page.getByRole('link', { name: 'Continuer la mise en service' }).click()

    await page.getByLabel('Code').fill(claimCodeOf(first.shop.platform.config.tokenSecret, defi))
    await page.getByLabel('Nom', { exact: false }).first().fill('Ada Lovelace')
    await page.getByLabel('Adresse e-mail').fill('ada@example.org')
    await page.getByRole('textbox', { name: 'Mot de passe' }).fill(PASSWORD)
    await inspectConsole(page, 'mise-en-service')
    await page.getByRole('button', { name: 'Devenir administrateur' }).click()
    await page.getByRole('button', { name: 'Ada Lovelace' }).waitFor()
    assert.equal((await first.shop.call('GET', '/api/v1/privee/personnel')).status, 401)

    const preview = page.getByRole('region', { name: 'Aperçu d’une facture' })
    await preview.getByText('RCS Lille').waitFor()
    assert.ok(await page.getByLabel('Immatriculation').isDisabled())
    await page.getByLabel('Nom de la boutique').fill('L’Échoppe')
    await page.getByLabel('Raison sociale').fill('Échoppe SAS')
    await page.getByLabel('Adresse du siège').fill('1 rue Haute\n59000 Lille')
    await page.getByLabel('SIRET').fill('12345678900012')
    await page.getByLabel('Numéro de TVA').fill('FR32123456789')
    await preview.getByText('59000 Lille').waitFor()
    await page.getByRole('button', { name: 'Enregistrer' }).click()

    const server = new URL(mailbox.url)
    await page.getByLabel('Serveur SMTP').fill(server.hostname)
    await page.getByRole('textbox', { name: 'Port' }).fill(server.port)
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByRole('button', { name: 'Envoyer un essai' }).click()
    await page.getByText('Le serveur a accepté le courriel : 250').waitFor()
    assert.equal(mailbox.received[0]?.subject, 'Essai de L’Échoppe')

    await page.locator('li', { hasText: '4. Magasins' }).getByRole('button', { name: 'Ouvrir' }).click()
    await page.getByLabel('Nom du magasin').fill('Lille')
    await page.getByLabel('Adresse du magasin').fill('1 rue Haute, Lille')
    await page.getByRole('button', { name: 'Ajouter le magasin' }).click()
    await page.getByText('1 magasin.').waitFor()
    await page.locator('li', { hasText: '4. Magasins' }).getByRole('button', { name: 'Fermer' }).click()
    await page.getByRole('link', { name: 'Importer un fichier' }).waitFor()
    await inspectConsole(page, 'mise-en-service-faite')

    await page.goto(`${first.url}/aujourdhui`)
    await page.getByText('Des produits').waitFor()
    await page.getByRole('link', { name: 'L’Échoppe' }).waitFor()
    assert.equal(await page.getByText('Un serveur de courriel').count(), 0)
    await page.goto(`${first.url}/boutique`)
    await page.getByRole('heading', { name: 'Boutique' }).waitFor()
    await inspectConsole(page, 'boutique')
  })
})
