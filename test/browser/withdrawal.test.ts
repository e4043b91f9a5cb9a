import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createWithdrawalActions, EMAIL, openQuickShop } from '../support/withdrawals.ts'
import { openBrowser } from './support/browser.ts'
import { heading } from './support/checkout.ts'
import { inspect, SIZES } from './support/looks.ts'

let root: string
let actions: ReturnType<typeof createWithdrawalActions>
let browser: Awaited<ReturnType<typeof openBrowser>>
before(async () => {
  const shop = await openQuickShop({ COMPTOIR_SHOP_NAME: 'La Boutique du Coin' })
  root = await shop.server.listen({ host: '127.0.0.1', port: 0 })
  actions = createWithdrawalActions(shop)
  browser = await openBrowser()
})

const fill = async (page: Page, ordreId: string) => {
  await page.getByLabel('Numéro de commande').fill(ordreId)
  await page.getByLabel('Votre nom').fill('Ada Lovelace')
  await page.getByLabel('E-mail de la commande').fill(EMAIL)
}
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

const toConfirm = async (page: Page) => {
  const { ordreId } = await actions.ordered(2, 'LIVREE')
  await page.goto(`${root}/retractation`)
  await fill(page, ordreId)
  await press(page, 'Continuer')
  await heading(page, 'Confirmez votre rétractation').waitFor()
  return ordreId
}

const states: Record<string, (page: Page) => Promise<unknown>> = {
  'retractation-formulaire': page => page.goto(`${root}/retractation`),

  'retractation-articles': async page => {
    const { ordreId } = await actions.ordered(3, 'LIVREE', {
      nom: 'Casque audio sans fil à réduction de bruit, noir',
    })
    await page.goto(`${root}/retractation`)
    await fill(page, ordreId)
    await press(page, 'Ne rendre qu’une partie')
    await page.getByLabel('Casque audio').waitFor()
    assert.equal(await page.getByLabel('Votre nom').inputValue(), 'Ada Lovelace')
  },

  'retractation-fautive': async page => {
    await page.goto(`${root}/retractation`)
    await fill(page, 'CMD-INCONNUE')
    await press(page, 'Ne rendre qu’une partie')
    await page.getByText('Aucune commande ne porte ce numéro').waitFor()
  },

  'retractation-confirmation': toConfirm,

  'retractation-recue': async page => {
    const ordreId = await toConfirm(page)
    await press(page, 'Confirmer la rétractation')
    await heading(page, 'Votre rétractation est enregistrée').waitFor()
    assert.equal((await actions.ofOrder(ordreId))[0]?.statut, 'acceptee')
    await page.reload()
    await heading(page, 'Votre rétractation est enregistrée').waitFor()
    assert.equal((await actions.ofOrder(ordreId)).length, 1)
  },

  'retractation-perimee': async page => {
    await page.goto(`${root}/retractation/inconnue`)
    await page.getByRole('link', { name: 'Déclarer une rétractation' }).waitFor()
  },
}

describe('every state of the withdrawal page', () => {
  for (const [name, reach] of Object.entries(states))
    test(`${name}: accessible, within 360 and 1280 pixels, with targets large enough for fingers`, async () => {
      const page = await browser.newPage({ viewport: SIZES.telephone })
      await reach(page)
      await inspect(page, name)
      await page.context().close()
    })

  test('a part of an order is withdrawn without JavaScript from the link of the order, and a link leads back', async () => {
    const { ordreId, id } = await actions.ordered(3, 'LIVREE', { nom: 'Lampe' })
    const page = await browser.newPage({ javaScriptEnabled: false, viewport: SIZES.telephone })
    await page.goto(`${root}/orders/retractation?ordreId=${ordreId}`)
    await page.getByLabel('Lampe').fill('2')
    await page.getByLabel('Votre nom').fill('Ada')
    await page.getByLabel('E-mail de la commande').fill(EMAIL)
    await press(page, 'Continuer')
    await page.getByText('2 × Lampe').waitFor()
    await page.getByRole('link', { name: 'Recommencer' }).click()
    await heading(page, 'Se rétracter d’un achat').waitFor()
    await page.goBack()
    await press(page, 'Confirmer la rétractation')
    await heading(page, 'Votre rétractation est enregistrée').waitFor()
    const [found] = await actions.ofOrder(ordreId)
    assert.deepEqual(found?.articles, [{ id: String(id), quantite: 2 }])
  })
})
