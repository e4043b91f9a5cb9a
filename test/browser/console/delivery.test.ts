import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../../support/eventually.ts'
import { KEYS } from '../../support/guarded.ts'
import { createShopActions } from '../../support/shopping.ts'
import { inspectConsole, openConsole } from '../support/console.ts'
import { createOrderActions } from '../support/paid-orders.ts'

type Method = { code: string; zones: object[]; tarifs: object[]; actif: boolean }

let desk: Awaited<ReturnType<typeof openConsole>>
let lampId: number
before(async () => {
  desk = await openConsole()
  const { product } = createShopActions(desk.shop, KEYS.admin['x-api-key'])
  lampId = (await product({ nom: 'Lampe de bureau Halo', prixDeVenteCents: 4_990, poids: '800 g' })).id
  await eventually('the catalogue contains the product', async () => {
    const { body } = await desk.shop.call<{ data: unknown[] }>('GET', '/api/products?search=lampe')
    return body.data.length === 1
  })
})

const METHODS = '/api/v1/privee/modes-livraison'
const methods = async () => (await desk.shop.call<Method[]>('GET', METHODS, undefined, KEYS.admin)).body
const create = (fields: object) =>
  desk.shop.call(
    'POST',
    METHODS,
    { nom: 'Express', type: 'domicile', tarifs: [{ prixCents: 990 }], ...fields },
    KEYS.admin,
  )
const preview = (page: Page) => page.getByRole('region', { name: 'Prix pour un panier' })

describe('a manager of the catalogue', () => {
  test('creates a delivery method and sees its price for a basket and a postcode', async () => {
    const page = await desk.signedIn(['catalogue'], '/livraison')
    await page.getByText('Aucun mode de livraison : les commandes ne paient pas de livraison.').waitFor()
    await page.getByRole('link', { name: 'Nouveau mode de livraison' }).click()
    await page.getByRole('button', { name: 'Créer le mode' }).click()
    await page.getByText('2 à 40 signes').waitFor()
    await inspectConsole(page, 'livraison-nouveau')
    await page.getByLabel('Nom, tel que le client le voit').fill('Colis à domicile')
    await page.getByLabel(/^Code \*|^Code$/).fill('colis')
    const prefixes = page.getByRole('combobox', { name: 'Débuts de codes postaux : France' })
    await prefixes.fill('59, 75,')
    await page.getByRole('combobox', { name: 'Ajouter un pays' }).fill('belg')
    await page.getByRole('option', { name: 'Belgique' }).click()
    await page.getByLabel('Prix, ligne 1').fill('4,90')
    await page.getByLabel('Jusqu’au poids, ligne 1').fill('1000')
    await page.getByRole('button', { name: 'Ajouter une ligne' }).click()
    await page.getByLabel('Prix, ligne 2').fill('9,90')
    await page.getByLabel(/^Au moins/).fill('2')
    await page.getByLabel(/^Au plus/).fill('4')
    await page.getByLabel(/^Adresse de suivi/).fill('https://suivi.example')
    await page.getByRole('button', { name: 'Créer le mode' }).click()
    await page.getByText('Une adresse https:// qui contient {numero}').waitFor()
    await page.getByLabel(/^Adresse de suivi/).fill('https://suivi.example/{numero}')
    await page.getByRole('button', { name: 'Créer le mode' }).click()
    await page.getByRole('heading', { name: 'Colis à domicile', level: 1 }).waitFor()
    const [made] = await methods()
    assert.deepEqual(made?.zones, [
      { pays: 'FR', prefixes: ['59', '75'] },
      { pays: 'BE', prefixes: [] },
    ])
    assert.deepEqual(made?.tarifs, [
      { aPartirDeCents: 0, jusquAGrammes: 1000, prixCents: 490 },
      { aPartirDeCents: 0, jusquAGrammes: null, prixCents: 990 },
    ])

    const basket = preview(page)
    await basket.getByRole('combobox', { name: 'Ajouter un article au panier' }).fill('Lampe')
    await page.getByRole('option', { name: /^Lampe/ }).click()
    await basket.getByText('Non proposé ici : Colis à domicile').waitFor()
    await basket.getByLabel('Code postal').fill('59 800')
    await basket.getByRole('row', { name: /Colis à domicile 2 à 4 jours ouvrés 4,90/ }).waitFor()
    await basket.getByLabel('Quantité de Lampe de bureau Halo').fill('2')
    await basket.getByRole('row', { name: /Colis à domicile 2 à 4 jours ouvrés 9,90/ }).waitFor()
    await inspectConsole(page, 'livraison-mode')

    await page.getByLabel('Prix, ligne 2').fill('12')
    await basket.getByText('Les changements comptent une fois enregistrés.').waitFor()
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await basket.getByRole('row', { name: /12,00/ }).waitFor()
    await page.getByRole('link', { name: '← Tous les modes' }).click()
    await page.getByRole('row', { name: /France \(en partie\), Belgique/ }).waitFor()
    await inspectConsole(page, 'livraison')
  })

  test('deletes a method, but only deactivates one that an order has', async () => {
    assert.equal((await create({ code: 'express' })).status, 201)
    const { placed } = createShopActions(desk.shop, KEYS.admin['x-api-key'])
    await placed([{ id: lampId, quantite: 1, prixUnitaireCents: 4_990 }], {
      ...{ livraison: { code: 'express' }, montantTotalCents: 5_980 },
      adresseLivraison: { rue: '1 rue de la Paix', codePostal: '75002', ville: 'Paris' },
    })
    assert.equal((await create({ code: 'coursier', nom: 'Coursier' })).status, 201)
    const page = await desk.signedIn(['catalogue'], '/livraison/express')
    await page.getByRole('button', { name: 'Supprimer…' }).click()
    await page.getByRole('button', { name: 'Supprimer « Express »' }).click()
    await page.getByText('Une commande porte ce mode : désactivez-le plutôt.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).last().click()
    await page.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Point relais' }).click()
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByText('son type ne peut plus changer').waitFor()
    await page.getByRole('button', { name: 'Désactiver' }).click()
    await page.getByText('Désactivé', { exact: true }).waitFor()
    assert.equal((await methods()).find(({ code }) => code === 'express')?.actif, false)

    await page.goto(`${desk.url}/livraison/coursier`)
    await page.getByRole('button', { name: 'Supprimer…' }).click()
    await page.getByRole('button', { name: 'Supprimer « Coursier »' }).click()
    await page.getByText('Le mode de livraison est supprimé.').waitFor()
    assert.ok((await methods()).every(({ code }) => code !== 'coursier'))
  })

  test('creates a promotion of free delivery with the keyboard, for one of the methods', async () => {
    await create({ code: 'nuit', nom: 'Livraison de nuit' })
    const page = await desk.signedIn(['catalogue'], '/promotions/nouvelle')
    await page.getByLabel('Nom, tel que le client le voit').focus()
    await page.keyboard.type('Livraison offerte en novembre')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'La livraison offerte' }).waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Pour ces modes de livraison' }).focus()
    await page.keyboard.type('xyz')
    // Without a matching choice, Enter must not create the promotion for all methods.
    await page.keyboard.press('Enter')
    for (const _ of 'xyz') await page.keyboard.press('Backspace')
    await page.keyboard.type('nuit')
    await page.getByRole('option', { name: 'Livraison de nuit' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    assert.equal(await page.getByText('Sur ces produits').count(), 0)
    await inspectConsole(page, 'promotion-livraison')
    await page.getByRole('button', { name: 'Créer la promotion' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Livraison offerte', { exact: true }).waitFor()
    const { body } = await desk.shop.call<{ typePromotion: string; modesLivraison?: string[] }[]>(
      'GET',
      '/api/publique/data',
      undefined,
      KEYS.admin,
    )
    const [made] = body.filter(({ typePromotion }) => typePromotion === 'LIVRAISON_OFFERTE')
    assert.deepEqual(made?.modesLivraison, ['nuit'])
  })
})

test('an order shows its method, price, pick-up point and tracking page', async () => {
  const suiviUrl = 'https://suivi.example/colis/{numero}'
  const delaiJours = { min: 2, max: 4 }
  await create({ code: 'point', nom: 'Point de retrait', type: 'relais', suiviUrl, delaiJours })
  const { placed } = createShopActions(desk.shop, KEYS.admin['x-api-key'])
  const pointRelais = { id: 'R-1', nom: 'Tabac de la Mairie', adresse: '3 place de la Mairie, Lille' }
  const { ordreId } = await placed([{ id: lampId, quantite: 1, prixUnitaireCents: 4_990 }], {
    ...{ livraison: { code: 'point', pointRelais }, montantTotalCents: 5_980 },
    adresseLivraison: { rue: '1 rue de la Paix', codePostal: '75002', ville: 'Paris' },
  })
  const move = (nouveauStatut: string, more: object = {}) =>
    desk.shop.call('PATCH', `/api/commandes/${ordreId}/statut`, { nouveauStatut, ...more }, KEYS.admin)
  await move('EN_PREPARATION')
  assert.equal((await move('EXPEDIEE', { trackingNumber: '6A 123' })).status, 200)
  const page = await desk.signedIn(['support'], `/commandes/${ordreId}`)
  const delivery = page.locator('.sums > div').filter({ hasText: 'Livraison, Point de retrait' })
  await delivery.getByText(/^9,90/).waitFor()
  await page.getByText('2 à 4 jours ouvrés').waitFor()
  await page.getByText('Tabac de la Mairie').waitFor()
  const tracking = page.getByRole('link', { name: '6A 123' })
  assert.equal(await tracking.getAttribute('href'), 'https://suivi.example/colis/6A%20123')
  await inspectConsole(page, 'commande-livraison')
})

test('support corrects the recipient of an order with the keyboard, where its method delivers', async () => {
  await create({ code: 'lyon', nom: 'Coursier lyonnais', zones: [{ pays: 'FR', prefixes: ['69'] }] })
  const { order, store } = createOrderActions(desk.shop)
  const { ordreId } = await order(await store('Lyon'), ['Tapis'], {
    ...{ clientId: 'INVITE_7', livraison: { code: 'lyon' }, montantTotalCents: 1_990 },
    clientInfo: { prenom: 'Zoé', nom: 'Roux', email: 'zoe@example.org', telephone: '0611' },
    adresseLivraison: { rue: '1 rue Ici', codePostal: '69001', ville: 'Lyon', digicode: '12A' },
  })
  const page = await desk.signedIn(['support', 'warehouse'], `/commandes/${ordreId}`)
  const documents = page.getByRole('region', { name: 'Factures et bons de préparation' })
  await documents.getByText('à préparer').waitFor()
  const opener = page.getByRole('button', { name: 'Corriger le destinataire' })
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Corriger le destinataire' })
  const field = (group: string, name: string) =>
    dialog.getByRole('group', { name: group }).getByRole('textbox', { name })
  await field('Livraison', 'digicode').waitFor()
  assert.equal(await field('Livraison', 'Nom').inputValue(), 'Zoé Roux')
  await field('Livraison', 'Ville').fill('')
  await field('Client invité', 'E-mail').fill('zoé')
  await page.keyboard.press('Enter')
  await dialog.getByText('À remplir').waitFor()
  await dialog.getByText('Cette adresse n’est pas complète').waitFor()
  assert.equal(await page.evaluate('document.activeElement.value'), '')
  await page.keyboard.type('Paris')
  await field('Livraison', 'Code postal').fill('75002')
  await field('Client invité', 'E-mail').fill('zoe.roux@example.org')
  await page.keyboard.press('Enter')
  await dialog.getByText('« Coursier lyonnais » ne livre pas cette adresse').waitFor()
  assert.equal(await page.evaluate('document.activeElement.value'), '75002')
  await inspectConsole(page, 'commande-destinataire')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('69003')
  await field('Livraison', 'Ville').fill('Lyon')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Corriger le destinataire')
  await page.getByText('69003 Lyon').waitFor()
  await documents.getByText(/adresse corrigée/).waitFor()
  await page.getByText('Destinataire corrigé').waitFor()
  await page
    .getByRole('region', { name: 'Courriels' })
    .getByText(/^zoe\.roux@example\.org/)
    .first()
    .waitFor()
  await inspectConsole(page, 'commande-corrigee')
})

test('support reads methods and tries prices, and changes none', async () => {
  await create({ code: 'relais', nom: 'Point relais', type: 'relais' })
  const page = await desk.signedIn(['support'], '/livraison')
  await page.getByRole('link', { name: 'Point relais' }).click()
  await page.getByRole('heading', { name: 'Point relais', level: 1 }).waitFor()
  await page.getByText('Partout').waitFor()
  await preview(page).waitFor()
  assert.equal(await page.getByRole('button', { name: /Enregistrer|Désactiver|Supprimer/ }).count(), 0)
  await inspectConsole(page, 'livraison-lecture')
  await page.goto(`${desk.url}/livraison`)
  await page.getByRole('link', { name: 'Point relais' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Nouveau mode de livraison' }).count(), 0)
})

test('support takes an order by telephone: scans, corrects what is refused, places it once, and gets a payment link', async () => {
  await create({ code: 'mer', nom: 'Outre-mer', zones: [{ pays: 'GP', prefixes: [] }] })
  await create({ code: 'colissimo', nom: 'Colissimo', zones: [{ pays: 'FR', prefixes: ['69'] }] })
  const { body } = await desk.shop.call<{ ean: string }>('GET', `/api/publique/produits/${lampId}`)
  const page = await desk.signedIn(['support'], '/commandes')
  await page.getByRole('link', { name: 'Nouvelle commande' }).click()
  const scan = page.getByRole('combobox', { name: 'Nom ou code-barres d’un article' })
  await scan.fill('00000000')
  await scan.press('Enter')
  await page.getByText('Aucun produit n’a le code 00000000').waitFor()
  for (const _twice of [1, 2]) {
    await scan.fill(body.ean)
    await scan.press('Enter')
    await page.getByLabel('Quantité de Lampe de bureau Halo').waitFor()
  }
  const button = page.getByRole('button', { name: /^Passer la commande de/ })
  await page.getByRole('button', { name: /de 99,80/ }).press('Enter')
  assert.equal(await page.getByText('À remplir').count(), 5)
  await page.getByRole('textbox', { name: /^Nom/ }).first().fill('Martin')
  await page.getByRole('textbox', { name: 'Prénom' }).fill('Camille')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('camille.martin@example.org')
  await page.getByRole('checkbox', { name: 'Créer une fiche de fidélité' }).check()
  await page.getByRole('textbox', { name: 'Rue et numéro' }).fill('3 rue Mercière')
  await page.getByRole('textbox', { name: 'Code postal' }).fill('69002')
  await page.getByRole('textbox', { name: 'Ville' }).fill('Lyon')
  await page.getByRole('combobox', { name: 'Mode de livraison' }).click()
  await page.getByRole('option', { name: /^Colissimo, 9,90/ }).click()
  await page.getByRole('textbox', { name: 'Codes promotionnels' }).fill('NOEL-2000')
  await page.getByText('NOEL-2000 : inconnu').waitFor()
  await page.getByRole('button', { name: /de 109,70/ }).click()
  await page.getByRole('alert').waitFor()
  await inspectConsole(page, 'commande-par-telephone')
  await page.getByRole('textbox', { name: 'Codes promotionnels' }).fill('')
  await page.getByText('NOEL-2000 : inconnu').waitFor({ state: 'detached' })
  await page.waitForFunction("!document.querySelector('[type=submit]').disabled")
  await button.dblclick()
  const dialog = page.getByRole('dialog', { name: 'Lien de paiement' })
  await dialog.getByText(/\/paiement\/[\w-]{43}$/).waitFor()
  await dialog.getByRole('button', { name: 'Envoyer le lien par courriel' }).press('Enter')
  await dialog.getByText(/^À envoyer à camille\.martin@example\.org : le courriel attend/).waitFor()
  await inspectConsole(page, 'commande-lien')
  await page.keyboard.press('Escape')
  await page
    .getByRole('region', { name: 'Courriels' })
    .getByText(/^Réglez votre commande/)
    .waitFor()

  type Orders = { data: { clientId: string; montantTotalCents: number; adresseLivraison: object }[] }
  const search = '/api/v1/privee/commandes?search=camille.martin@example.org'
  const { body: orders } = await desk.shop.call<Orders>('GET', search, undefined, KEYS.admin)
  assert.partialDeepStrictEqual(orders.data, [
    {
      montantTotalCents: 10_970,
      adresseLivraison: { rue: '3 rue Mercière', codePostal: '69002', ville: 'Lyon' },
    },
  ])
  assert.match(orders.data[0]?.clientId ?? '', /^CLI_/)
  assert.equal(orders.data.length, 1)
})
