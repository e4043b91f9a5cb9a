import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../support/eventually.ts'
import { KEYS } from '../../support/guarded.ts'
import { inspectConsole } from '../support/console.ts'
import { openSales } from '../support/sales.ts'

let desk: Awaited<ReturnType<typeof openSales>>
before(async () => {
  desk = await openSales()
})

/** Matches a text, in which a space may be any kind of space, such as the narrow one in amounts and dates. */
const message = (text: string) =>
  new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s'))
const button = (page: Page, name: string) => page.getByRole('button', { name: message(name) })
const question = (page: Page) => page.getByRole('dialog')
const confirm = async (page: Page, name: string) => {
  await question(page)
    .getByRole('button', { name: message(name) })
    .click()
  await question(page).waitFor({ state: 'detached' })
}
const life = (page: Page) => page.getByRole('region', { name: 'Vie de la commande' })

describe('a support user', () => {
  test('finds an order by its customer’s name, refunds part of it and accepts a returned parcel', async () => {
    const camille = await desk.customer()
    const { ordreId } = await desk.bought(camille)
    await desk.delivered(ordreId)
    const page = await desk.signedIn(['support'], '/commandes')
    const number = page.getByRole('link', { name: ordreId.slice(0, 12) })
    for (const search of ['martin camille', '0612345678', ordreId.slice(-6)]) {
      await page.getByRole('searchbox').fill(search)
      await number.waitFor()
      await page.getByRole('row', { name: 'Livrée' }).first().waitFor()
    }
    await page.getByRole('searchbox').fill(camille.adresseMail.toUpperCase())
    await page.getByText('1 en tout').waitFor()
    await page.getByRole('img', { name: message('Lampe de bureau') }).waitFor()
    await inspectConsole(page, 'commandes')
    await number.click()
    await page.getByRole('heading', { name: message(`Commande ${ordreId.slice(0, 12)}`) }).waitFor()
    await page.getByText(ordreId, { exact: true }).waitFor()

    for (const moment of ['Commande passée', 'accepté', 'Expédiée', 'Livrée', 'Facture', 'Courriel'])
      await life(page).getByText(message(moment)).first().waitFor()

    await button(page, 'Rembourser').click()
    const amount = question(page).getByLabel('Montant à rendre')
    await amount.fill('100')
    await question(page).getByText(message('Au plus 69,75')).waitFor()
    assert.ok(
      await question(page)
        .getByRole('button', { name: message('Rembourser 100') })
        .isDisabled(),
    )
    const cable = question(page).getByRole('checkbox', { name: message('Câble USB-C') })
    await cable.check()
    assert.equal(await amount.inputValue(), '9,95')
    assert.equal(await question(page).getByLabel('Motif').inputValue(), 'Câble USB-C tressé 2 m')
    await amount.fill('5,5')
    await question(page).getByLabel('Motif').fill('Rayure du Câble USB-C tressé 2 m')
    await inspectConsole(page, 'commande-remboursement')
    await confirm(page, 'Rembourser 5,50')
    await life(page).getByText(message('Remboursement de 5,50')).waitFor()
    await life(page).getByText(message('Rayure du Câble')).waitFor()
    await button(page, 'Rembourser').click()
    await question(page)
      .getByRole('checkbox', { name: message('Câble USB-C tressé 2 m, déjà remboursé') })
      .waitFor()
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'detached' })

    await button(page, 'Enregistrer un retour').click()
    await question(page).getByLabel(message('Lampe de bureau')).fill('1')
    await inspectConsole(page, 'commande-retour')
    await confirm(page, 'Rembourser 29,90')
    await life(page).getByText(message('Retour : 1 × Lampe')).waitFor()
    await page.getByText('dont 1 retourné').waitFor()
    await inspectConsole(page, 'commande')
    assert.equal((await desk.after.payment(ordreId)).rembourseCents, 3_540)
  })

  test('opens the invoice in a new tab', async () => {
    const { ordreId } = await desk.bought(await desk.customer())
    const page = await desk.signedIn(['support'], `/commandes/${ordreId}`)
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: message('Ouvrir la facture') }).click()
    await (await opened).getByRole('heading', { name: /Facture/ }).waitFor()
    assert.equal(await page.getByRole('link', { name: message('Ouvrir les bons') }).count(), 0)
  })

  test('keeps a note about an order, and sends its mails again', async () => {
    const { ordreId } = await desk.bought(await desk.customer())
    const { pg } = desk.shop.platform.db
    await desk.after.untilDrained()
    await pg.query(`update accounts.courriel set statut = 'envoye' where "ordreId" = $1`, [ordreId])
    const page = await desk.signedIn(['support'], `/commandes/${ordreId}`)
    const note = page.getByRole('textbox', { name: 'Note interne' })
    await note.fill('Rappeler avant 18 h')
    await inspectConsole(page, 'commande-note')
    await button(page, 'Enregistrer la note').click()
    await life(page).getByText('Note interne modifiée').waitFor()
    await life(page)
      .getByText(/^Par Membre/)
      .waitFor()
    await button(page, 'Enregistrer la note').waitFor({ state: 'detached' })

    const change = { noteInterne: 'Rappelée' }
    await note.fill('Rappelée hier')
    await desk.shop.call('PATCH', `/api/v1/privee/commandes/${ordreId}`, change, KEYS.admin)
    await button(page, 'Enregistrer la note').click()
    await page.getByText('La note est à présent : Rappelée').waitFor()
    await button(page, 'Abandonner').click()
    assert.equal(await note.inputValue(), 'Rappelée')

    const mails = page.getByRole('region', { name: 'Courriels' })
    await mails.getByRole('button', { name: /^Renvoyer : Reçu/ }).click()
    await inspectConsole(page, 'commande-renvoi')
    await confirm(page, 'Renvoyer')
    await mails.getByText(message('à envoyer')).waitFor()
  })

  test('cancels an order not yet in preparation, which refunds the payment', async () => {
    const { ordreId } = await desk.bought(await desk.customer())
    const page = await desk.signedIn(['support'], `/commandes/${ordreId}`)
    await page.getByText('À préparer', { exact: true }).first().waitFor()
    await button(page, 'Annuler la commande').click()
    assert.ok(await question(page).getByLabel(message('Rembourser 69,75 € au client')).isChecked())
    await question(page).getByRole('button', { name: 'Garder la commande' }).last().waitFor()
    await inspectConsole(page, 'commande-annulation')
    await confirm(page, 'Annuler et rembourser 69,75')
    await life(page).getByText('Annulée par la boutique', { exact: true }).waitFor()
    await life(page).getByText(message('Remboursement de 69,75')).waitFor()
    for (const name of ['Rembourser', 'Annuler la commande', 'Marquer prête'])
      assert.equal(await button(page, name).count(), 0, name)
  })

  test('cancels an order in preparation with its refund or without, and finds those that still hold money', async () => {
    const [refunded, kept] = [
      await desk.bought(await desk.customer()),
      await desk.bought(await desk.customer('Sam', 'Sansremboursement')),
    ]
    for (const { ordreId } of [refunded, kept]) await desk.after.move(ordreId, 'EN_PREPARATION')
    const page = await desk.signedIn(['support'], `/commandes/${refunded.ordreId}`)
    await button(page, 'Rembourser').waitFor()
    await button(page, 'Annuler la commande').click()
    await confirm(page, 'Annuler et rembourser 69,75')
    await life(page).getByText(message('Remboursement de 69,75')).waitFor()
    await life(page).getByText('Commande annulée', { exact: true }).waitFor()
    assert.equal(
      await life(page)
        .getByText(/^Par Membre/)
        .count(),
      2,
    )

    await page.goto(`${desk.url}/commandes/${kept.ordreId}`)
    await button(page, 'Annuler la commande').click()
    await question(page).getByLabel(message('Rembourser 69,75')).uncheck()
    await question(page).getByText('la liste des commandes le signale').waitFor()
    await confirm(page, 'Annuler la commande')
    await page.getByText('À rembourser', { exact: true }).waitFor()
    await page.getByRole('link', { name: '← Commandes' }).click()
    await button(page, 'Annulées, à rembourser').click()
    await page.getByRole('link', { name: kept.ordreId.slice(0, 12) }).waitFor()
    await page.getByRole('link', { name: refunded.ordreId.slice(0, 12) }).waitFor({ state: 'detached' })
    await inspectConsole(page, 'commandes-a-rembourser')
  })

  test('is notified of another user’s change, and nothing is done twice', async () => {
    const { ordreId, transactionId } = await desk.bought(await desk.customer())
    await desk.delivered(ordreId)
    const page = await desk.signedIn(['support'], `/commandes/${ordreId}`)
    await button(page, 'Rembourser').click()
    await question(page).getByLabel('Montant à rendre').fill('10')
    assert.equal((await desk.after.refund(transactionId, 10)).status, 201)
    await question(page)
      .getByRole('button', { name: message('Rembourser 10,00') })
      .click()
    await question(page).getByRole('alert').getByText(message('entre-temps')).waitFor()
    await question(page).getByRole('button', { name: 'Annuler' }).last().click()
    await button(page, 'Rembourser').click()
    await question(page).getByText(message('Il reste 59,75')).waitFor()
    assert.equal((await desk.after.payment(ordreId)).rembourseCents, 1_000)
  })

  test('sees a customer’s points, purchases, orders and mails, but cannot export their data', async () => {
    const camille = await desk.customer('Jeanne', 'Lefèvre')
    const { ordreId } = await desk.bought(camille)
    await desk.delivered(ordreId)
    const page = await desk.signedIn(['support'], '/clients')
    await page.getByRole('searchbox').fill('lefevre')
    await page.getByRole('link', { name: 'Jeanne Lefèvre' }).waitFor()
    await inspectConsole(page, 'clients')
    await page.getByRole('link', { name: 'Jeanne Lefèvre' }).click()
    await page.getByRole('region', { name: 'Fidélité' }).getByText('69').waitFor()
    await page
      .getByRole('region', { name: 'Achats' })
      .getByText(message('69,75 € en tout, 3 articles'))
      .waitFor()
    await page
      .getByRole('link', { name: ordreId.slice(0, 12) })
      .first()
      .waitFor()
    await inspectConsole(page, 'client')
    for (const name of ['Exporter ses données', 'Effacer ce client'])
      assert.equal(await button(page, name).count(), 0, name)
  })

  test('lists payments with their outcomes, filters them and compares them with their orders', async () => {
    const camille = await desk.customer()
    const { ordreId, transactionId } = await desk.bought(camille)
    const page = await desk.signedIn(['support'], '/paiements')
    await page.getByRole('link', { name: `Paiement ${transactionId}` }).waitFor()
    await button(page, 'Comparer').click()
    await page.getByText(message('Tout concorde')).waitFor()
    await inspectConsole(page, 'paiements')
    await page
      .getByRole('group', { name: 'Issues' })
      .getByRole('button', { name: /Refusé/ })
      .click()
    await page.getByText('Aucun paiement ne correspond').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('statut'), 'refuse')
    await button(page, 'Effacer les filtres').click()
    await page.getByRole('searchbox').fill(ordreId)
    await page.getByText('1 en tout').waitFor()
    await page.getByRole('link', { name: `Paiement ${transactionId}` }).click()
    await page
      .getByRole('heading', { name: message(`Paiement n° ${transactionId}`) })
      .first()
      .waitFor()
    await inspectConsole(page, 'paiement')
  })
})

describe('a warehouse user', () => {
  test('prepares and sends an order; a user with outdated data is notified', async () => {
    const { ordreId } = await desk.bought(await desk.customer())
    const page = await desk.signedIn(['warehouse'], `/commandes/${ordreId}`)
    await page.getByRole('link', { name: message('Ouvrir les bons') }).waitFor()
    assert.equal(await button(page, 'Rembourser').count(), 0)
    await button(page, 'Marquer prête').click()
    await confirm(page, 'Marquer prête')
    await button(page, 'Marquer expédiée').click()
    await question(page)
      .getByLabel(/^N° de suivi/)
      .fill('6A1234567890')
    await inspectConsole(page, 'commande-expedition')
    await confirm(page, 'Marquer expédiée')
    await life(page).getByText('N° de suivi : 6A1234567890').waitFor()

    await button(page, 'Marquer livrée').click()
    await desk.after.move(ordreId, 'ANNULEE')
    await question(page).getByRole('button', { name: 'Marquer livrée' }).click()
    await question(page).getByRole('alert').getByText(message('entre-temps')).waitFor()
    assert.equal((await desk.after.read(ordreId)).statut, 'ANNULEE')
  })
})

test('a warehouse user prints the slips of several orders, marks them as ready, and learns which are not', async () => {
  const client = await desk.customer('Robin', 'Groupe')
  const [one, other] = [await desk.bought(client), await desk.bought(client)]
  const unpaid = await desk.unpaid(client)
  const page = await desk.signedIn(['warehouse'], '/commandes?search=groupe')
  await button(page, 'À préparer').click()
  await page.getByRole('link', { name: one.ordreId.slice(0, 12) }).waitFor()
  await page.getByRole('link', { name: unpaid.ordreId.slice(0, 12) }).waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('robin')
  await button(page, 'Toutes').click()
  await page.getByLabel('Tout choisir').check()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Imprimer les bons (2)' }).click()
  await (await opened).getByRole('heading', { name: '2 bons de préparation' }).waitFor()
  await inspectConsole(page, 'commandes-choisies')
  await button(page, 'Marquer prêtes (3)').click()
  const outcome = page.getByRole('status')
  await outcome.getByText('Prêtes : 2').waitFor()
  await outcome
    .getByRole('listitem')
    .filter({ hasText: unpaid.ordreId.slice(0, 12) })
    .getByText(/aucun bon/)
    .waitFor()
  await inspectConsole(page, 'commandes-pretes')
  assert.equal(await page.getByLabel(`Choisir ${unpaid.ordreId}`).isChecked(), true)
  for (const { ordreId } of [one, other])
    await eventually('the order is in preparation', async () => {
      return (await desk.after.read(ordreId)).statut === 'EN_PREPARATION'
    })
})

describe('an owner', () => {
  test('exports the data of a customer, then erases them; the page shows the progress', async () => {
    const camille = await desk.customer('Sacha', 'Oubli')
    const page = await desk.signedIn(['admin'], `/clients/${camille.idClient}`)
    const download = page.waitForEvent('download')
    await button(page, 'Exporter ses données').click()
    assert.ok((await text(await (await download).createReadStream())).includes(camille.adresseMail))

    await button(page, 'Effacer ce client').click()
    const erase = question(page).getByRole('button', { name: 'Effacer Sacha Oubli' })
    assert.ok(await erase.isDisabled())
    await question(page)
      .getByLabel(/^Pour confirmer/)
      .fill('sacha oubli')
    await inspectConsole(page, 'client-effacement')
    await erase.click()
    await page.getByText(message('Client effacé le')).waitFor()
    await page.getByText(camille.adresseMail).waitFor({ state: 'detached' })
    assert.equal(await button(page, 'Effacer ce client').count(), 0)
    await inspectConsole(page, 'client-efface')
    await eventually('the customer no longer exists', async () => {
      const path = `/api/publique/clients/${camille.idClient}`
      return (await desk.shop.call('GET', path, undefined, KEYS.admin)).status === 404
    })
  })

  test('learns why a customer with an open order is not erased', async () => {
    const camille = await desk.customer('Alix', 'Ouvert')
    await desk.bought(camille)
    const page = await desk.signedIn(['admin'], `/clients/${camille.idClient}`)
    await button(page, 'Effacer ce client').click()
    await question(page)
      .getByLabel(/^Pour confirmer/)
      .fill('Alix Ouvert')
    await question(page).getByRole('button', { name: 'Effacer Alix Ouvert' }).click()
    await question(page).getByRole('alert').waitFor()
    assert.equal(
      (await desk.shop.call('GET', `/api/publique/clients/${camille.idClient}`, undefined, KEYS.admin))
        .status,
      200,
    )
  })
})

describe('a shop assistant', () => {
  test('registers a customer, finds them again, and sees their orders without unauthorized actions', async () => {
    const camille = await desk.customer('Nour', 'Client')
    const { ordreId } = await desk.bought(camille)
    const page = await desk.signedIn(['till'], '/clients')
    await button(page, 'Nouveau client').click()
    await question(page).getByLabel('Prénom').fill('Lou')
    await button(page, 'Créer la fiche').click()
    await question(page).getByText('À remplir').waitFor()
    await question(page).getByLabel('Nom de famille').fill('Nouvelle')
    await question(page).getByLabel('E-mail').fill(camille.adresseMail)
    await button(page, 'Créer la fiche').click()
    await question(page).getByRole('alert').waitFor()
    await inspectConsole(page, 'client-nouveau')
    await question(page).getByLabel('E-mail').fill('lou.nouvelle@example.org')
    await button(page, 'Créer la fiche').click()
    await page.getByRole('heading', { name: 'Lou Nouvelle' }).waitFor()

    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.getByRole('searchbox').fill(ordreId)
    await page.getByRole('link', { name: ordreId.slice(0, 12) }).click()
    await life(page).getByText('Commande passée').waitFor()
    for (const name of ['Rembourser', 'Annuler la commande', 'Marquer prête'])
      assert.equal(await button(page, name).count(), 0, name)
    await page.getByRole('link', { name: message('Ouvrir la facture') }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Paiements' }).count(), 0)
  })
})
