import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAfterSaleActions } from '../../support/after-sale.ts'
import { SEPARATE_CALLERS } from '../../support/callers.ts'
import { CODES, type Code, createCodeActions } from '../../support/codes.ts'
import { KEYS } from '../../support/guarded.ts'
import { createShopActions } from '../../support/shopping.ts'
import { inspectConsole, openConsole } from '../support/console.ts'

let desk: Awaited<ReturnType<typeof openConsole>>
let actions: ReturnType<typeof createCodeActions>
let promotionId: number
before(async () => {
  desk = await openConsole({
    ...SEPARATE_CALLERS,
    ...{ COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '0' },
  })
  actions = createCodeActions(desk.shop, KEYS.admin)
  promotionId = await actions.promote({ description: 'Bienvenue' })
})

const codesOf = async (search: string) =>
  (
    await desk.shop.call<{ data: Code[]; total: number }>(
      'GET',
      `${CODES}?search=${search}`,
      undefined,
      KEYS.admin,
    )
  ).body
const dialog = (page: Page) => page.getByRole('dialog')

describe('a promotions manager', () => {
  test('generates codes from a promotion with the keyboard, and downloads them', async () => {
    const page = await desk.signedIn(['catalogue'], `/promotions/${promotionId}`)
    await page.getByRole('link', { name: 'Codes', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Aucun code ne correspond.').waitFor()
    await page.getByRole('button', { name: 'Créer des codes' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('radio', { name: 'Un code' }).focus()
    assert.equal(await dialog(page).getByRole('combobox', { name: 'Promotion' }).inputValue(), 'Bienvenue')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('250')
    await page.keyboard.press('Tab')
    await page.keyboard.type('NOEL')
    await inspectConsole(page, 'codes-nouveaux')
    const downloading = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const file = await downloading
    await page.getByText(/250 codes sont créés/).waitFor()
    assert.match(file.suggestedFilename(), /^codes-NOEL-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await text(await file.createReadStream())).trim().split('\n')
    assert.equal(lines.shift(), 'code')
    assert.equal(new Set(lines).size, 250)
    assert.ok(lines.every(line => line.startsWith('NOEL-')))
    const [first] = (await codesOf('noel')).data
    assert.deepEqual([first?.promotionId, first?.utilisationsMax], [promotionId, 1])
    await page.getByRole('button', { name: 'Fermer' }).click()
    await page.getByText('250 en tout').waitFor()
  })

  test('creates a code with limits, is told of one that exists, and sees its uses', async () => {
    const page = await desk.signedIn(['catalogue'], '/codes')
    await page.getByRole('button', { name: 'Créer des codes' }).click()
    await page.getByRole('button', { name: 'Créer le code' }).click()
    await dialog(page).getByText('À remplir').waitFor()
    await dialog(page).getByText('4 à 40 lettres sans accents').waitFor()
    await dialog(page).getByRole('combobox', { name: 'Promotion' }).click()
    await page.getByRole('option', { name: 'Bienvenue' }).click()
    await dialog(page).getByLabel(/^Code/).fill('Rentrée')
    await page.getByRole('button', { name: 'Créer le code' }).click()
    await dialog(page).getByText('4 à 40 lettres sans accents').waitFor()
    await dialog(page).getByLabel(/^Code/).fill('RENTREE-10')
    await dialog(page).getByLabel('Utilisations au plus', { exact: true }).fill('50')
    await dialog(page)
      .getByLabel(/^Dernier jour/)
      .fill('2020-01-01')
    await page.getByRole('button', { name: 'Créer le code' }).click()
    await dialog(page).getByText('Ce jour est passé').waitFor()
    await dialog(page)
      .getByLabel(/^Dernier jour/)
      .fill('2098-12-31')
    await page.getByRole('button', { name: 'Créer le code' }).click()
    await page.getByText('Le code RENTREE-10 est créé.').waitFor()
    const [created] = (await codesOf('rentree')).data
    assert.equal(created?.utilisationsMax, 50)
    // The last instant of the day in Paris.
    assert.equal(created?.dateFin?.slice(0, 19), '2098-12-31T22:59:59')

    await page.getByRole('button', { name: 'Créer des codes' }).click()
    await dialog(page).getByRole('combobox', { name: 'Promotion' }).click()
    await page.getByRole('option', { name: 'Bienvenue' }).click()
    await dialog(page).getByLabel(/^Code/).fill('rentree 10')
    await page.getByRole('button', { name: 'Créer le code' }).click()
    await dialog(page).getByText('Ce code existe déjà').waitFor()
    await dialog(page).getByRole('button', { name: 'Annuler' }).last().click()

    const { product } = createShopActions(desk.shop, KEYS.admin['x-api-key'])
    const { id } = await product({ prixDeVenteCents: 1_000 })
    const { ordreId } = await createAfterSaleActions(desk.shop, KEYS.admin).paidOrder(
      [{ id, quantite: 1, prixUnitaireCents: 1_000 }],
      { codes: ['RENTREE-10'], montantTotalCents: 900 },
    )
    await page.getByRole('searchbox').fill('rentree')
    await page.getByText('1 en tout', { exact: true }).waitFor()
    await page.reload()
    await page.getByRole('row', { name: /RENTREE-10 Bienvenue 1 sur 50/ }).waitFor()
    await page.getByRole('figure', { name: 'Utilisations des codes de cette page' }).waitFor()
    await inspectConsole(page, 'codes')
    const support = await desk.signedIn(['support'], `/commandes/${ordreId}`)
    const sums = (name: string) => support.locator('.sums > div').filter({ hasText: name })
    await sums('Sous-total')
      .getByText(/^10,00\s€$/)
      .waitFor()
    await sums('Code RENTREE-10 : Bienvenue')
      .getByText(/^-1,00\s€$/)
      .waitFor()
    await support.getByText(/^Remise : −1,00\s€$/).waitFor()
  })

  test('revokes a code after a confirmation that names it', async () => {
    const { code } = await actions.code(promotionId)
    const page = await desk.signedIn(['catalogue'], `/codes?search=${code}`)
    await page.getByRole('button', { name: `Révoquer ${code}` }).click()
    await dialog(page)
      .getByRole('button', { name: `Révoquer ${code}` })
      .click()
    await page.getByRole('row', { name: /Révoqué/ }).waitFor()
    assert.notEqual((await codesOf(code)).data[0]?.revoqueLe, null)
    assert.equal(await page.getByRole('button', { name: `Révoquer ${code}` }).count(), 0)
  })
})

test('support reads codes, and changes none', async () => {
  const { code } = await actions.code(promotionId)
  const page = await desk.signedIn(['support'], `/codes?search=${code}`)
  await page.getByRole('row', { name: new RegExp(code) }).waitFor()
  assert.equal(await page.getByRole('button', { name: /Créer des codes|Révoquer/ }).count(), 0)
})
