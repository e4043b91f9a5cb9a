import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { SEPARATE_CALLERS } from '../../support/callers.ts'
import { eventually } from '../../support/eventually.ts'
import { KEYS } from '../../support/guarded.ts'
import { inspectConsole, openConsole } from '../support/console.ts'
import { createOrderActions } from '../support/paid-orders.ts'

let desk: Awaited<ReturnType<typeof openConsole>>
let orders: ReturnType<typeof createOrderActions>
before(async () => {
  // Payments complete without delay.
  desk = await openConsole({ ...SEPARATE_CALLERS, COMPTOIR_PAYMENT_DELAY_MS: '0' })
  orders = createOrderActions(desk.shop)
})

const choose = async (page: Page, label: string, option: string | RegExp) => {
  await page.getByLabel(label, { exact: true }).first().click()
  await page.getByRole('option', { name: option }).click()
}
const send = async (page: Page, numero: string, tracking: string) => {
  await page.getByRole('button', { name: `Expédier… ${numero}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Numéro de suivi').fill(tracking)
  await dialog.getByLabel('Numéro de suivi').press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

describe('a warehouse user', () => {
  test('works from the sign-in to the last slip sent', async () => {
    const lille = await orders.store('Lille Centre')
    const other = await orders.store('Nantes')
    const first = await orders.order(lille, ['Lampe de bureau Halo, bras articulé', 'Câble USB-C tressé 2 m'])
    const second = await orders.order(lille, ['Écran 27 pouces'])
    const collected = await orders.order(lille, ['Souris sans fil'], {
      livraison: { mode: 'retrait', magasinId: lille },
    })
    await orders.order(other, ['Clavier'])

    const page = await desk.signedIn(['warehouse'], '/bons')
    await page.getByRole('heading', { name: 'Bons de préparation' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Équipe' }).count(), 0)
    await choose(page, 'Magasin', /Lille Centre — 3 en attente/)
    await page.getByText(second.slip.numero).waitFor()
    assert.equal(await page.getByRole('link', { name: /^BL-/ }).count(), 3)
    await inspectConsole(page, 'bons')

    await page.getByLabel('Tout choisir').check()
    const [sheets] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Imprimer (3)' }).click(),
    ])
    await sheets.getByText(first.slip.numero).first().waitFor()
    await sheets.close()
    await page.getByRole('button', { name: 'Marquer prêts (3)' }).click()
    await page.getByText('Tout est préparé.').waitFor()
    await choose(page, 'État', 'Prêt')
    await page.getByText(first.slip.numero).waitFor()

    await page.getByRole('button', { name: `Expédier… ${first.slip.numero}` }).click()
    await page.getByRole('dialog').getByText('Martin').waitFor()
    await inspectConsole(page, 'bon-expedier')
    await page.keyboard.press('Escape')
    await send(page, first.slip.numero, '6A0001')
    await send(page, second.slip.numero, '6A0002')
    await page.getByRole('button', { name: `Remis au client : ${collected.slip.numero}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remis au client' }).click()
    await page.getByText('Aucun bon de préparation ici.').waitFor()

    const [slip] = await orders.slipsOf(first.ordreId)
    assert.deepEqual([slip?.statut, slip?.trackingNumber], ['expedie', '6A0001'])
    for (const [{ ordreId }, statut] of [
      [second, 'EXPEDIEE'],
      [collected, 'LIVREE'],
    ] as const)
      await eventually(`the order is ${statut}`, async () => (await orders.orderStatus(ordreId)) === statut)
  })

  test('is notified when another user has sent the same parcel, and the first tracking number remains', async () => {
    const { slip } = await orders.order(await orders.store('Rennes'), ['Lampe'])
    const page = await desk.signedIn(['warehouse'], '/bons')
    await page.getByRole('button', { name: `Expédier… ${slip.numero}` }).click()
    await desk.shop.call(
      'PATCH',
      `/api/v1/privee/bordereaux/${slip.id}`,
      { statut: 'expedie', trackingNumber: 'FIRST' },
      KEYS.admin,
    )
    await page.getByRole('dialog').getByLabel('Numéro de suivi').fill('SECOND')
    await page.getByRole('button', { name: `Expédier ${slip.numero}`, exact: true }).click()
    await page.getByText(`${slip.numero} était déjà expédié`).waitFor()
    await page.getByText('avec le numéro FIRST').waitFor()
  })

  test('accepts a repair and updates it, and is notified of another user’s change', async () => {
    const page = await desk.signedIn(['warehouse'], '/reparations')
    await page.getByText('Aucune réparation ici.').waitFor()
    await page.getByRole('button', { name: 'Nouvelle fiche' }).click()
    const sheet = page.getByRole('dialog')
    for (const [label, value] of [
      ['Dossier', 'SAV-2026-0042'],
      ['Client', 'CLI_0A1B2C3D'],
      ['Produit', '4006381333931'],
      ['Motif', 'L’écran reste noir'],
      ['Origine', 'Comptoir Lille'],
      ['Adresse du client', '12 rue des Halles, 59000 Lille'],
    ] as const)
      await sheet.getByLabel(label, { exact: false }).first().fill(value)
    await sheet.getByRole('button', { name: 'Ouvrir la fiche' }).click()
    await page.getByText('SAV-2026-0042').first().waitFor()

    await page.getByRole('button', { name: 'Arrivée au dépôt : SAV-2026-0042' }).click()
    await page.getByRole('button', { name: 'Noter « Arrivée au dépôt »' }).click()
    await page.getByRole('button', { name: 'En réparation : SAV-2026-0042' }).waitFor()
    await inspectConsole(page, 'reparations')
    await page.getByRole('button', { name: 'Détails : SAV-2026-0042' }).click()
    await page.getByRole('dialog').getByText('L’écran reste noir').waitFor()
    await inspectConsole(page, 'reparation')
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'En réparation : SAV-2026-0042' }).click()
    const event = { ticketId: 'SAV-2026-0042', event: 'EN_REPARATION', at: new Date().toISOString() }
    await desk.shop.call('POST', '/api/publique/events_reparation', event, KEYS.admin)
    await page.getByRole('button', { name: 'Noter « En réparation »' }).click()
    await page.getByText('Quelqu’un d’autre a déjà noté « En réparation »').waitFor()
    await page.getByRole('button', { name: 'Réparée : SAV-2026-0042' }).waitFor()
  })
})
