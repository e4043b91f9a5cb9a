import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { SEPARATE_CALLERS } from '../../support/callers.ts'
import { KEYS } from '../../support/guarded.ts'
import { startUpstream } from '../../support/upstream.ts'
import { inspectConsole, openConsole } from '../support/console.ts'

type Row = { id: number }

const requests = [
  {
    ...{ id: 7, name: 'Câbles USB-C', status: 'ACCEPTED', category: 'accessoires', created_by: 'Lille' },
    ...{ created_at: '2026-11-20T09:00:00.000Z', delivery_date: '2026-11-25' },
  },
  { id: 8, name: 'Écrans 24 pouces', status: 'PENDING' },
]

let desk: Awaited<ReturnType<typeof openConsole>>
let lamp: Row
let store: Row
before(async () => {
  const purchasing = await startUpstream((_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(requests)),
  )
  desk = await openConsole({ ...SEPARATE_CALLERS, COMPTOIR_PURCHASING_URL: purchasing })
  lamp = await made('produits', {
    ...{ ean: '2100000000012', nom: 'Lampe de bureau', prixDeVenteCents: 3990, marque: 'Miradou' },
    ...{ photosUrls: ['https://shop.example/face.jpg', 'https://shop.example/dos.jpg'] },
  })
  await made('produits', { ean: '2100000000029', nom: 'Ampoule LED', prixDeVenteCents: 690 })
  await made('fournisseurs', { nomLegal: 'Lumières du Nord', codeFournisseur: 'LDN', statut: 'actif' })
  store = await made('magasins', { nom: 'Lille Centre', adresse: '1 place du Théâtre, Lille' })
})

const made = async (name: string, body: object) =>
  (await desk.shop.call<Row>('POST', `/api/publique/${name}`, body, KEYS.admin)).body
const read = async <Body>(url: string) => (await desk.shop.call<Body>('GET', url, undefined, KEYS.admin)).body
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const lampPage = () => `/produits/${lamp.id}`
const lampNow = () => read<Record<string, unknown>>(`/api/publique/produits/${lamp.id}`)

/** Creates a file of this many products, of which every thousandth has no name. */
const fileOf = (count: number) => ({
  name: 'catalogue-hiver.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    `ean;nom;prixDeVenteCents;description\n${Array.from(
      { length: count },
      (_, i) =>
        `26${String(i).padStart(11, '0')};${i % 1_000 === 999 ? '' : `Boule ${i}`};${i};"Une boule de verre soufflé, ${'peinte à la main '.repeat(12)}"`,
    ).join('\n')}\n`,
  ),
})

describe('a catalogue manager', () => {
  test('finds a product, corrects rejected input, and saves its price, pictures and supplier', async () => {
    const page = await desk.signedIn(['catalogue'], '/produits')
    await heading(page, 'Produits').waitFor()
    await page.getByRole('searchbox').fill('bureau')
    await page.getByRole('link', { name: 'Ampoule LED' }).waitFor({ state: 'detached' })
    await inspectConsole(page, 'produits')
    await page.getByRole('link', { name: 'Lampe de bureau' }).click()
    await heading(page, 'Lampe de bureau').waitFor()

    await page.getByLabel('Nom *').fill('')
    await page.getByLabel('Prix de vente TTC').fill('42,5')
    await button(page, 'Enregistrer').click()
    await page.getByText('À remplir').waitFor()
    await page.getByLabel('Nom *').fill('Lampe de bureau laiton')
    await button(page, 'Descendre la photo 1').click()
    await button(page, 'Enregistrer').click()
    await page.getByText('Le produit est enregistré.').waitFor()
    assert.partialDeepStrictEqual(await lampNow(), {
      nom: 'Lampe de bureau laiton',
      prixDeVenteCents: 4250,
      photosUrls: ['https://shop.example/dos.jpg', 'https://shop.example/face.jpg'],
    })

    await button(page, 'Ajouter un fournisseur').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Fournisseur' }).click()
    await page.getByRole('option', { name: 'Lumières du Nord' }).click()
    await dialog.getByLabel('Prix d’achat').fill('18,2')
    await dialog.getByLabel('Délai de livraison').fill('5')
    await inspectConsole(page, 'produit-fournisseur')
    await button(page, 'Enregistrer').last().click()
    await page.getByRole('cell', { name: '18,20 €' }).waitFor()
    await inspectConsole(page, 'produit')
  })

  test('sees the former prices of a product, and excludes it from withdrawals', async () => {
    const { id } = await made('produits', { ean: '2100000000043', nom: 'Parfum', prixDeVenteCents: 5_000 })
    const page = await desk.signedIn(['catalogue'], `/produits/${id}`)
    const prices = page.getByRole('region', { name: 'Prix de vente depuis 400 jours' })
    await prices.getByText(/^50,00\s€ depuis le .*, sans changement\.$/).waitFor()
    await page.getByLabel('Prix de vente TTC').fill('42,5')
    await page.getByLabel('Le client peut se rétracter').press('Space')
    await button(page, 'Enregistrer').click()
    await prices.getByText('Les mêmes chiffres en tableau').click()
    const rows = await prices.getByRole('row').allInnerTexts()
    assert.match(rows.join('\n'), /50,00\s€\n.*42,50\s€$/)
    const { retractable } = await read<{ retractable: boolean }>(`/api/publique/produits/${id}`)
    assert.equal(retractable, false)
    await inspectConsole(page, 'produit-prix')
  })

  test('creates a product, learns that its barcode exists, and deletes it after a confirmation', async () => {
    const page = await desk.signedIn(['catalogue'], '/produits/nouveau')
    await page.getByLabel('Nom *').fill('Bougeoir')
    await page.getByLabel(/^Code-barres/).fill('2100000000013')
    await page.getByText('faute de frappe').waitFor()
    await page.getByLabel(/^Code-barres/).fill('2100000000012')
    await page.getByLabel('Prix de vente TTC').fill('12')
    await button(page, 'Créer le produit').click()
    await page.getByText('Un autre produit porte déjà ce code-barres.').waitFor()
    await inspectConsole(page, 'produit-nouveau')
    await page.getByLabel(/^Code-barres/).fill('2100000000036')
    await button(page, 'Créer le produit').click()
    await heading(page, 'Bougeoir').waitFor()

    await button(page, 'Supprimer…').click()
    await inspectConsole(page, 'produit-supprimer')
    await button(page, 'Supprimer « Bougeoir »').click()
    await page.getByText('Le produit est supprimé.').waitFor()
    await heading(page, 'Produits').waitFor()
    const { total } = await read<{ total: number }>('/api/publique/produits?ean=2100000000036&limit=1')
    assert.equal(total, 0)
  })

  test('is notified of another user’s change to the same product, and both changes survive', async () => {
    const [first, second] = [
      await desk.signedIn(['catalogue'], lampPage()),
      await desk.signedIn(['catalogue'], lampPage()),
    ]
    await second.getByLabel('Marque').fill('Lumina')
    await second.getByLabel('Poids').fill('1,2 kg')

    await first.getByLabel('Marque').fill('Miradou Paris')
    await first.getByLabel('Couleurs').fill('laiton')
    await button(first, 'Enregistrer').click()
    await first.getByText('Le produit est enregistré.').waitFor()

    await button(second, 'Enregistrer').click()
    await second
      .getByRole('alert')
      .getByText('Quelqu’un d’autre vient de modifier ce produit')
      .first()
      .waitFor()
    assert.partialDeepStrictEqual(await lampNow(), { marque: 'Miradou Paris', poids: null })
    await inspectConsole(second, 'produit-conflit')
    await second.getByRole('cell', { name: 'Miradou Paris' }).waitFor()
    await second.getByRole('cell', { name: 'Lumina' }).waitFor()

    await button(second, 'Garder ma saisie et reprendre le reste').click()
    await button(second, 'Enregistrer').click()
    await second.getByText('Le produit est enregistré.').waitFor()
    assert.partialDeepStrictEqual(await lampNow(), { marque: 'Lumina', poids: '1,2 kg', couleurs: 'laiton' })
  })

  test('imports 20,000 products: previews the result, reloads the page during the import, and loses nothing', async () => {
    const page = await desk.signedIn(['catalogue'], '/produits/imports')
    await button(page, 'Vérifier le fichier').click()
    await page.getByText('Choisissez un fichier').waitFor()
    await page.locator('input[type=file]').setInputFiles(fileOf(20_000))
    await inspectConsole(page, 'imports')
    await button(page, 'Vérifier le fichier').click()
    await heading(page, 'Ce que donnerait l’import').waitFor({ timeout: 60_000 })
    await page.getByText('Il manque « nom »').first().waitFor()
    await inspectConsole(page, 'import-verifie')
    const found = () => read<{ total: number }>('/api/publique/produits?search=boule&limit=1')
    assert.equal((await found()).total, 0)

    // The reloaded page has lost the file, but the server has stored it.
    await page.reload()
    await button(page, 'Importer 19 980 lignes').click()
    await button(page.getByRole('dialog'), 'Importer 19 980 lignes').click()
    // A quick import may have ended before the page requests its progress.
    await page.getByText(/lignes? lues?|^Ce qu’a donné l’import$/).waitFor()
    await inspectConsole(page, 'import-en-cours')
    await page.reload()
    await heading(page, 'Ce qu’a donné l’import').waitFor({ timeout: 60_000 })
    assert.equal((await found()).total, 19_980)

    await page.getByRole('link', { name: 'Tous les imports' }).click()
    await page.getByRole('cell', { name: /Créés : 19 980/ }).waitFor()
  })

  test('imports a French spreadsheet, corrects its two refused lines, and imports an export, which changes nothing', async () => {
    const page = await desk.signedIn(['catalogue'], '/produits/imports')
    const send = async (name: string, content: Buffer) => {
      await page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/vnd.ms-excel', buffer: content })
      await button(page, 'Vérifier le fichier').click()
    }
    const download = async (name: string) => {
      const downloading = page.waitForEvent('download')
      await button(page, name).click()
      return (await buffer(await (await downloading).createReadStream())).toString()
    }
    const template = await download('Télécharger le modèle')
    assert.match(template, /^\uFEFFCode-barres;Nom;Prix \(€\);TVA \(%\);Catégorie;/)

    await send('notes.csv', Buffer.from('rayon;article\n1;2\n'))
    await page.getByText('La première ligne doit nommer les colonnes').waitFor()
    await page.getByRole('link', { name: 'Tous les imports' }).click()

    const lines = Array.from({ length: 20 }, (_, i) => {
      const prix = i === 4 ? 'à voir' : `1 0${String(i).padStart(2, '0')},5`
      return `21000001${String(i).padStart(5, '0')};${i === 7 ? '' : `Théière « n° ${i} »`};${prix};5,5;"Thé\r\nCafé"`
    })
    const file = ['Code-barres;Désignation;Prix;TVA;Description', ...lines, ''].join('\r\n')
    await send('theieres.csv', Buffer.from(file, 'latin1'))
    await page.getByRole('cell', { name: '1 000,50 €' }).waitFor()
    await page.getByText('« Prix » doit être un montant en euros, comme 139,00 ou 1 234,50').waitFor()
    await page.getByText('Il manque « Désignation »').waitFor()
    await inspectConsole(page, 'import-francais')
    const refused = await download('Télécharger les lignes refusées')
    assert.match(refused, /^\uFEFFCode-barres;Désignation;Prix;TVA;Description;Erreur\r\n2100000100004;/)
    await button(page, 'Importer 18 lignes').click()
    await button(page.getByRole('dialog'), 'Importer 18 lignes').click()
    await heading(page, 'Ce qu’a donné l’import').waitFor()

    await page.getByRole('link', { name: 'Tous les imports' }).click()
    await send('corriges.csv', Buffer.from(refused.replace('à voir', '12').replace(';;1', ';Théière;1')))
    await button(page, 'Importer 2 lignes').click()
    await button(page.getByRole('dialog'), 'Importer 2 lignes').click()
    await heading(page, 'Ce qu’a donné l’import').waitFor()

    await page.goto(`${desk.url}/produits?search=théière`)
    await page.getByText('20 en tout').waitFor()
    const exported = await download('Exporter')
    assert.match(exported, /2100000100000;Théière « n° 0 »;1000,50;5,5;/)
    await page.goto(`${desk.url}/produits/imports`)
    await page.getByLabel('Le mettre à jour').check()
    await send('export.csv', Buffer.from(exported))
    await page.getByText('Il n’y a rien à enregistrer dans ce fichier.').waitFor()
  })
})

describe('a warehouse user', () => {
  const stockOf = async () =>
    (await read<{ data: Record<string, unknown>[] }>(`/api/v1/privee/stocks?productIds=${lamp.id}`)).data[0]
  const countButton = (page: Page) => button(page, /^Compter Lampe de bureau/)

  test('counts a shelf, sets its threshold, and sees low stocks', async () => {
    const page = await desk.signedIn(['warehouse'], '/stocks')
    await button(page, 'Compter un autre produit').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Magasin' }).click()
    await page.getByRole('option', { name: 'Lille Centre' }).click()
    await dialog.getByRole('combobox', { name: 'Produit' }).fill('lampe')
    await page.getByRole('option', { name: /^Lampe de bureau/ }).click()
    await dialog.getByLabel('Quantité en rayon').fill('5')
    await page.context().setOffline(true)
    await button(page, 'Enregistrer').click()
    await dialog.getByText('Le serveur ne répond pas').waitFor()
    await page.context().setOffline(false)
    await button(page, 'Enregistrer').click()
    await countButton(page).click()
    await dialog.getByLabel('Seuil').fill('8')
    await inspectConsole(page, 'stocks-compter')
    await button(page, 'Enregistrer').click()
    await page.getByText('Sous le seuil', { exact: true }).waitFor()
    assert.partialDeepStrictEqual(await stockOf(), { enStock: 5, seuil: 8 })
    await page.getByLabel('Sous leur seuil seulement').check()
    await countButton(page).waitFor()
    await inspectConsole(page, 'stocks')
  })

  test('is notified when another user has counted the same shelf, and decides again', async () => {
    const page = await desk.signedIn(['warehouse'], '/stocks')
    await countButton(page).click()
    await page.getByRole('dialog').getByLabel('Quantité en rayon').fill('9')
    await desk.shop.call(
      'PATCH',
      `/api/v1/privee/stocks/${store.id}/${lamp.id}`,
      { quantity: 12 },
      KEYS.admin,
    )
    await button(page, 'Enregistrer').click()
    await page.getByText(/Ce stock a changé entre-temps .* 12 en rayon/).waitFor()
    assert.partialDeepStrictEqual(await stockOf(), { enStock: 12 })
    await button(page, 'Enregistrer').click()
    await page.getByText('Le stock est enregistré.').waitFor()
    assert.partialDeepStrictEqual(await stockOf(), { enStock: 9 })
  })

  test('sees reservations and their ends, imports counts, and sees the purchase requests', async () => {
    const { clock } = desk.shop.platform
    const reservation = {
      ...{ ordreId: 'CMD-EXEMPLE', articles: [{ id: String(lamp.id), quantite: 2 }] },
      expireLe: clock.after(1_800_000).toISOString(),
    }
    await desk.shop.call('POST', '/api/v1/privee/reservations', reservation, KEYS.admin)
    const page = await desk.signedIn(['warehouse'], '/stocks/reservations')
    await page.getByRole('link', { name: 'CMD-EXEMPLE' }).waitFor()
    await inspectConsole(page, 'reservations')

    await page.getByRole('link', { name: 'Imports' }).click()
    const csv = `productId;storeId;quantity\n${lamp.id};${store.id};20\n${lamp.id};${store.id};-3\n`
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'inventaire.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await button(page, 'Vérifier le fichier').click()
    await button(page, 'Importer 1 ligne').click()
    await button(page.getByRole('dialog'), 'Importer 1 ligne').click()
    await heading(page, 'Ce qu’a donné l’import').waitFor({ timeout: 30_000 })
    assert.partialDeepStrictEqual(await stockOf(), { enStock: 20, reserve: 2, stock: 18 })

    await page.getByRole('link', { name: 'Réassort' }).click()
    await page.getByRole('cell', { name: 'Câbles USB-C' }).waitFor()
    await inspectConsole(page, 'reassort')
  })
})

test('a read-only user sees no buttons that write, no purchase prices and no stocks', async () => {
  const page = await desk.signedIn(['till'], lampPage())
  await heading(page, /^Lampe de bureau/).waitFor()
  assert.equal(await page.getByRole('textbox').count(), 0)
  for (const name of ['Enregistrer', 'Supprimer…', 'Ajouter une photo'])
    assert.equal(await button(page, name).count(), 0, name)
  assert.equal(await heading(page, /Fournisseurs/).count(), 0)
  assert.equal(await page.getByRole('link', { name: 'Stocks' }).count(), 0)
  await inspectConsole(page, 'produit-lecture')
})
