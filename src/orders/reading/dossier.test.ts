import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Static } from 'typebox'
import { createAfterSaleActions, openQuickShop } from '../../../test/support/after-sale.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'
import type { OrderFile } from './schemas.ts'

type File = Static<typeof OrderFile>
type Refusal = { code?: string; attendu?: number }

let shop: TestPlatform
let after: ReturnType<typeof createAfterSaleActions>
before(async () => {
  shop = await openQuickShop()
  after = createAfterSaleActions(shop)
})

const fileOf = async (ordreId: string) =>
  (await shop.call<File>('GET', `/api/v1/privee/commandes/${ordreId}/dossier`)).body

/** Creates a delivered order of three units at €10. */
async function delivered() {
  const { id } = await createShopActions(shop).product({ nom: 'Souris', prixDeVenteCents: 1_000 })
  const ada = await after.customer()
  const { ordreId, transactionId } = await after.paidOrder([{ id, quantite: 3, prixUnitaireCents: 1_000 }], {
    clientId: ada.idClient,
  })
  await after.move(ordreId, 'LIVREE')
  await after.untilDrained()
  return { ordreId, transactionId, id, ada }
}

describe('the dossier of an order', () => {
  test('contains its lines, statuses, refunds and returns, each in chronological order', async () => {
    const { ordreId, transactionId, id, ada } = await delivered()
    await after.refund(transactionId, 5)
    const back = { ordreId, articles: [{ id, quantite: 1 }], motif: 'Trop grand', remisEnStock: false }
    assert.equal((await shop.call('POST', '/api/v1/privee/retours', back)).status, 201)
    await after.untilDrained()

    const file = await fileOf(ordreId)

    assert.partialDeepStrictEqual(file, { ordreId, clientId: ada.idClient, statut: 'LIVREE' })
    assert.deepEqual(file.paiement, {
      ...{ statut: 'rembourse_en_partie', payeCents: 3_000, rembourseCents: 1_500 },
    })
    assert.deepEqual(
      file.statuts.map(({ statut }) => statut),
      ['EN_ATTENTE', 'LIVREE'],
    )
    assert.deepEqual(file.lignes, [
      ...[{ articleId: String(id), nom: 'Souris', quantite: 3, prixUnitaireCents: 1_000, totalCents: 3_000 }],
    ])
    assert.deepEqual(
      file.remboursements.map(({ montantCents }) => montantCents),
      [500, 1_000],
    )
    const [returned] = file.retours
    assert.partialDeepStrictEqual(returned, {
      ...{ motif: 'Trop grand', montantCents: 1_000, remisEnStock: false },
      articles: [{ articleId: String(id), quantite: 1 }],
    })
    assert.equal(returned?.remboursementId, file.remboursements[1]?.remboursementId)
    assert.deepEqual(
      file.articlesCommandes.map(({ retournes, retournables }) => ({ retournes, retournables })),
      [{ retournes: 1, retournables: [{ quantite: 2, prixUnitaireCents: 1_000 }] }],
    )
  })

  test('is read while the areas that it asks are unavailable; a search by EAN is refused', async () => {
    const { ordreId, transactionId } = await delivered()
    await after.refund(transactionId, 5)
    await after.untilDrained()
    const alone = await openPlatform({
      only: ['orders'],
      databaseUrl: shop.databaseUrl,
      settings: {
        COMPTOIR_PAYMENTS_URL: 'http://127.0.0.1:9/',
        COMPTOIR_REFERENCE_URL: 'http://127.0.0.1:9/',
      },
      started: false,
    })
    const { status, body } = await alone.call<File>('GET', `/api/v1/privee/commandes/${ordreId}/dossier`)
    assert.deepEqual([status, body.remboursements.length], [200, 1])
    const search = (text: string) => alone.call('GET', `/api/v1/privee/commandes?search=${text}`)
    assert.equal((await search(ordreId)).status, 200)
    assert.equal((await search('4006381333931')).status, 503)
  })

  test('is 404 for an unknown order', async () => {
    const { status } = await shop.call('GET', '/api/v1/privee/commandes/CMD-UNKNOWN/dossier')
    assert.equal(status, 404)
  })
})

describe('the internal note of an order', () => {
  test('is in the dossier alone, is cleared with an empty text, and is not lost to a concurrent change', async () => {
    const { ordreId, ada } = await delivered()
    const note = (noteInterne: string | null, more: object = {}) =>
      shop.call<Refusal>('PATCH', `/api/v1/privee/commandes/${ordreId}`, { noteInterne, ...more })

    assert.equal((await fileOf(ordreId)).noteInterne, null)
    const changes = ['zqun', 'zqdeux'].map(text => note(text, { noteActuelle: null }))
    const answers = await Promise.all(changes)
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    assert.equal(answers.find(({ status }) => status === 409)?.body.code, 'change-entre-temps')
    assert.match(String((await fileOf(ordreId)).noteInterne), /^zq(un|deux)$/)
    for (const path of [
      `/api/commandes/${ordreId}`,
      `/api/commandes/user/${ada.idClient}`,
      `/api/v1/publique/commandes/${ordreId}/statuts`,
      `/api/v1/privee/commandes?search=${ordreId}`,
    ])
      assert.doesNotMatch(JSON.stringify((await shop.call('GET', path)).body), /zq|noteInterne":"/, path)
    assert.equal((await note('')).status, 200)
    assert.equal((await fileOf(ordreId)).noteInterne, null)
    for (const body of [{}, { noteInterne: 1 }, { noteInterne: 'x'.repeat(5001) }])
      assert.equal((await shop.call('PATCH', `/api/v1/privee/commandes/${ordreId}`, body)).status, 400)
  })
})

test('the list of orders finds the cancelled ones whose payment is not wholly refunded', async () => {
  const { ordreId, transactionId } = await delivered()
  const isListed = async (aRembourser: boolean) => {
    const { body } = await shop.call<{ total: number }>(
      'GET',
      `/api/v1/privee/commandes?search=${ordreId}&aRembourser=${aRembourser}`,
    )
    return body.total === 1
  }
  const states = async () => [await isListed(true), await isListed(false)]
  assert.deepEqual(await states(), [false, true], 'not cancelled')
  await after.move(ordreId, 'ANNULEE')
  assert.deepEqual(await states(), [true, false])
  await after.refund(transactionId, 5)
  await after.untilDrained()
  assert.deepEqual(await states(), [true, false], 'partly refunded')
  await after.refund(transactionId)
  await after.untilDrained()
  assert.deepEqual(await states(), [false, true], 'refunded')
})

describe('a caller with outdated data', () => {
  test('cannot change an order that has another status by now', async () => {
    const { ordreId } = await delivered()
    const move = (nouveauStatut: string, statutActuel: string) =>
      shop.call<Refusal>('PATCH', `/api/commandes/${ordreId}/statut`, { nouveauStatut, statutActuel })

    const late = await move('EXPEDIEE', 'EN_PREPARATION')
    assert.deepEqual([late.status, late.body.code], [409, 'change-entre-temps'])
    assert.equal((await fileOf(ordreId)).statut, 'LIVREE')
    assert.equal((await move('ANNULEE', 'LIVREE')).status, 200)
  })

  test('cannot refund an amount that another caller refunded', async () => {
    const { transactionId } = await delivered()
    const refund = (montant: number, dejaRembourse: number) =>
      shop.call<Refusal>('POST', '/api/publique/paiement/refund', { transactionId, montant, dejaRembourse })

    const answers = await Promise.all([refund(5, 0), refund(5, 0)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
    const refused = answers.find(({ status }) => status === 409)
    assert.deepEqual([refused?.body.code, refused?.body.attendu], ['change-entre-temps', 5])
    assert.equal((await refund(5, 5)).status, 201)
  })

  test('cannot take back an article that another caller took back', async () => {
    const { ordreId, id } = await delivered()
    const back = (dejaRetournes: number) =>
      shop.call<Refusal>('POST', '/api/v1/privee/retours', {
        ...{ ordreId, articles: [{ id, quantite: 1 }], dejaRetournes },
      })

    const answers = await Promise.all([back(0), back(0)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
    assert.equal(answers.find(({ status }) => status === 409)?.body.code, 'change-entre-temps')
    assert.equal((await back(1)).status, 201)
  })
})
