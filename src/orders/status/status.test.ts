import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'

let shop: TestPlatform
before(async () => {
  // It neither consumes messages nor runs jobs.
  shop = await openPlatform({ only: ['orders', 'reference'], started: false })
})

const unknown = { id: 'x', quantite: 1, prixUnitaireCents: 500 }

const setStatus = (ordreId: string, body: object) =>
  shop.call<{ statut: string }>('PATCH', `/api/commandes/${ordreId}/statut`, body)

describe('the status of an order', () => {
  test('changes to each of the four statuses, and to no other value', async () => {
    const { placed, read } = createShopActions(shop)
    const { ordreId } = await placed([unknown])
    for (const nouveauStatut of ['LIVREE', 'EN_PREPARATION', 'EXPEDIEE', 'ANNULEE']) {
      const { status, body } = await setStatus(ordreId, { nouveauStatut, trackingNumber: 'T1' })
      assert.deepEqual([status, body.statut], [200, nouveauStatut])
    }
    assert.equal((await read(ordreId)).statut, 'ANNULEE')
    assert.equal((await setStatus(ordreId, { nouveauStatut: 'EN_ATTENTE' })).status, 400)
    assert.equal((await setStatus(ordreId, {})).status, 400)
    assert.equal((await setStatus('CMD-NONE', { nouveauStatut: 'LIVREE' })).status, 404)
  })

  test('has a history that anyone with the order ID can read', async () => {
    const { placed } = createShopActions(shop)
    const { ordreId, createdAt } = await placed([unknown])
    await setStatus(ordreId, {
      nouveauStatut: 'EXPEDIEE',
      trackingNumber: ' 6A123 ',
      commentaire: 'Chez le voisin',
    })
    await setStatus(ordreId, { nouveauStatut: 'LIVREE', trackingNumber: null })
    type History = { statut: string; trackingNumber: string | null; createdAt: string }[]
    const read = (id: string) => shop.call<History>('GET', `/api/v1/publique/commandes/${id}/statuts`)

    const { status, body } = await read(ordreId)

    assert.equal(status, 200)
    assert.deepEqual(
      body.map(({ createdAt: _when, ...change }) => change),
      [
        { statut: 'EN_ATTENTE', trackingNumber: null, commentaire: null, annuleePar: null },
        { statut: 'EXPEDIEE', trackingNumber: '6A123', commentaire: 'Chez le voisin', annuleePar: null },
        { statut: 'LIVREE', trackingNumber: null, commentaire: null, annuleePar: null },
      ],
    )
    assert.equal(body[0]?.createdAt, createdAt)
    assert.equal((await read('CMD-NONE')).status, 404)
  })

  test('delivered is announced once, however often it is set', async () => {
    const { ordreId } = await createShopActions(shop).placed([unknown])
    const set = (nouveauStatut: string) => setStatus(ordreId, { nouveauStatut })

    await Promise.all([1, 2, 3, 4].map(() => set('LIVREE')))
    await set('EXPEDIEE')
    await set('LIVREE')

    const { rows } = await shop.platform.db.pg.query(
      `select body from platform.outbox where queue = 'fidelite.commande-livree' and body ->> 'ordreId' = $1`,
      [ordreId],
    )
    assert.equal(rows.length, 1)
    assert.partialDeepStrictEqual(rows[0].body, {
      clientId: 'CLI_0A1B2C3D',
      montantTotalCents: 500,
    })
  })
})
