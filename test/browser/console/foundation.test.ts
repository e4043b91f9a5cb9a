import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from '../../../src/platform/database/sql.ts'
import { addStaffMember, PASSWORD } from '../../support/guarded.ts'
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
