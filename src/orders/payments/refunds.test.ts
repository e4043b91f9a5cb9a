import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually, openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { shopping } from '../../../test/support/shopping.ts'
import { sql } from '../../platform/database/sql.ts'
import { announce } from '../../platform/events/outbox.ts'
import { orderDelivered, orderRefunded, purchaseRefunded } from '../contract.ts'

type Client = { id: number; idClient: string; pointsFidelite: number }
type Shown = {
  statut: string
  transactionId: string | null
  paiement: { statut: string; payeCents: number; rembourseCents: number }
}

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({
    settings: { COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '0' },
  })
})

let customers = 0
async function customer() {
  const { body } = await shop.call<Client>('POST', '/api/publique/clients', {
    ...{ nom: 'Lovelace', prenom: 'Ada', adresseMail: `ada-${++customers}@example.org` },
  })
  return body
}

const read = async (ordreId: string) => (await shop.call<Shown>('GET', `/api/commandes/${ordreId}`)).body
const payment = async (ordreId: string) => (await read(ordreId)).paiement

/** An order of 25.50 euros, paid and confirmed. */
async function paidOrder(clientId: string) {
  const { placed, pay } = shopping(shop)
  const { ordreId } = await placed([{ id: 'hors-catalogue', quantite: 1, prixUnitaireCents: 2_550 }], {
    clientId,
  })
  const { transactionId } = (await pay(ordreId, 25.5)).response
  await eventually('the order is confirmed', async () => (await read(ordreId)).transactionId !== null)
  return { ordreId, transactionId, clientId }
}

const refund = (transactionId: number, montant?: number) =>
  shop.call('POST', '/api/publique/paiement/refund', { transactionId, montant })
const deliver = (ordreId: string) =>
  shop.call('PATCH', `/api/commandes/${ordreId}/statut`, { nouveauStatut: 'LIVREE' })

const quiet = () =>
  eventually(
    'all events are taken in',
    async () => (await shop.platform.db.rows(sql`select from platform.outbox`)).length === 0,
  )
const points = async ({ id }: Client) =>
  (await shop.call<Client>('GET', `/api/publique/clients/${id}`)).body.pointsFidelite
const history = async ({ id }: Client) =>
  (await shop.call<{ data: unknown[] }>('GET', `/api/publique/client-buy-history/${id}`)).body.data.length

describe('how an order is paid', () => {
  test('is shown as it changes', async () => {
    const { placed, pay, place } = shopping(shop)
    const { ordreId } = await placed([{ id: 'hors-catalogue', quantite: 1, prixUnitaireCents: 2_550 }])
    assert.deepEqual(await payment(ordreId), { statut: 'aucun', payeCents: 0, rembourseCents: 0 })
    await pay(ordreId, 25.5, '4000000000000002')
    await quiet()
    assert.deepEqual(await payment(ordreId), { statut: 'aucun', payeCents: 0, rembourseCents: 0 })

    const { transactionId } = (await pay(ordreId, 25.5)).response
    await eventually('it is paid', async () => (await payment(ordreId)).statut === 'paye')
    assert.deepEqual(await payment(ordreId), { statut: 'paye', payeCents: 2_550, rembourseCents: 0 })
    await eventually('it is confirmed', async () => (await read(ordreId)).transactionId !== null)
    await refund(transactionId, 5)
    await quiet()
    assert.deepEqual(await payment(ordreId), {
      ...{ statut: 'rembourse_en_partie', payeCents: 2_550, rembourseCents: 500 },
    })
    await refund(transactionId)
    await quiet()
    assert.deepEqual(await payment(ordreId), { statut: 'rembourse', payeCents: 2_550, rembourseCents: 2_550 })

    const { body: free } = await place([{ id: 'cadeau', quantite: 1, prixUnitaireCents: 0 }])
    assert.deepEqual(await payment(free.ordreId), { statut: 'paye', payeCents: 0, rembourseCents: 0 })
  })

  test('a payment that waits is shown as such', async () => {
    const slow = await openPlatform({
      databaseUrl: shop.databaseUrl,
      settings: { COMPTOIR_PAYMENT_DELAY_MS: '600000' },
      started: false,
    })
    const { placed, pay } = shopping(slow)
    const { ordreId } = await placed([{ id: 'hors-catalogue', quantite: 1, prixUnitaireCents: 2_550 }])
    await pay(ordreId, 25.5)
    await eventually('it waits', async () => (await payment(ordreId)).statut === 'en_attente')
    await slow.close()
  })
})

describe('what a refund takes back', () => {
  test('points follow what is still paid, the history leaves with the last cent', async () => {
    const ada = await customer()
    const { ordreId, transactionId } = await paidOrder(ada.idClient)
    await deliver(ordreId)
    await quiet()
    assert.deepEqual([await points(ada), await history(ada)], [25, 1])

    await refund(transactionId, 5.01)
    await quiet()
    assert.deepEqual([await points(ada), await history(ada)], [20, 1])

    await refund(transactionId)
    await quiet()
    assert.deepEqual([await points(ada), await history(ada)], [0, 0])
  })

  test('a refund before the delivery leaves the delivery what is still paid', async () => {
    const ada = await customer()
    const { ordreId, transactionId } = await paidOrder(ada.idClient)
    await refund(transactionId, 10)
    await quiet()
    assert.equal(await points(ada), 0)
    await deliver(ordreId)
    await quiet()
    assert.equal(await points(ada), 15)
  })

  test('a delivery before the payment earns its points once it is paid', async () => {
    const ada = await customer()
    const { placed, pay } = shopping(shop)
    const articles = [{ id: 'hors-catalogue', quantite: 1, prixUnitaireCents: 2_550 }]
    const { ordreId } = await placed(articles, { clientId: ada.idClient })
    await deliver(ordreId)
    await quiet()
    assert.equal(await points(ada), 0)
    await pay(ordreId, 25.5)
    await eventually('the points are there', async () => (await points(ada)) === 25)
  })

  test('messages in any order and twice end alike', async () => {
    const believing = await openPlatform({ only: ['loyalty', 'purchases'], databaseUrl: shop.databaseUrl })
    const timestamp = '2026-01-01T00:00:00Z'
    const told = (ordreId: string, clientId: string) => {
      const order = { ordreId, clientId, timestamp }
      const part = { ...order, transactionId: '1', montantCents: 500 }
      return [
        announce(orderDelivered, { ...order, montantTotalCents: 2_550 }),
        announce(orderRefunded, { ...part, remboursementId: `${ordreId}-1`, resteCents: 2_050 }),
        announce(orderRefunded, { ...part, remboursementId: `${ordreId}-2`, resteCents: 1_550 }),
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

  test('an order that is refunded before its history arrives never gets into it', async () => {
    const ada = await customer()
    const { db, outbox } = shop.platform
    const { ordreId } = await paidOrder(ada.idClient)
    await quiet()
    const late = { ordreId: `${ordreId}-late`, clientId: ada.idClient, timestamp: '2026-01-01T00:00:00Z' }
    await db.transaction(tx => outbox.publish(tx, purchaseRefunded, late))
    await quiet()
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
    await quiet()
    assert.equal(await history(ada), 1)
  })

  test('a refund of what never confirmed its order is told once it does', async () => {
    const ada = await customer()
    const unhurried = await openPlatform({
      databaseUrl: shop.databaseUrl,
      settings: { COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '600000' },
      started: false,
    })
    const { placed, pay } = shopping(unhurried)
    const articles = [{ id: 'hors-catalogue', quantite: 1, prixUnitaireCents: 2_550 }]
    const { ordreId } = await placed(articles, { clientId: ada.idClient })
    const { transactionId, authorizationId } = (await pay(ordreId, 25.5)).response
    await eventually('it is paid', async () => (await payment(ordreId)).statut === 'paye')
    await refund(transactionId, 5)
    await eventually('it is refunded', async () => (await payment(ordreId)).rembourseCents === 500)
    await shop.call('POST', `/api/commandes/${ordreId}/confirmer-paiement`, {
      ...{ transactionId: String(transactionId), authorizationId, amount: '25.50' },
    })
    await deliver(ordreId)
    await quiet()
    assert.deepEqual([await points(ada), await history(ada)], [20, 1])
    await unhurried.close()
  })

  test('a payment is shown with its refunds: which payment, why, and who asked', async () => {
    const { transactionId, ordreId } = await paidOrder('CLI_0A1B2C3D')
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
