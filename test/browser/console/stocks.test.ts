import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { KEYS } from '../../support/guarded.ts'
import { inspectConsole } from '../support/console.ts'
import { button, heading, openGoods } from '../support/goods.ts'

let goods: Awaited<ReturnType<typeof openGoods>>
before(async () => {
  goods = await openGoods()
})

describe('a user who keeps products and stocks', () => {
  let lyon: { id: number }
  before(async () => {
    lyon = await goods.made('magasins', { nom: 'Lyon', adresse: '1 place Bellecour, Lyon' })
  })
  const nameless = {
    ean: '2100000000050',
    nom: 'Bougie',
    prixDeVenteCents: 500,
    categories: 'Maison > Bougies',
  }
  const signedIn = (path: string) => goods.desk.signedIn(['catalogue', 'warehouse'], path)
  const stockIn = async (id: number, place: { id: number }) =>
    (
      await goods.read<{ data: { enStock: number }[] }>(
        `/api/v1/privee/stocks?productIds=${id}&storeId=${place.id}`,
      )
    ).data[0]?.enStock

  test('finds a barcode as it is printed, and edits price and stock in the list, also after another user', async () => {
    const { id } = await goods.made('produits', nameless)
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
    await goods.desk.shop.call('PATCH', `/api/publique/produits/${id}`, { prixDeVenteCents: 600 }, KEYS.admin)
    await price.fill('7,5')
    await price.press('Enter')
    await row.getByText(/^Changé entre-temps en 6,00/).waitFor()
    await price.press('Enter')
    await button(row, /7,50/).waitFor()
    assert.equal(
      await page.evaluate('document.activeElement.textContent'),
      await button(row, /7,50/).textContent(),
    )
    const { prixDeVenteCents, categories } = await goods.read<Record<string, unknown>>(
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
    const [{ id } = { id: 0 }] = await goods.read<{ id: number }[]>(
      '/api/publique/produits?ean=2100000000050',
    )
    const counted = `/api/v1/privee/stocks/${lyon.id}/${id}`
    await goods.desk.shop.call('PATCH', counted, { quantity: 12 }, KEYS.admin)
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
    assert.deepEqual([await stockIn(id, lyon), await stockIn(id, goods.store)], [7, 5])
    await button(page, 'Mouvements de Bougie, Lyon').click()
    await dialog.getByText('Vers Lille Centre').waitFor()
    await dialog.getByText('Vitrine de Noël').waitFor()
    await inspectConsole(page, 'stock-mouvements')
  })

  test('changes only what was typed, and is asked before a link or the back button loses it', async () => {
    const [{ id } = { id: 0 }] = await goods.read<{ id: number }[]>(
      '/api/publique/produits?ean=2100000000050',
    )
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
    (
      await goods.read<{ data: Record<string, unknown>[] }>(
        `/api/v1/privee/stocks?productIds=${goods.lamp.id}`,
      )
    ).data[0]
  const countButton = (page: Page) => button(page, /^Compter Lampe de bureau/)

  test('counts a shelf, sets its threshold, and sees low stocks', async () => {
    const page = await goods.desk.signedIn(['warehouse'], '/stocks')
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
    const page = await goods.desk.signedIn(['warehouse'], '/stocks')
    await countButton(page).click()
    await page.getByRole('dialog').getByLabel('Quantité en rayon').fill('9')
    await goods.desk.shop.call(
      'PATCH',
      `/api/v1/privee/stocks/${goods.store.id}/${goods.lamp.id}`,
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
    const { clock } = goods.desk.shop.platform
    const reservation = {
      ...{ ordreId: 'CMD-EXEMPLE', articles: [{ id: String(goods.lamp.id), quantite: 2 }] },
      expireLe: clock.after(1_800_000).toISOString(),
    }
    await goods.desk.shop.call('POST', '/api/v1/privee/reservations', reservation, KEYS.admin)
    const page = await goods.desk.signedIn(['warehouse'], '/stocks/reservations')
    await page.getByRole('link', { name: 'CMD-EXEMPLE' }).waitFor()
    await inspectConsole(page, 'reservations')

    await page.getByRole('link', { name: 'Imports' }).click()
    const csv = `productId;storeId;quantity\n${goods.lamp.id};${goods.store.id};20\n${goods.lamp.id};${goods.store.id};-3\n`
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
  const page = await goods.desk.signedIn(['till'], goods.lampPage)
  await heading(page, /^Lampe de bureau/).waitFor()
  assert.equal(await page.getByRole('textbox').count(), 0)
  for (const name of ['Enregistrer', 'Supprimer…', 'Ajouter une photo'])
    assert.equal(await button(page, name).count(), 0, name)
  assert.equal(await heading(page, /Fournisseurs/).count(), 0)
  assert.equal(await page.getByRole('link', { name: 'Stocks' }).count(), 0)
  await inspectConsole(page, 'produit-lecture')
})
