import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../support/eventually.ts'
import { KEYS } from '../../support/guarded.ts'
import { createShopActions } from '../../support/shopping.ts'
import { inspectConsole, openConsole } from '../support/console.ts'

type Promotion = {
  id: number
  description: string
  valeurPromotion: number
  dateSuppression: string | null
}

let desk: Awaited<ReturnType<typeof openConsole>>
before(async () => {
  desk = await openConsole()
  const { product } = createShopActions(desk.shop, KEYS.admin['x-api-key'])
  await product({ nom: 'Lampe de bureau Halo', prixDeVenteCents: 4990 })
  await product({ nom: 'Câble USB-C', prixDeVenteCents: 1250 })
  await eventually('the catalogue contains the products', async () => {
    const { body } = await desk.shop.call<{ data: unknown[] }>('GET', '/api/products?search=lampe')
    return body.data.length === 1
  })
})

const promotions = async () =>
  (await desk.shop.call<Promotion[]>('GET', '/api/publique/data', undefined, KEYS.admin)).body
const change = async (id: number | undefined, body: object) =>
  (await desk.shop.call('PUT', `/api/publique/data/${id}`, body, KEYS.admin)).status

describe('a promotions manager', () => {
  test('previews the price of a basket, then saves the promotion', async () => {
    const page = await desk.signedIn(['catalogue'], '/promotions')
    await page.getByText('Aucune promotion ce mois-ci.').waitFor()
    await page.getByRole('link', { name: 'Nouvelle promotion' }).click()
    await page.getByLabel('Nom, tel que le client le voit').fill('Dix pour cent de novembre')
    const basket = page.getByRole('region', { name: 'Essai sur un panier' })
    for (const name of ['Lampe', 'Câble']) {
      await basket.getByLabel('Ajouter un article au panier').fill(name)
      await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
    }
    await basket.getByText('Le client paie 6,24 € de moins avec cette promotion.').waitFor()
    await page.getByLabel('Remise', { exact: true }).fill('20')
    await basket.getByText('Le client paie 12,48 € de moins avec cette promotion.').waitFor()
    await inspectConsole(page, 'promotion')
    assert.deepEqual(await promotions(), [])

    await page.getByLabel('Remise', { exact: true }).fill('120')
    await page.getByRole('button', { name: 'Créer la promotion' }).click()
    await page.getByText('100 % au plus').waitFor()
    await page.getByLabel('Remise', { exact: true }).fill('20')
    await page.getByRole('button', { name: 'Créer la promotion' }).click()
    await page.getByRole('link', { name: 'Dix pour cent de novembre' }).waitFor()
    await page.getByText('en cours').waitFor()
    await inspectConsole(page, 'promotions')
    assert.equal((await promotions())[0]?.valeurPromotion, 20)
  })

  test('is notified of another user’s change, and loses no input', async () => {
    const page = await desk.signedIn(['catalogue'], '/promotions')
    await page.getByRole('link', { name: 'Dix pour cent de novembre' }).click()
    await page.getByLabel('Remise', { exact: true }).fill('15')
    const [stored] = await promotions()
    assert.equal(await change(stored?.id, { description: 'Semaine de novembre' }), 200)
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByText('Quelqu’un d’autre a modifié cette promotion entre-temps').waitFor()
    await page.getByText('Semaine de novembre').waitFor()
    await inspectConsole(page, 'promotion-conflit')
    await page.getByRole('button', { name: 'Enregistrer avec mes changements' }).click()
    await page.getByRole('link', { name: 'Semaine de novembre' }).waitFor()
    const [after] = await promotions()
    assert.deepEqual([after?.description, after?.valeurPromotion], ['Semaine de novembre', 15])
  })

  test('accepts the other user’s version where it is better, and deletes after a confirmation with the name', async () => {
    const page = await desk.signedIn(['catalogue'], '/promotions')
    await page.getByRole('link', { name: 'Semaine de novembre' }).click()
    await page.getByLabel('Remise', { exact: true }).fill('50')
    const [stored] = await promotions()
    assert.equal(await change(stored?.id, { valeurPromotion: 12 }), 200)
    await page.getByRole('button', { name: 'Enregistrer' }).click()
    await page.getByText('vous aussi, vous l’avez changé').waitFor()
    await page.getByRole('button', { name: 'Reprendre leur version' }).click()
    await eventually('the form shows the version of the other user', async () =>
      (await page.getByLabel('Remise', { exact: true }).inputValue()).startsWith('12'),
    )
    await page.getByRole('button', { name: 'Supprimer…' }).click()
    await page.getByRole('button', { name: 'Supprimer « Semaine de novembre »' }).click()
    await page.getByText('Aucune promotion ce mois-ci.').waitFor()
    assert.notEqual((await promotions())[0]?.dateSuppression, null)
  })
})
