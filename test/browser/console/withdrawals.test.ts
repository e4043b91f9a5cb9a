import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../support/eventually.ts'
import { KEYS } from '../../support/guarded.ts'
import { createWithdrawalActions, EMAIL } from '../../support/withdrawals.ts'
import { inspectConsole } from '../support/console.ts'
import { openSales } from '../support/sales.ts'

let desk: Awaited<ReturnType<typeof openSales>>
let actions: ReturnType<typeof createWithdrawalActions>
before(async () => {
  desk = await openSales()
  actions = createWithdrawalActions(desk.shop, KEYS.admin)
})

const dialog = (page: Page) => page.getByRole('dialog')
const articleIdOf = async (ordreId: string, name: string) => {
  const path = `/api/v1/privee/commandes/${ordreId}/dossier`
  const { body } = await desk.shop.call<{ articlesCommandes: { articleId: string; nom: string }[] }>(
    'GET',
    path,
    undefined,
    KEYS.admin,
  )
  return body.articlesCommandes.find(({ nom }) => nom.startsWith(name))?.articleId ?? ''
}
const withdraw = (ordreId: string, courriel: string) => actions.withdraw(ordreId, undefined, { courriel })

describe('a support user', () => {
  test('accepts a withdrawal from an order that is not sent, which cancels and refunds it', async () => {
    const { ordreId } = await desk.bought(await desk.customer())
    await withdraw(ordreId, 'autre.adresse@example.org')
    const page = await desk.signedIn(['support'], '/retractations')
    const row = page.getByRole('row', { name: new RegExp(ordreId.slice(0, 12)) })
    await row.getByText('Toute la commande').waitFor()
    await row.getByText(/encore 1[34] j/).waitFor()
    await inspectConsole(page, 'retractations')
    await page.getByRole('button', { name: `Accepter la rétractation de ${ordreId.slice(0, 12)}` }).click()
    await dialog(page)
      .getByRole('button', { name: `Accepter la rétractation de ${ordreId.slice(0, 12)}` })
      .click()
    await page.getByText('La rétractation est acceptée, la commande annulée et remboursée.').waitFor()
    await page.getByText('Aucune rétractation à vérifier.').waitFor()
    await eventually('the order is refunded', async () => {
      const { paiement, statut } = await actions.after.read(ordreId)
      return statut === 'ANNULEE' && paiement.rembourseCents === 6_975
    })
    await page.getByRole('combobox', { name: 'État' }).click()
    await page.getByRole('option', { name: 'Remboursée' }).click()
    await page.getByRole('link', { name: ordreId.slice(0, 12) }).click()
    const section = page.getByRole('region', { name: 'Rétractations' })
    await section.getByText('Remboursée').waitFor()
  })

  test('records the return that an accepted withdrawal of one article is waiting for', async () => {
    const customer = await desk.customer()
    const { ordreId } = await desk.bought(customer)
    await desk.delivered(ordreId)
    const lampId = await articleIdOf(ordreId, 'Lampe')
    const lamp = [{ id: lampId, quantite: 1 }]
    const more = { courriel: customer.adresseMail }
    assert.equal((await actions.withdraw(ordreId, lamp, more)).statut, 'acceptee')
    const page = await desk.signedIn(['support'], `/commandes/${ordreId}`)
    const section = page.getByRole('region', { name: 'Rétractations' })
    await section.getByText(/^1 × Lampe de bureau/).waitFor()
    await section.getByText(/À rembourser avant le/).waitFor()
    await inspectConsole(page, 'commande-retractation')
    await page.getByRole('button', { name: 'Enregistrer un retour' }).click()
    assert.match(await dialog(page).getByRole('combobox', { name: 'Rétractation' }).inputValue(), /^Reçue le/)
    await dialog(page)
      .getByLabel(/Lampe de bureau/)
      .fill('1')
    await inspectConsole(page, 'commande-retour-retractation')
    await dialog(page)
      .getByRole('button', { name: /^Rembourser 29,90\s€$/ })
      .click()
    await section.getByText('Remboursée').waitFor()
    const { data, total } = await actions.list(`&ordreId=${ordreId}`)
    assert.deepEqual([data.map(({ statut }) => statut), total], [['remboursee'], 1])
  })

  test('refunds the delivery with the return that completes a withdrawal of the whole order', async () => {
    const method = { code: 'colis', nom: 'Colis', type: 'domicile', tarifs: [{ prixCents: 490 }] }
    await desk.shop.call('POST', '/api/v1/privee/modes-livraison', method, KEYS.admin)
    const { id } = await actions.product({ nom: 'Vase' })
    const { ordreId } = await actions.after.paidOrder([{ id, quantite: 1, prixUnitaireCents: 1_000 }], {
      ...{ clientInfo: { prenom: 'Ada', email: EMAIL }, livraison: { code: 'colis' } },
      ...{ adresseLivraison: { rue: '1 rue de la Paix', codePostal: '75002' }, montantTotalCents: 1_490 },
    })
    await desk.delivered(ordreId)
    assert.equal((await withdraw(ordreId, EMAIL)).statut, 'acceptee')
    const page = await desk.signedIn(['support'], `/commandes/${ordreId}`)
    await page.getByRole('button', { name: 'Enregistrer un retour' }).click()
    await dialog(page).getByLabel(/Vase/).fill('1')
    await dialog(page)
      .getByRole('button', { name: /^Rembourser 10,00\s€ et la livraison$/ })
      .click()
    await eventually(
      'the delivery is refunded',
      async () => (await actions.after.payment(ordreId)).rembourseCents === 1_490,
    )
  })

  test('refuses a withdrawal from an unknown order only with a reason', async () => {
    const name = 'Commande du 12 novembre'
    const { id: vase } = await actions.product({ nom: 'Vase bleu' })
    // Anybody can declare anything: an article twice, one by a text that is no product, and more than a row shows.
    const articles = [vase, 'Le vase', ...Array.from({ length: 5 }, () => vase)]
    const { id } = await actions.withdraw(
      name,
      articles.map(id => ({ id, quantite: 1 })),
    )
    const page = await desk.signedIn(['support'], '/retractations?commande=inconnue')
    const row = page.getByRole('row', { name: new RegExp(name) })
    await row.getByText('Commande inconnue').waitFor()
    await row.getByText('1 × Vase bleu').first().waitFor()
    await row.getByText('1 × Le vase').waitFor()
    await row.getByText('+ 2').waitFor()
    assert.equal(await row.getByRole('button', { name: /^Accepter/ }).count(), 0)
    await row.getByRole('button', { name: /^Refuser/ }).click()
    const refuse = dialog(page).getByRole('button', { name: `Refuser la rétractation de ${name}` })
    assert.ok(await refuse.isDisabled())
    await dialog(page)
      .getByLabel(/^Motif/)
      .fill('Aucune commande à ce nom')
    await inspectConsole(page, 'retractation-refus')
    await refuse.click()
    await page.getByText('La rétractation est refusée.').waitFor()
    const refused = (await actions.list()).data.find(each => each.id === id)
    assert.deepEqual([refused?.statut, refused?.motif], ['refusee', 'Aucune commande à ce nom'])
  })

  test('is told if somebody else has decided first', async () => {
    const { ordreId } = await desk.bought(await desk.customer())
    const { id } = await withdraw(ordreId, 'autre.adresse@example.org')
    const page = await desk.signedIn(['support'], '/retractations')
    await page.getByRole('button', { name: `Accepter la rétractation de ${ordreId.slice(0, 12)}` }).click()
    await actions.decide(id, { statut: 'refusee', motif: 'Déjà retournée' })
    await dialog(page)
      .getByRole('button', { name: `Accepter la rétractation de ${ordreId.slice(0, 12)}` })
      .click()
    await dialog(page).getByText('Quelqu’un d’autre vient de changer cela').waitFor()
    assert.equal((await actions.after.read(ordreId)).statut, 'EN_ATTENTE')
  })
})

test('staff without the right see no withdrawals', async () => {
  const page = await desk.signedIn(['warehouse'], '/retractations')
  await page.getByText(/il vous manque un droit : Service client\. .* le rôle Service client ou/).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Rétractations' }).count(), 0)
})
