import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { SEPARATE_CALLERS } from '../../support/callers.ts'
import { eventually } from '../../support/eventually.ts'
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
const picture = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer()
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
    await page.getByRole('link', { name: 'Ampoule LED', exact: true }).waitFor({ state: 'detached' })
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

  test('uploads pictures by the button and by drag and drop, reads why one is refused, and orders them', async () => {
    const { id } = await made('produits', { ean: '2100000000050', nom: 'Vase', prixDeVenteCents: 2_000 })
    const page = await desk.signedIn(['catalogue'], `/produits/${id}`, { expected: /401|415/ })
    const photo = (n: number) => page.getByText(`Photo ${n}`, { exact: true })
    const chooser = page.waitForEvent('filechooser')
    await button(page, 'Choisir des fichiers').press('Enter')
    await (await chooser).setFiles([
      { name: 'face.png', mimeType: 'image/png', buffer: await picture('#284') },
      { name: 'notice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    ])
    await page.getByText('notice.pdf : ce n’est pas une image').waitFor()
    await photo(1).waitFor()
    const bytes = [...(await picture('#824'))]
    const files = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array([${bytes}])], 'dos.png', { type: 'image/png' }))
      return transfer
    })()`)
    const target = page.getByText('Déposez ici')
    await target.dispatchEvent('dragover', { dataTransfer: files })
    await target.dispatchEvent('drop', { dataTransfer: files })
    await photo(2).waitFor()
    await inspectConsole(page, 'produit-photos')
    const shown = () =>
      page.locator('.photos img').evaluateAll(all => all.map(each => each.getAttribute('src')))
    const before = await shown()
    await photo(2).dragTo(photo(1))
    await eventually('the order changes', async () => (await shown())[0] === before[1])
    await button(page, 'Descendre la photo 1').click()
    await button(page, 'Enregistrer').click()
    await page.getByText('Le produit est enregistré.').waitFor()
    const { photosUrls } = await read<{ photosUrls: string[] }>(`/api/publique/produits/${id}`)
    assert.deepEqual(
      photosUrls.map(url => url.replace(/1200$/, '160')),
      before,
    )
    await page.getByRole('link', { name: 'Produits' }).first().click()
    await page.locator(`.thumbnail img[src="${before[0]}"]`).waitFor()
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
    // A category is never filled in, and typed text creates none by itself.
    await page.getByText('À remplir').waitFor()
    const category = page.getByLabel(/^Catégorie/)
    await category.fill('Bougies')
    await category.press('Tab')
    assert.equal(await category.inputValue(), '')
    await category.fill('Bougies')
    await page.getByRole('option', { name: 'Créer la catégorie « Bougies »' }).click()
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

describe('a user who keeps products and stocks', () => {
  let lyon: Row
  before(async () => {
    lyon = await made('magasins', { nom: 'Lyon', adresse: '1 place Bellecour, Lyon' })
  })
  const nameless = {
    ean: '2100000000050',
    nom: 'Bougie',
    prixDeVenteCents: 500,
    categories: 'Maison > Bougies',
  }
  const signedIn = (path: string) => desk.signedIn(['catalogue', 'warehouse'], path)
  const stockIn = async (id: number, place: Row) =>
    (
      await read<{ data: { enStock: number }[] }>(
        `/api/v1/privee/stocks?productIds=${id}&storeId=${place.id}`,
      )
    ).data[0]?.enStock

  test('finds a barcode as it is printed, and edits price and stock in the list, also after another user', async () => {
    const { id } = await made('produits', nameless)
    const page = await signedIn('/produits')
    await page.getByRole('searchbox').fill('2 100000 000050')
    const row = page.getByRole('row').filter({ hasText: 'Bougie' })
    await page.getByRole('link', { name: 'Ampoule LED', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('searchbox').fill('00005')
    await row.getByText('Jamais compté').waitFor()
    await button(row, /^Modifier le prix de Bougie/).click()
    const price = row.getByRole('textbox')
    await price.fill('7,2')
    await inspectConsole(page, 'produits-prix')
    await price.press('Escape')
    await button(row, /5,00/).click()
    await desk.shop.call('PATCH', `/api/publique/produits/${id}`, { prixDeVenteCents: 600 }, KEYS.admin)
    await price.fill('7,5')
    await price.press('Enter')
    await row.getByText(/^Changé entre-temps en 6,00/).waitFor()
    await price.press('Enter')
    await button(row, /7,50/).waitFor()
    assert.equal(
      await page.evaluate('document.activeElement.textContent'),
      await button(row, /7,50/).textContent(),
    )
    const { prixDeVenteCents, categories } = await read<Record<string, unknown>>(
      `/api/publique/produits/${id}`,
    )
    assert.deepEqual([prixDeVenteCents, categories], [750, nameless.categories])

    await page.getByRole('combobox', { name: 'Magasin' }).click()
    await page.getByRole('option', { name: 'Lyon' }).click()
    await button(row, /^Compter Bougie, Lyon/).click()
    await row.getByRole('textbox').pressSequentially('12')
    await row.getByRole('textbox').press('Enter')
    await button(row, /^Compter Bougie, Lyon/)
      .getByText('12')
      .waitFor()
    assert.equal(await stockIn(id, lyon), 12)
  })

  test('moves stock to another store on the page of the product, and sees who moved it', async () => {
    const [{ id } = { id: 0 }] = await read<Row[]>('/api/publique/produits?ean=2100000000050')
    const counted = `/api/v1/privee/stocks/${lyon.id}/${id}`
    await desk.shop.call('PATCH', counted, { quantity: 12 }, KEYS.admin)
    const page = await signedIn(`/produits/${id}`)
    await button(page, 'Transférer Bougie, depuis Lyon').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Vers le magasin' }).click()
    await page.getByRole('option', { name: 'Lille Centre' }).click()
    await dialog.getByLabel('Quantité').fill('20')
    await button(dialog, 'Transférer').click()
    await dialog.getByText('Au plus 12').waitFor()
    await inspectConsole(page, 'stock-transfert')
    await dialog.getByLabel('Quantité').fill('5')
    await dialog.getByLabel('Motif').fill('Vitrine de Noël')
    await button(dialog, 'Transférer').click()
    await page.getByText('Transféré à Lille Centre : 5.').waitFor()
    assert.deepEqual([await stockIn(id, lyon), await stockIn(id, store)], [7, 5])
    await button(page, 'Mouvements de Bougie, Lyon').click()
    await dialog.getByText('Vers Lille Centre').waitFor()
    await dialog.getByText('Vitrine de Noël').waitFor()
    await inspectConsole(page, 'stock-mouvements')
  })

  test('changes only what was typed, and is asked before a link or the back button loses it', async () => {
    const [{ id } = { id: 0 }] = await read<Row[]>('/api/publique/produits?ean=2100000000050')
    const page = await signedIn('/produits')
    await page.getByRole('link', { name: 'Bougie', exact: true }).click()
    const bodies: unknown[] = []
    page.on('request', request => {
      if (request.method() === 'PATCH') bodies.push(request.postDataJSON())
    })
    await page.getByLabel('Marque').fill('Cirier')
    const isAsked = async (leave: () => Promise<unknown>) => {
      await leave()
      await page.getByText('Quitter sans enregistrer ?').waitFor()
      await button(page, 'Rester sur la page').last().click()
      assert.equal(await page.getByLabel('Marque').inputValue(), 'Cirier')
      assert.equal(new URL(page.url()).pathname, `/console/produits/${id}`)
    }
    await isAsked(() => page.getByRole('link', { name: 'Tous les produits' }).click())
    await isAsked(() => page.goBack())
    await page.getByRole('link', { name: 'Stocks' }).click()
    await inspectConsole(page, 'quitter')
    await button(page, 'Rester sur la page').last().click()
    await button(page, 'Enregistrer').click()
    await page.getByText('Le produit est enregistré.').waitFor()
    assert.deepEqual(bodies, [{ marque: 'Cirier' }])
    await page.getByLabel('Marque').fill('Autre')
    await page.getByRole('link', { name: 'Stocks' }).click()
    await button(page, 'Quitter et perdre la saisie').click()
    await heading(page, 'Stocks').waitFor()
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
