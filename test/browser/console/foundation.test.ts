import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from '../../../src/platform/database/sql.ts'
import { claimCodeOf } from '../../../src/platform/http/claim-code.ts'
import { addStaffMember, PASSWORD } from '../../support/guarded.ts'
import { openMailbox } from '../../support/mailbox.ts'
import { inspectConsole, openConsole } from '../support/console.ts'

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
    const inside = await desk.signedIn(['shop'], '/magasins')
    await inside.getByRole('heading', { name: 'Magasins' }).waitFor()
    await inspectConsole(inside, 'magasins')
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
