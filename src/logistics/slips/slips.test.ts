import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'
import { orderMoved, orderToPrepare } from '../../orders/contract.ts'
import { sql } from '../../platform/database/sql.ts'
import { slipsMoved } from '../contract.ts'
import type { Slip, StoreSlips } from './schemas.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ settings: { COMPTOIR_PAYMENT_DELAY_MS: '0' } })
})

type Statuses = { statut: string; trackingNumber: string | null }[]

const slipsOf = async (ordreId: string) =>
  (await shop.call<Slip[]>('GET', `/api/publique/bordereau?ordreId=${ordreId}`)).body
const move = (id: number, body: object) =>
  shop.call<Slip & { message: string }>('PATCH', `/api/v1/privee/bordereaux/${id}`, body)
const orderStatus = async (ordreId: string) =>
  (await shop.call<{ statut: string }>('GET', `/api/commandes/${ordreId}`)).body.statut
const historyOf = async (ordreId: string) =>
  (await shop.call<Statuses>('GET', `/api/v1/publique/commandes/${ordreId}/statuts`)).body
const becomes = (ordreId: string, statut: string) =>
  eventually(`the order is ${statut}`, async () => (await orderStatus(ordreId)) === statut)
const moveOrder = (ordreId: string, nouveauStatut: string, trackingNumber?: string) =>
  shop.call('PATCH', `/api/commandes/${ordreId}/statut`, { nouveauStatut, trackingNumber })

/** Publishes the message of the orders area about an order whose status was changed by hand. */
const announceStatus = (
  ordreId: string,
  statut: 'EN_PREPARATION' | 'EXPEDIEE',
  version: number,
  correction = 0,
) =>
  shop.platform.db.transaction(tx =>
    shop.platform.outbox.publish(tx, orderMoved, {
      ...{ ordreId, statut, version, correction, trackingNumber: 'T', timestamp: 'now' },
    }),
  )

/** Creates a paid order that this many stores serve, each with two units of the product. */
async function served(stores: number) {
  const { product, store, stock, placed, pay } = createShopActions(shop)
  const { id, prixDeVenteCents } = await product()
  const storeIds: number[] = []
  for (let i = 0; i < stores; i++) {
    const { id: storeId } = await store()
    await stock(storeId, id, 2)
    storeIds.push(storeId)
  }
  const quantite = 2 * stores
  const { ordreId, montantTotalCents } = await placed([{ id, quantite, prixUnitaireCents: prixDeVenteCents }])
  const { response } = await pay(ordreId, montantTotalCents / 100)
  await eventually('the payment is confirmed', async () => {
    const { status } = await shop.call('POST', `/api/commandes/${ordreId}/confirmer-paiement`, {
      transactionId: String(response.transactionId),
      authorizationId: response.authorizationId,
      amount: (montantTotalCents / 100).toFixed(2),
    })
    return status === 200
  })
  const slips = await eventually('the order has its slips', async () => {
    const found = await slipsOf(ordreId)
    return found.length === stores && found
  })
  return { ordreId, productId: id, storeIds, slips }
}

describe('an order served by several stores', () => {
  test('has a slip for each store with its goods', async () => {
    const { slips, storeIds } = await served(3)
    assert.deepEqual(slips.map(({ storeId }) => storeId).sort(), storeIds.sort())
    for (const { storeId, articles, statut } of slips) {
      assert.deepEqual(
        articles.map(article => [article.storeId, article.quantite, article.manquant]),
        [[storeId, 2, 0]],
      )
      assert.equal(statut, 'a_preparer')
    }
  })

  test('is in preparation with the first slip, and sent and delivered with the last', async () => {
    const { ordreId, slips } = await served(2)
    const [first, last] = slips.map(({ id }) => id) as [number, number]

    assert.equal((await move(first, { statut: 'prepare' })).body.statut, 'prepare')
    await becomes(ordreId, 'EN_PREPARATION')
    assert.equal((await slipsOf(ordreId))[1]?.statut, 'a_preparer', 'the other slip is not')

    await move(first, { statut: 'expedie', trackingNumber: 'COLIS-1' })
    const { body } = await move(last, { statut: 'expedie', trackingNumber: 'COLIS-2' })
    assert.equal(body.trackingNumber, 'COLIS-2')
    await becomes(ordreId, 'EXPEDIEE')

    await move(first, { statut: 'livre' })
    await move(last, { statut: 'livre' })
    await becomes(ordreId, 'LIVREE')
    assert.deepEqual(
      (await historyOf(ordreId)).map(({ statut, trackingNumber }) => [statut, trackingNumber]),
      [
        ['EN_ATTENTE', null],
        ['EN_PREPARATION', null],
        ['EXPEDIEE', 'COLIS-2'],
        ['LIVREE', 'COLIS-2'],
      ],
    )
  })

  test('is sent once when both slips are sent concurrently', async () => {
    const { ordreId, slips } = await served(2)
    await Promise.all(
      slips.flatMap(({ id }) => Array.from({ length: 10 }, () => move(id, { statut: 'expedie' }))),
    )
    await becomes(ordreId, 'EXPEDIEE')
    const sent = (await historyOf(ordreId)).filter(({ statut }) => statut === 'EXPEDIEE')
    assert.equal(sent.length, 1)
  })

  test('that is cancelled after one store has sent its goods restocks only the others', async () => {
    const { ordreId, productId, slips } = await served(2)
    const [sent, unsent] = slips as [Slip, Slip]
    await move(sent.id, { statut: 'expedie' })
    await moveOrder(ordreId, 'ANNULEE')
    await eventually(
      'the other slip is cancelled',
      async () => (await slipsOf(ordreId))[1]?.statut === 'annule',
    )
    assert.equal((await slipsOf(ordreId))[0]?.statut, 'expedie')
    const left = async ({ storeId }: Slip) => {
      const { body } = await shop.call<{ storeId: number; quantity: number }[]>(
        'GET',
        `/api/publique/reserve/${productId}`,
      )
      return body.find(each => each.storeId === storeId)?.quantity
    }
    await eventually('the goods are back in stock', async () => (await left(unsent)) === 2)
    assert.equal(await left(sent), 0)
  })
})

describe('slips', () => {
  test('follow their order when its status is changed by hand', async () => {
    const { ordreId } = await served(2)
    const all = (statut: string) =>
      eventually(`all slips are ${statut}`, async () =>
        (await slipsOf(ordreId)).every(slip => slip.statut === statut),
      )
    await moveOrder(ordreId, 'EN_PREPARATION')
    await all('prepare')
    await moveOrder(ordreId, 'EXPEDIEE', 'COLIS-9')
    await all('expedie')
    assert.deepEqual(
      (await slipsOf(ordreId)).map(({ trackingNumber }) => trackingNumber),
      ['COLIS-9', 'COLIS-9'],
    )
    await moveOrder(ordreId, 'LIVREE')
    await all('livre')
    assert.equal((await historyOf(ordreId)).length, 4, 'the order does not react to its own message')
  })

  test('reach the same status in whatever order the messages arrive', async () => {
    const { db, outbox } = shop.platform
    const prepare = (ordreId: string) =>
      db.transaction(tx =>
        outbox.publish(tx, orderToPrepare, {
          ...{ ordreId, clientId: 'CLI_1', adresseLivraison: {}, timestamp: 'now' },
          articles: [{ id: 'x', nom: 'X', quantite: 1 }],
        }),
      )
    await announceStatus('late-slip', 'EXPEDIEE', 900_002)
    await announceStatus('late-slip', 'EN_PREPARATION', 900_001)
    await prepare('late-slip')
    await eventually(
      'all messages are consumed',
      async () => (await db.rows(sql`select from platform.outbox`)).length === 0,
    )
    const [slip] = await slipsOf('late-slip')
    assert.deepEqual([slip?.statut, slip?.trackingNumber], ['expedie', 'T'])
  })

  test('ignore an outdated status of their order, and follow a correction', async () => {
    const { ordreId, slips } = await served(1)
    const [{ id }] = slips as [Slip]
    await move(id, { statut: 'expedie' })
    await move(id, { statut: 'livre' })
    await becomes(ordreId, 'LIVREE')
    const statusAfter = async (version: number, correction: number) => {
      await announceStatus(ordreId, 'EXPEDIEE', version, correction)
      return eventually('logistics has the version of the order', async () => {
        const rows = await shop.platform.db.rows(
          sql`select from logistics.commande_suivie where "ordreId" = ${ordreId} and version >= ${version}`,
        )
        return rows.length > 0 && (await slipsOf(ordreId))[0]?.statut
      })
    }
    assert.equal(await statusAfter(900_001, 0), 'livre', 'it was changed manually meanwhile')
    assert.equal(await statusAfter(900_003, 900_002), 'expedie', 'the previous message was the correction')
    assert.equal((await move(id, { statut: 'livre' })).status, 200)
    assert.equal(await statusAfter(900_004, 900_002), 'livre', 'it was corrected once')
  })

  test('cannot advance an order by a message from before a correction', async () => {
    const { ordreId, slips } = await served(1)
    const [{ id }] = slips as [Slip]
    await moveOrder(ordreId, 'LIVREE')
    await moveOrder(ordreId, 'EN_PREPARATION')
    await eventually(
      'the slip has the status of the order',
      async () => (await slipsOf(ordreId))[0]?.statut === 'prepare',
    )
    const { db, outbox } = shop.platform
    const announcement = { ordreId, statut: 'LIVREE', trackingNumber: null, timestamp: 'now' } as const
    await db.transaction(async tx => {
      await outbox.publish(tx, slipsMoved, { ...announcement, version: 0, magasins: [77] })
    })
    await eventually('orders has the stores of the slip', async () => {
      const order = await db.one(
        sql<{ magasins: number[] }>`select magasins from orders.commande where "ordreId" = ${ordreId}`,
      )
      return order.magasins.includes(77)
    })
    assert.equal(await orderStatus(ordreId), 'EN_PREPARATION')
    assert.equal((await move(id, { statut: 'expedie' })).status, 200)
    await becomes(ordreId, 'EXPEDIEE')
  })

  test('change status once, forwards, and only along allowed transitions', async () => {
    const { slips } = await served(1)
    const [{ id }] = slips as [Slip]
    assert.equal((await move(id, { statut: 'livre' })).status, 409)
    const twenty = await Promise.all(Array.from({ length: 20 }, () => move(id, { statut: 'expedie' })))
    assert.deepEqual([...new Set(twenty.map(({ status }) => status))], [200])
    const { status, body } = await move(id, { statut: 'prepare' })
    assert.deepEqual(
      [status, body.message],
      [409, `Delivery slip ${id} is expedie and cannot become prepare`],
    )
    for (const nonsense of [{}, { statut: 'annule' }, { statut: 'expedie', trackingNumber: '' }])
      assert.equal((await move(id, nonsense)).status, 400, JSON.stringify(nonsense))
    assert.equal((await move(999_999_999, { statut: 'prepare' })).status, 404)
    assert.equal((await shop.call('GET', '/api/v1/privee/bordereaux/999999999')).status, 404)
    assert.equal((await shop.call<Slip>('GET', `/api/v1/privee/bordereaux/${id}`)).body.statut, 'expedie')
  })

  test('are listed by status and store, in pages', async () => {
    const { slips } = await served(2)
    const [first, last] = slips as [Slip, Slip]
    await move(first.id, { statut: 'expedie' })
    const search = async (query: string) =>
      (
        await shop.call<{ data: Slip[]; total: number; page: number; limit: number }>(
          'GET',
          `/api/publique/bordereau?${query}`,
        )
      ).body
    assert.deepEqual(
      (await search(`storeId=${first.storeId}`)).data.map(({ id }) => id),
      [first.id],
    )
    assert.equal((await search(`storeId=${first.storeId}&statut=a_preparer`)).total, 0)
    const found = await search(`storeId=${last.storeId}&statut=a_preparer&limit=1`)
    assert.deepEqual([found.total, found.page, found.limit, found.data[0]?.id], [1, 1, 1, last.id])
    assert.equal((await shop.call('GET', '/api/publique/bordereau?statut=perdu')).status, 400)
  })

  test('that wait are counted by store', async () => {
    const { slips } = await served(2)
    const [first, last] = slips as [Slip, Slip]
    const waitingIn = async ({ storeId }: Slip) => {
      const { body } = await shop.call<StoreSlips[]>('GET', '/api/v1/privee/bordereaux-en-attente')
      return body.find(store => store.storeId === storeId)
    }
    await move(first.id, { statut: 'prepare' })
    const none = { aPreparer: 0, incomplets: 0, prepares: 0 }
    assert.deepEqual(await waitingIn(first), { ...none, storeId: first.storeId, prepares: 1 })
    assert.deepEqual(await waitingIn(last), { ...none, storeId: last.storeId, aPreparer: 1 })
    await move(first.id, { statut: 'expedie' })
    assert.equal(await waitingIn(first), undefined)
  })
})
