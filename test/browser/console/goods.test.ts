import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import sharp from 'sharp'
import { eventually } from '../../support/eventually.ts'
import { inspectConsole } from '../support/console.ts'
import { button, heading, openGoods } from '../support/goods.ts'

let goods: Awaited<ReturnType<typeof openGoods>>
before(async () => {
  goods = await openGoods()
})

const picture = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer()

describe('a catalogue manager', () => {
  test('finds a product, corrects rejected input, and saves its price, pictures and supplier', async () => {
    const page = await goods.desk.signedIn(['catalogue'], '/produits')
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
    assert.partialDeepStrictEqual(await goods.lampNow(), {
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
    const { id } = await goods.made('produits', {
      ean: '2100000000050',
      nom: 'Vase',
      prixDeVenteCents: 2_000,
    })
    const page = await goods.desk.signedIn(['catalogue'], `/produits/${id}`, { expected: /401|415/ })
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
    const { photosUrls } = await goods.read<{ photosUrls: string[] }>(`/api/publique/produits/${id}`)
    assert.deepEqual(
      photosUrls.map(url => url.replace(/1200$/, '160')),
      before,
    )
    await page.getByRole('link', { name: 'Produits' }).first().click()
    await page.locator(`.thumbnail img[src="${before[0]}"]`).waitFor()
  })

  test('sees the former prices of a product, and excludes it from withdrawals', async () => {
    const { id } = await goods.made('produits', {
      ean: '2100000000043',
      nom: 'Parfum',
      prixDeVenteCents: 5_000,
    })
    const page = await goods.desk.signedIn(['catalogue'], `/produits/${id}`)
    const prices = page.getByRole('region', { name: 'Prix de vente depuis 400 jours' })
    await prices.getByText(/^50,00\s€ depuis le .*, sans changement\.$/).waitFor()
    await page.getByLabel('Prix de vente TTC').fill('42,5')
    await page.getByLabel('Le client peut se rétracter').press('Space')
    await button(page, 'Enregistrer').click()
    await prices.getByText('Les mêmes chiffres en tableau').click()
    const rows = await prices.getByRole('row').allInnerTexts()
    assert.match(rows.join('\n'), /50,00\s€\n.*42,50\s€$/)
    const { retractable } = await goods.read<{ retractable: boolean }>(`/api/publique/produits/${id}`)
    assert.equal(retractable, false)
    await inspectConsole(page, 'produit-prix')
  })

  test('creates a product, learns that its barcode exists, and deletes it after a confirmation', async () => {
    const page = await goods.desk.signedIn(['catalogue'], '/produits/nouveau')
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
    const { total } = await goods.read<{ total: number }>('/api/publique/produits?ean=2100000000036&limit=1')
    assert.equal(total, 0)
  })

  test('is notified of another user’s change to the same product, and both changes survive', async () => {
    const [first, second] = [
      await goods.desk.signedIn(['catalogue'], goods.lampPage),
      await goods.desk.signedIn(['catalogue'], goods.lampPage),
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
    assert.partialDeepStrictEqual(await goods.lampNow(), { marque: 'Miradou Paris', poids: null })
    await inspectConsole(second, 'produit-conflit')
    await second.getByRole('cell', { name: 'Miradou Paris' }).waitFor()
    await second.getByRole('cell', { name: 'Lumina' }).waitFor()

    await button(second, 'Garder ma saisie et reprendre le reste').click()
    await button(second, 'Enregistrer').click()
    await second.getByText('Le produit est enregistré.').waitFor()
    assert.partialDeepStrictEqual(await goods.lampNow(), {
      marque: 'Lumina',
      poids: '1,2 kg',
      couleurs: 'laiton',
    })
  })
})
