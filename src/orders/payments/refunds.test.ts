import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createAfterSaleActions, openQuickShop } from '../../../test/support/after-sale.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'
import { paymentChanged } from '../../payments/contract.ts'
import { sql } from '../../platform/database/sql.ts'
import { createAnnouncement } from '../../platform/events/outbox.ts'
import { orderDelivered, orderRefunded, purchaseRefunded } from '../contract.ts'

let shop: TestPlatform
let after: ReturnType<typeof createAfterSaleActions>
before(async () => {
  shop = await openQuickShop()
  after = createAfterSaleActions(shop)
})

/** One article of €25.50. */
const ARTICLES = [{ id: 'hors-catalogue', quantite: 1, prixUnitaireCents: 2_550 }]
describe('the payment status of an order', () => {
  test('is shown as it changes', async () => {
    const { placed, pay, place, transactionStatus } = createShopActions(shop)
    const { ordreId } = await placed(ARTICLES)
    assert.deepEqual(await after.payment(ordreId), { statut: 'aucun', payeCents: 0, rembourseCents: 0 })
    const refused = (await pay(ordreId, 25.5, '4000000000000002')).response.transactionId
    await eventually('the payment is refused', async () => (await transactionStatus(refused)) === 'refuse')
    await after.untilDrained()
    assert.deepEqual(await after.payment(ordreId), { statut: 'aucun', payeCents: 0, rembourseCents: 0 })

    const { transactionId } = (await pay(ordreId, 25.5)).response
    await eventually('the order is paid', async () => (await after.payment(ordreId)).statut === 'paye')
    assert.deepEqual(await after.payment(ordreId), { statut: 'paye', payeCents: 2_550, rembourseCents: 0 })
    await eventually('the order is confirmed', async () => (await after.read(ordreId)).transactionId !== null)
    await after.refund(transactionId, 5)
    await after.untilDrained()
    assert.deepEqual(await after.payment(ordreId), {
      ...{ statut: 'rembourse_en_partie', payeCents: 2_550, rembourseCents: 500 },
    })
    await after.refund(transactionId)
    await after.untilDrained()
    assert.deepEqual(await after.payment(ordreId), {
      statut: 'rembourse',
      payeCents: 2_550,
      rembourseCents: 2_550,
    })

    const { body: free } = await place([{ id: 'cadeau', quantite: 1, prixUnitaireCents: 0 }])
    assert.deepEqual(await after.payment(free.ordreId), { statut: 'paye', payeCents: 0, rembourseCents: 0 })
  })

  test('shows a pending payment', async () => {
    const slow = await openPlatform({
      databaseUrl: shop.databaseUrl,
      settings: { COMPTOIR_PAYMENT_DELAY_MS: '600000' },
      started: false,
    })
    const { placed, pay } = createShopActions(slow)
    const { ordreId } = await placed(ARTICLES)
    await pay(ordreId, 25.5)
    await eventually(
      'the payment is pending',
      async () => (await after.payment(ordreId)).statut === 'en_attente',
    )
    await slow.close()
  })
})

describe('a refund', () => {
  test('reduces the points to the paid amount, and a full refund removes the order from the history', async () => {
    const ada = await after.customer()
    const { ordreId, transactionId } = await after.paidOrder(ARTICLES, { clientId: ada.idClient })
    await after.move(ordreId, 'LIVREE')
    await after.untilDrained()
    assert.deepEqual([await after.points(ada), (await after.history(ada)).length], [25, 1])

    await after.refund(transactionId, 5.01)
    await after.untilDrained()
    assert.deepEqual([await after.points(ada), (await after.history(ada)).length], [20, 1])

    await after.refund(transactionId)
    await after.untilDrained()
    assert.deepEqual([await after.points(ada), (await after.history(ada)).length], [0, 0])
  })

  test('does not start the loyalty membership: the delivery does, even of a fully refunded order', async () => {
    const ada = await after.customer()
    const { ordreId, transactionId } = await after.paidOrder(ARTICLES, { clientId: ada.idClient })
    const since = async () =>
      (await shop.call<{ dateDebutFidelisation: string | null }>('GET', `/api/publique/clients/${ada.id}`))
        .body.dateDebutFidelisation
    await after.refund(transactionId)
    await after.untilDrained()
    assert.equal(await since(), null)
    await after.move(ordreId, 'LIVREE')
    await after.untilDrained()
    assert.match((await since()) ?? '', /^\d{4}-/)
    assert.equal(await after.points(ada), 0)
  })

  test('before the delivery leaves the points of the amount still paid', async () => {
    const ada = await after.customer()
    const { ordreId, transactionId } = await after.paidOrder(ARTICLES, { clientId: ada.idClient })
    await after.refund(transactionId, 10)
    await after.untilDrained()
    assert.equal(await after.points(ada), 0)
    await after.move(ordreId, 'LIVREE')
    await after.untilDrained()
    assert.equal(await after.points(ada), 15)
  })

  test('a delivery before the payment earns its points once it is paid', async () => {
    const ada = await after.customer()
    const { placed, pay } = createShopActions(shop)
    const { ordreId } = await placed(ARTICLES, { clientId: ada.idClient })
    await after.move(ordreId, 'LIVREE')
    await after.untilDrained()
    assert.equal(await after.points(ada), 0)
    await pay(ordreId, 25.5)
    await eventually('the points are credited', async () => (await after.points(ada)) === 25)
  })

  test('with its messages in any order and repeated has the same result', async () => {
    // Without the orders area: otherwise loyalty would look up these unknown orders and reject the messages.
    const believing = await openPlatform({ only: ['loyalty', 'purchases'] })
    const { customer, untilDrained: quiet, points } = createAfterSaleActions(believing)
    const timestamp = '2026-01-01T00:00:00Z'
    const told = (ordreId: string, clientId: string) => {
      const order = { ordreId, clientId, timestamp }
      const part = { ...order, transactionId: '1', montantCents: 500 }
      return [
        createAnnouncement(orderDelivered, { ...order, montantTotalCents: 2_550 }),
        createAnnouncement(orderRefunded, { ...part, remboursementId: `${ordreId}-1`, resteCents: 2_050 }),
        createAnnouncement(orderRefunded, { ...part, remboursementId: `${ordreId}-2`, resteCents: 1_550 }),
      ]
    }
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
      [2, 1, 0, 0, 1, 2],
    ]
    for (const [i, places] of orders.entries()) {
      const ada = await customer()
      const messages = told(`order-${i}`, ada.idClient)
      for (const place of places) {
        await believing.platform.db.transaction(tx =>
          believing.platform.outbox.publishAll(tx, messages.slice(place, place + 1)),
        )
        await quiet()
      }
      assert.equal(await points(ada), 15, String(places))
    }
    await believing.close()
  })

  test('reported without amounts adds only what was refunded since the recorded refunds', async () => {
    const { ordreId, transactionId } = await after.paidOrder(ARTICLES)
    const amounts = () =>
      shop.platform.db.column<number>(sql`
        select "montantCents" from orders.remboursement where "ordreId" = ${ordreId} order by 1`)
    const report = () =>
      shop.platform.db.transaction(tx =>
        shop.platform.outbox.publish(tx, paymentChanged, {
          ...{ orderId: ordreId, transactionId, status: 'rembourse' },
        }),
      )
    await after.refund(transactionId, 5)
    await after.untilDrained()
    await report()
    await after.untilDrained()
    assert.deepEqual(await amounts(), [500])
    await shop.platform.db.pg.query(
      `delete from orders.remboursement where "ordreId" = $1 and "montantCents" = 500`,
      [ordreId],
    )
    await after.refund(transactionId, 3)
    await after.untilDrained()
    await report()
    await after.untilDrained()
    assert.deepEqual(await amounts(), [300, 500])
  })

  test('before the history message arrives keeps the order out of the history', async () => {
    const ada = await after.customer()
    const { db, outbox } = shop.platform
    const { ordreId } = await after.paidOrder(ARTICLES, { clientId: ada.idClient })
    await after.untilDrained()
    const late = { ordreId: `${ordreId}-late`, clientId: ada.idClient, timestamp: '2026-01-01T00:00:00Z' }
    await db.transaction(tx => outbox.publish(tx, purchaseRefunded, late))
    await after.untilDrained()
    await db.transaction(tx =>
      outbox.publishAll(tx, [
        {
          queue: 'fidelite.historique-commande',
          requestId: '00000000-0000-4000-8000-000000000000',
          body: {
            ...late,
            montantTotalCents: 100,
            articles: [{ articleId: '1', articleName: 'Lampe', unitPrice: 100, quantity: 1 }],
            purchaseDate: '2026-01-01T00:00:00Z',
          },
        },
      ]),
    )
    await after.untilDrained()
    assert.equal((await after.history(ada)).length, 1)
  })

  test('of a payment that has not yet confirmed its order is announced once it does', async () => {
    const ada = await after.customer()
    const unhurried = await openPlatform({
      databaseUrl: shop.databaseUrl,
      settings: { COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '600000' },
      started: false,
    })
    const { placed, pay } = createShopActions(unhurried)
    const { ordreId } = await placed(ARTICLES, { clientId: ada.idClient })
    const { transactionId, authorizationId } = (await pay(ordreId, 25.5)).response
    await eventually('the order is paid', async () => (await after.payment(ordreId)).statut === 'paye')
    await after.refund(transactionId, 5)
    await eventually(
      'the payment is refunded',
      async () => (await after.payment(ordreId)).rembourseCents === 500,
    )
    await shop.call('POST', `/api/commandes/${ordreId}/confirmer-paiement`, {
      ...{ transactionId: String(transactionId), authorizationId, amount: '25.50' },
    })
    await after.move(ordreId, 'LIVREE')
    await after.untilDrained()
    assert.deepEqual([await after.points(ada), (await after.history(ada)).length], [20, 1])
    await unhurried.close()
  })

  test('is shown with its payment, reason and source', async () => {
    const { transactionId, ordreId } = await after.paidOrder(ARTICLES, { clientId: 'CLI_0A1B2C3D' })
    const { body } = await shop.call<{ refundId: number }>('POST', '/api/publique/paiement/refund', {
      ...{ transactionId, montant: 5, motif: 'Article cassé', source: 'caisse' },
    })
    const { body: shown } = await shop.call('GET', `/api/private/transactions/${body.refundId}`)
    assert.partialDeepStrictEqual(shown, {
      ...{ transactionRembourseeId: transactionId, motif: 'Article cassé', source: 'caisse', montant: 5 },
    })
    const { body: list } = await shop.call<{ data: { transactionRembourseeId: number | null }[] }>(
      'GET',
      `/api/private/transactions?orderId=${ordreId}`,
    )
    assert.deepEqual(
      list.data.map(each => each.transactionRembourseeId),
      [null, transactionId],
    )
  })
})
