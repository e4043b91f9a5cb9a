import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type Stripe from 'stripe'
import { createContext } from '../../src/payments/open.ts'
import { recoverPayments } from '../../src/payments/processing/recover-payments.ts'
import { createAfterSaleActions } from '../support/after-sale.ts'
import { eventually } from '../support/eventually.ts'
import { createInvoiceActions, LEGAL } from '../support/invoices.ts'
import { createPaymentActions } from '../support/payments.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { listDisagreements, waitUntilReconciled } from '../support/reconciled.ts'
import { runCommand } from '../support/server.ts'
import { createShopActions } from '../support/shopping.ts'
import { signWebhook, startStripe, stripeSettings } from '../support/stripe/stand-in.ts'

const HOOK = '/api/v1/publique/prestataires/stripe/notifications'
const STOCK = 100

let shop: TestPlatform
let url: string
let stripe: Awaited<ReturnType<typeof startStripe>>
before(async () => {
  stripe = await startStripe()
  shop = await openPlatform({
    settings: {
      ...stripeSettings(stripe.url),
      ...LEGAL,
      ...{ COMPTOIR_PAYMENT_DELAY_MS: '3600000', COMPTOIR_CONFIRM_DELAY_MS: '0' },
    },
  })
  await shop.server.listen({ host: '127.0.0.1', port: 0 })
  url = shop.server.listeningOrigin
})

const notify = async (event: Stripe.Event) => {
  const body = JSON.stringify(event)
  const headers = { 'content-type': 'application/json', 'stripe-signature': signWebhook(body) }
  const { statusCode } = await shop.server.inject({ method: 'POST', url: HOOK, headers, payload: body })
  assert.equal(statusCode, 200, body)
}

/** Delivers each event twice at once, in the given order. */
async function deliverTwice(events: readonly Stripe.Event[]) {
  for (const event of events) await Promise.all([notify(event), notify(event)])
}

/** Creates an order of two articles, €20, whose customer is on Stripe's page. */
async function beginSale() {
  const actions = createShopActions(shop)
  const [{ id: articleId }, { id: storeId }] = [await actions.product(), await actions.store()]
  await actions.stock(storeId, articleId, STOCK)
  const articles = [{ id: articleId, quantite: 2, prixUnitaireCents: 1000 }]
  const { ordreId } = await actions.placed(articles, { clientId: 'INVITE-1' })
  const link = { orderId: ordreId, amount: '20.00', returnUrl: 'https://boutique.example/' }
  const { body } = await shop.call<{ paymentUrl: string }>('POST', '/api/publique/interface-paiement', link)
  const path = new URL(body.paymentUrl).pathname
  const [, csrf = ''] =
    /name="csrf" value="([^"]+)"/.exec((await shop.server.inject({ url: path })).body) ?? []
  const sent = await shop.server.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ csrf }).toString(),
  })
  assert.equal(sent.statusCode, 303)
  const session = [...stripe.sessions.values()].find(({ metadata }) => metadata?.order === ordreId)
  assert.ok(session)
  const status = await shop.call<{ transactionId: number }>(
    'GET',
    `/api/publique/transaction-status?orderId=${ordreId}`,
  )
  return { ordreId, articleId, session, id: status.body.transactionId }
}

type Sale = Awaited<ReturnType<typeof beginSale>>

type Expected = { left: number; payment: object; refunds: number[]; credited: number }

/** Waits for all work, and checks the order, its stock, its invoice and credit notes, and what `reconcile` finds. */
async function expectState({ ordreId, articleId }: Sale, { left, payment, refunds, credited }: Expected) {
  const paid = 'statut' in payment && payment.statut !== 'aucun'
  await eventually(`the payment of ${ordreId}`, async () => {
    const found = await createAfterSaleActions(shop).payment(ordreId)
    return JSON.stringify(found) === JSON.stringify(payment)
  })
  if (paid)
    await eventually('the order is confirmed and invoiced', async () => {
      const { status, body } = await createInvoiceActions(() => shop).read(ordreId)
      return status === 200 && body.avoirs.length === refunds.length
    })
  await eventually('the stock', async () => (await createShopActions(shop).left(articleId)) === left)
  const { rows } = await shop.platform.db.pg.query<{ cents: number }>(
    `select "montantCents"::int as cents from payments.transaction
     where "orderId" = $1 and "rembourseId" is not null order by id`,
    [ordreId],
  )
  assert.deepEqual(
    rows.map(({ cents }) => cents),
    refunds,
  )
  if (paid) {
    const { body } = await createInvoiceActions(() => shop).read(ordreId)
    assert.equal(body.totaux.ttcCents, 2000)
    assert.equal(
      body.avoirs.reduce((sum, { totaux }) => sum + totaux.ttcCents, 0),
      credited,
    )
  }
  await waitUntilReconciled(url)
}

const PAID = { statut: 'paye', payeCents: 2000, rembourseCents: 0 }
const unpaid: Expected = {
  left: STOCK,
  payment: { statut: 'aucun', payeCents: 0, rembourseCents: 0 },
  refunds: [],
  credited: 0,
}
const paid: Expected = { left: STOCK - 2, payment: PAID, refunds: [], credited: 0 }
const partly: Expected = {
  left: STOCK - 2,
  payment: { ...PAID, statut: 'rembourse_en_partie', rembourseCents: 500 },
  refunds: [500],
  credited: 500,
}
const wholly: Expected = {
  left: STOCK - 2,
  payment: { ...PAID, statut: 'rembourse', rembourseCents: 2000 },
  refunds: [500, 1500],
  credited: 2000,
}

const read = async (id: number) => (await createPaymentActions(() => shop).read(id)) as unknown

describe('a sale', () => {
  test('is paid when the customer returns, before the notification, which then changes nothing', async () => {
    const sale = await beginSale()
    const completed = stripe.pay(sale.session)
    const back = new URL(sale.session.success_url ?? '')
    assert.equal((await shop.server.inject({ url: back.pathname + back.search })).statusCode, 303)
    await expectState(sale, paid)
    await deliverTwice([completed])
    await expectState(sale, paid)
  })

  test('is paid by the notification alone, delivered twice and followed by one that came late', async () => {
    const sale = await beginSale()
    const expired = stripe.expire(structuredClone(sale.session))
    await deliverTwice([stripe.pay(sale.session), expired])
    await expectState(sale, paid)
  })

  test('that is abandoned gives its stock back with the expired session, by notification or without it', async () => {
    const [told, polled] = [await beginSale(), await beginSale()]
    await deliverTwice([stripe.expire(told.session)])
    await expectState(told, unpaid)

    stripe.expire(polled.session)
    const { clock } = shop.platform
    const now = () => new Date(clock.now().getTime() + 3 * 60_000)
    await recoverPayments(createContext({ ...shop.platform, clock: { ...clock, now } }))
    await expectState(polled, unpaid)
  })

  test('refunded in the dashboard is refunded here once, whatever the order of the notifications', async () => {
    const sale = await beginSale()
    const completed = stripe.pay(sale.session)
    const part = stripe.refundFromOutside(sale.session, 500)
    await deliverTwice(part.sent.toReversed())
    await deliverTwice([completed])
    await expectState(sale, partly)

    const rest = stripe.refundFromOutside(sale.session, 1500)
    await Promise.all([...rest.sent, ...part.sent, completed].map(notify))
    await deliverTwice(rest.sent)
    await expectState(sale, wholly)
    const { refundId } = (
      await shop.platform.db.pg.query(
        `select id::int as "refundId" from payments.transaction where "authorizationId" = $1`,
        [part.made.id],
      )
    ).rows[0]
    assert.partialDeepStrictEqual(await read(refundId), { source: 'stripe', montant: 5, status: 'accepte' })
  })

  test('refunded here is not refunded again by the notifications, and a refund that fails later is marked', async () => {
    const sale = await beginSale()
    const completed = stripe.pay(sale.session)
    await deliverTwice([completed])
    await expectState(sale, paid)
    await createAfterSaleActions(shop).refund(sale.id, 5)
    const own = await eventually('the refund is sent', async () =>
      stripe.refunds.find(({ payment_intent }) => payment_intent === sale.session.payment_intent),
    )
    const [, refundId] = [sale.id, Number(own.metadata?.refund)]
    const failing = stripe.failRefund(own)
    await deliverTwice([...failing.toReversed(), completed])

    assert.partialDeepStrictEqual(await read(refundId), { status: 'refuse', montant: 5 })
    await eventually('only the failure is listed', async () => {
      const found = await listDisagreements(url)
      return (
        found.length === 1 &&
        found[0] === `reconcile: refund ${sale.ordreId} 1 of its refunds failed at the provider`
      )
    })

    // Staff repeat the refund in the dashboard: it takes the place of the failed one.
    const again = stripe.refundFromOutside(sale.session, 500)
    await deliverTwice([...again.sent, ...failing])
    assert.partialDeepStrictEqual(await read(refundId), { status: 'accepte', authorizationId: again.made.id })
    await expectState(sale, partly)
  })

  test('that is disputed goes on, and staff and reconcile see the dispute until it closes', async () => {
    const sale = await beginSale()
    const completed = stripe.pay(sale.session)
    const { made, opened } = stripe.dispute(sale.session)
    await deliverTwice([opened, completed])
    assert.partialDeepStrictEqual(await read(sale.id), { status: 'accepte', litige: 'ouvert' })
    await eventually('only the dispute is listed', async () => {
      const found = await listDisagreements(url)
      return (
        found.length === 1 && found[0] === `reconcile: dispute ${sale.ordreId} is disputed at the provider`
      )
    })
    const { code, output } = await runCommand(['reconcile', '--url', url, '--grace', '0'], {})
    assert.equal(code, 0, output)
    assert.match(output, /^1 payment with an open dispute or a failed refund$/m)
    assert.match(output, /^No discrepancies found\.$/m)

    const closed = stripe.closeDispute(made, 'lost')
    await deliverTwice([closed, opened])
    assert.partialDeepStrictEqual(await read(sale.id), { status: 'accepte', litige: 'perdu' })
    await expectState(sale, paid)
  })

  test('refunded in full here and in the dashboard at once is refunded once', async () => {
    const sale = await beginSale()
    await deliverTwice([stripe.pay(sale.session)])
    await expectState(sale, paid)
    const all = stripe.refundFromOutside(sale.session, 2000)
    const own = await shop.call<{ refundId: number }>('POST', '/api/publique/refund', {
      transactionId: sale.id,
    })
    assert.equal(own.status, 201)
    await deliverTwice(all.sent)
    assert.partialDeepStrictEqual(await read(own.body.refundId), { authorizationId: all.made.id })
    await expectState(sale, { ...wholly, refunds: [2000] })
  })
})

test('a notification about a payment of another application, or while Stripe is unavailable, changes nothing', async () => {
  const sale = await beginSale()
  stripe.pay(sale.session)
  const { made, sent } = stripe.refundFromOutside(sale.session, 500)
  const [event] = sent
  assert.ok(event)
  stripe.state.down = true
  const body = JSON.stringify(event)
  const headers = { 'content-type': 'application/json', 'stripe-signature': signWebhook(body) }
  const answer = await shop.server.inject({ method: 'POST', url: HOOK, headers, payload: body })
  stripe.state.down = false
  assert.equal(answer.statusCode, 503)
  assert.partialDeepStrictEqual(await read(sale.id), { status: 'en_attente', montantRembourse: 0 })

  made.payment_intent = 'pi_of_another_application'
  sale.session.client_reference_id = 'another'
  await notify(event)
  assert.partialDeepStrictEqual(await read(sale.id), { status: 'en_attente', montantRembourse: 0 })
})
