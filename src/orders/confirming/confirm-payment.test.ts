import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { CARDS, createShopActions, type Problem } from '../../../test/support/shopping.ts'
import { sql } from '../../platform/database/sql.ts'

// Logistics and purchases are not opened, so that messages to them stay in the outbox and can be counted.
const areas = ['accounts', 'loyalty', 'orders', 'payments', 'reference']
let shop: TestPlatform
before(async () => {
  shop = await openPlatform({
    only: areas,
    settings: { COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '3600000' },
  })
})

const article = { id: 'rien-de-connu', quantite: 2, prixUnitaireCents: 1275, nom: 'Bougie' }

async function sent(queue: string, ordreId: string, platform = shop) {
  const events = await platform.platform.db.rows(
    sql<{ body: Record<string, unknown> }>`
      select body from platform.outbox where queue = ${queue} and body ->> 'ordreId' = ${ordreId}`,
  )
  return events.map(({ body }) => body)
}

const ended = (transactionId: number, status: string, platform = shop) =>
  eventually(
    `transaction ${transactionId} is ${status}`,
    async () => (await createShopActions(platform).transactionStatus(transactionId)) === status,
  )

/** Places an order of €25.50 and pays it. Returns it once its payment has the given final status. */
async function paidOrder(card = CARDS.accepted, status = 'accepte') {
  const { placed, pay } = createShopActions(shop)
  const { ordreId } = await placed([article])
  const { transactionId, authorizationId } = (await pay(ordreId, 25.5, card)).response
  await ended(transactionId, status)
  return { ordreId, payment: { transactionId: String(transactionId), authorizationId, amount: '25.50' } }
}

const confirm = (ordreId: string, payment: object, platform = shop) =>
  platform.call<Problem & { statut: string; ordreId: string }>(
    'POST',
    `/api/commandes/${ordreId}/confirmer-paiement`,
    payment,
  )

test('a payment that is refunded while another one begins confirms nothing', async () => {
  const { ordreId, payment } = await paidOrder()
  let confirming: ReturnType<typeof confirm> | undefined
  await shop.platform.db.transaction(async tx => {
    await tx.run(sql`select from orders.commande where "ordreId" = ${ordreId} for update`)
    confirming = confirm(ordreId, payment)
    await eventually('the confirmation has read the payment and waits for the order', async () => {
      const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%set "transactionId"%'`
      return (await shop.platform.db.rows(waiting)).length > 0
    })
    const refund = { transactionId: payment.transactionId }
    assert.equal((await shop.call('POST', '/api/publique/paiement/refund', refund)).status, 201)
    await tx.run(
      sql`update orders.commande set encaissements = encaissements + 1 where "ordreId" = ${ordreId}`,
    )
  })
  const answer = await confirming
  assert.deepEqual([answer?.status, answer?.body.code], [422, 'paiement-rembourse'])
  assert.equal((await createShopActions(shop).read(ordreId)).transactionId, null)
  assert.deepEqual(await sent('logistique.ordre-preparation', ordreId), [])
})

describe('a confirmation', () => {
  test('sends the order to logistics and to the history', async () => {
    const { ordreId, payment } = await paidOrder()

    const { status, body } = await confirm(ordreId, payment)

    assert.equal(status, 200)
    assert.partialDeepStrictEqual(body, { ordreId, statut: 'EN_ATTENTE' })
    const { timestamp, ...preparation } = (await sent('logistique.ordre-preparation', ordreId))[0]!
    assert.match(String(timestamp), /Z$/)
    assert.deepEqual(preparation, {
      ordreId,
      clientId: 'CLI_0A1B2C3D',
      articles: [{ id: 'rien-de-connu', nom: 'Bougie', quantite: 2 }],
      adresseLivraison: { rue: '1 rue de la Paix', ville: 'Paris' },
      destinataire: { prenom: 'Ada' },
    })
    const [history] = await sent('fidelite.historique-commande', ordreId)
    assert.partialDeepStrictEqual(history, {
      clientId: 'CLI_0A1B2C3D',
      transactionId: payment.transactionId,
      montantTotalCents: 2550,
      articles: [
        {
          articleId: 'rien-de-connu',
          articleName: 'Bougie',
          quantity: 2,
          unitPrice: 1275,
          category: null,
        },
      ],
    })
    const order = await shop.call<Record<string, unknown>>('GET', `/api/commandes/${ordreId}`)
    assert.equal(order.body.transactionId, payment.transactionId)
    assert.equal(order.body.authorizationId, payment.authorizationId)
  })

  test('made twenty times concurrently returns the same response each time and sends the order once', async () => {
    const { ordreId, payment } = await paidOrder()
    const other = await paidOrder()

    // The twenty requests arrive while the other one runs, and form one batch.
    const [ofOther, ...answers] = await Promise.all([
      confirm(other.ordreId, other.payment),
      ...Array.from({ length: 20 }, () => confirm(ordreId, payment)),
    ])

    assert.equal(ofOther.status, 200)
    assert.equal((await sent('logistique.ordre-preparation', other.ordreId)).length, 1)
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(20).fill(200),
    )
    assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
    assert.equal((await sent('logistique.ordre-preparation', ordreId)).length, 1)
    assert.equal((await sent('fidelite.historique-commande', ordreId)).length, 1)
  })
})

test('the transaction may be a number, and a cash payment has no authorization', async () => {
  const [byCard, ordered] = [await paidOrder(), await createShopActions(shop).placed([article])]
  const { status } = await confirm(byCard.ordreId, {
    ...byCard.payment,
    transactionId: Number(byCard.payment.transactionId),
  })
  assert.equal(status, 200)
  const cash = await shop.call<{ transactionId: number }>(
    'POST',
    '/api/publique/paiement/create-cash-payment',
    { clientId: 'CLI_0A1B2C3D', montant: 25.5, orderId: ordered.ordreId },
  )
  const { transactionId } = cash.body
  await ended(transactionId, 'accepte')
  const confirmed = await confirm(ordered.ordreId, { transactionId, amount: '25.50' })
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body))
  const order = await createShopActions(shop).read(ordered.ordreId)
  assert.equal(order.transactionId, String(transactionId))
})

describe('a refused confirmation', () => {
  test('is 400 with an invalid body and 404 for an unknown order or transaction', async () => {
    const { ordreId, payment } = await paidOrder()
    for (const amount of ['', 'abc', '25.505', '0', '0.00', '-25.50', '1e3', '25,50'])
      assert.equal((await confirm(ordreId, { ...payment, amount })).status, 400, amount)
    assert.equal((await confirm(ordreId, { ...payment, amount: 25.5 })).status, 400)
    assert.equal((await confirm(ordreId, {})).status, 400)
    assert.equal((await confirm('CMD-UNKNOWN', payment)).status, 404)
    for (const transactionId of ['999999999', 'nonsense', '0', '99999999999999999999'])
      assert.equal((await confirm(ordreId, { ...payment, transactionId })).status, 404, transactionId)
    assert.equal((await sent('logistique.ordre-preparation', ordreId)).length, 0)
  })

  test('is 422 if amount, authorization or order do not match', async () => {
    const { ordreId, payment } = await paidOrder()
    const other = await paidOrder()
    const disputed = { statusCode: 422, code: 'montant-different', attendu: 25.5 }
    assert.partialDeepStrictEqual(
      (await confirm(ordreId, { ...payment, amount: '25.51' })).body as unknown,
      disputed,
    )
    assert.equal((await confirm(ordreId, { ...payment, authorizationId: 'other' })).status, 422)
    assert.equal((await confirm(ordreId, { ...payment, authorizationId: null })).status, 422)
    assert.equal((await confirm(ordreId, { ...payment, authorizationId: undefined })).status, 422)
    assert.equal((await confirm(ordreId, other.payment)).status, 422)
    assert.equal((await createShopActions(shop).read(ordreId)).transactionId, null)

    await confirm(ordreId, payment)
    assert.partialDeepStrictEqual(
      (await confirm(ordreId, { ...payment, amount: '25.51' })).body as unknown,
      disputed,
    )
    assert.equal((await confirm(ordreId, { ...payment, authorizationId: 'other' })).status, 422)
  })

  test('is 402 if the payment was refused or cancelled', async () => {
    for (const [card, status] of [
      [CARDS.refused, 'refuse'],
      [CARDS.cancelled, 'annule'],
    ] as const) {
      const { ordreId, payment } = await paidOrder(card, status)
      assert.equal((await confirm(ordreId, payment)).status, 402)
    }
  })

  test('is 409 while the payment is pending', async () => {
    const slow = await openPlatform({ only: areas, started: false })
    const { placed, pay } = createShopActions(slow)
    const { ordreId } = await placed([article])
    const { transactionId, authorizationId } = (await pay(ordreId, 25.5)).response

    const answer = await confirm(
      ordreId,
      { transactionId: String(transactionId), authorizationId, amount: '25.50' },
      slow,
    )

    assert.equal(answer.status, 409)
    assert.match(answer.body.message, /en_attente/)
  })

  test('is 409 for a transaction of another order, a second transaction, or a cancelled order', async () => {
    const first = await paidOrder()
    const second = await paidOrder()
    await confirm(first.ordreId, first.payment)
    assert.equal((await confirm(second.ordreId, first.payment)).status, 409)
    assert.equal((await confirm(first.ordreId, second.payment)).status, 409)

    await shop.call('PATCH', `/api/commandes/${second.ordreId}/statut`, { nouveauStatut: 'ANNULEE' })
    assert.equal((await confirm(second.ordreId, second.payment)).status, 409)
    assert.equal((await sent('logistique.ordre-preparation', second.ordreId)).length, 0)
  })

  test('is 422 for a payment without an order', async () => {
    const { ordreId, payment } = await paidOrder()
    const { transactionId, authorizationId } = (await createShopActions(shop).pay(undefined, 25.5)).response
    await ended(transactionId, 'accepte')
    const other = { ...payment, transactionId: String(transactionId), authorizationId }
    assert.equal((await confirm(ordreId, other)).status, 422)
  })

  test('is 422 for a refunded payment', async () => {
    const { ordreId, payment } = await paidOrder()
    const { transactionId } = payment
    await shop.call('POST', '/api/publique/paiement/refund', { transactionId: Number(transactionId) })
    assert.equal((await confirm(ordreId, payment)).status, 422)
  })

  test('is not caused by a partial refund: the payment still pays the order', async () => {
    const { ordreId, payment } = await paidOrder()
    await shop.call('POST', '/api/publique/paiement/refund', {
      transactionId: Number(payment.transactionId),
      montant: 5,
    })
    assert.equal((await confirm(ordreId, payment)).status, 200)
    assert.equal((await sent('logistique.ordre-preparation', ordreId)).length, 1)
  })

  test('is 503 while payments is unavailable', async () => {
    const alone = await openPlatform({
      only: areas.filter(area => area !== 'payments'),
      databaseUrl: shop.databaseUrl,
      started: false,
    })
    const { ordreId, payment } = await paidOrder()
    const answer = await confirm(ordreId, payment, alone)
    assert.equal(answer.status, 503)
    assert.equal(answer.headers['retry-after'], '5')
  })
})

describe('without a confirmation by the shop', () => {
  let quick: TestPlatform
  before(async () => {
    quick = await openPlatform({
      only: areas,
      settings: { COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '200' },
    })
  })

  test('the platform confirms the accepted payment once', async () => {
    const { placed, pay, read } = createShopActions(quick)
    const { ordreId } = await placed([article])
    const { transactionId, authorizationId } = (await pay(ordreId, 25.5)).response

    await eventually(
      'the order is confirmed',
      async () => (await read(ordreId)).transactionId === String(transactionId),
    )

    const payment = { transactionId: String(transactionId), authorizationId, amount: '25.50' }
    assert.equal((await confirm(ordreId, payment, quick)).status, 200)
    assert.equal((await sent('logistique.ordre-preparation', ordreId, quick)).length, 1)
  })

  test('a payment accepted for a cancelled order is fully refunded once', async () => {
    const { placed, pay } = createShopActions(quick)
    const { ordreId } = await placed([article])
    const { transactionId } = (await pay(ordreId, 25.5)).response
    await quick.call('PATCH', `/api/commandes/${ordreId}/statut`, { nouveauStatut: 'ANNULEE' })

    const refunded = () =>
      quick.call<{ montantRembourse: number; status: string }>(
        'GET',
        `/api/private/transactions/${transactionId}`,
      )
    await eventually('the payment is refunded', async () => (await refunded()).body.montantRembourse === 25.5)

    const { rows } = await quick.platform.db.pg.query(
      `select count(*)::int as refunds from payments.transaction where "orderId" = $1 and "typePaiement" = 'remboursement'`,
      [ordreId],
    )
    assert.equal(rows[0].refunds, 1)
    assert.equal((await sent('logistique.ordre-preparation', ordreId, quick)).length, 0)
  })
})
