import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import {
  cardPayment,
  createPaymentActions,
  findTablesContaining,
  foreignOrder,
} from '../../../test/support/payments.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { events } from '../../../test/support/stripe/objects.ts'
import { signWebhook, startStripe, stripeSettings } from '../../../test/support/stripe/stand-in.ts'
import type { Context } from '../context.ts'
import { beginCheckout } from '../creating/create-payment.ts'
import { createContext } from '../open.ts'
import { processPayment } from '../processing/process-payment.ts'
import { expirePayments, recoverPayments } from '../processing/recover-payments.ts'

const HOOK = '/api/v1/publique/prestataires/stripe/notifications'
let shop: TestPlatform
let outside: Awaited<ReturnType<typeof startStripe>>
const { read, announced } = createPaymentActions(() => shop)
before(async () => {
  outside = await startStripe()
  shop = await openPlatform({
    only: ['payments', 'orders'],
    started: false,
    settings: stripeSettings(outside.url),
  })
})

const later = (minutes: number): Context => {
  const { clock } = shop.platform
  const now = () => new Date(clock.now().getTime() + minutes * 60_000)
  return createContext({ ...shop.platform, clock: { ...clock, now } })
}

async function begun(montantCents = 4990, orderId = foreignOrder(), courriel: string | null = null) {
  const { payment, redirectUrl } = await beginCheckout(later(0), {
    proven: true,
    montantCents,
    devise: 'EUR',
    orderId,
    returnUrl: 'https://boutique.example/',
    cancelUrl: 'https://boutique.example/panier',
    courriel,
    language: 'fr',
  })
  const session = [...outside.sessions.values()].find(({ url }) => url === redirectUrl)!
  return { id: payment.id, orderId, session }
}

const event = (...given: Parameters<typeof events.session>) => JSON.stringify(events.session(...given))

const notify = (body: string, headers: Record<string, string> = { 'stripe-signature': signWebhook(body) }) =>
  shop.server.inject({
    method: 'POST',
    url: HOOK,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    payload: body,
  })

const status = async (id: number) => (await read(id)).status

describe('a checkout', () => {
  test('has the amount of the payment, stays pending, and its outcome is found by polling', async () => {
    const { id, session } = await begun()
    assert.partialDeepStrictEqual(session, { amount_total: 4990, currency: 'eur' })
    assert.equal((await read(id)).authorizationId, session.client_reference_id)

    await processPayment(later(1), id)
    assert.equal(await status(id), 'en_attente')
    outside.pay(session)
    await recoverPayments(later(3))
    assert.equal(await status(id), 'accepte')
    assert.deepEqual(await announced(id), ['en_attente', 'accepte'])
  })

  test('of one order is created once in twenty concurrent requests, and the other sessions are expired', async () => {
    const orderId = foreignOrder()
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => begun(500, orderId)))
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
    const own = [...outside.sessions.values()].filter(({ amount_total }) => amount_total === 500)
    assert.equal(own.filter(session => session.status === 'open').length, 1)
  })

  test('cancelled here cannot be paid at the provider, and one paid there cannot be cancelled here', async () => {
    const cancel = ({ id, orderId }: { id: number; orderId: string }) =>
      shop.call('PATCH', `/api/v1/publique/transactions/${id}`, { status: 'annule', orderId })
    const one = await begun()
    assert.equal((await cancel(one)).status, 200)
    assert.equal(one.session.status, 'expired')

    const other = await begun()
    outside.pay(other.session)
    assert.equal((await cancel(other)).status, 409)
    assert.deepEqual(await announced(other.id), ['en_attente', 'accepte'])
  })

  test('expires at midnight unless it was paid in the meantime', async () => {
    const [open, paid] = [await begun(), await begun()]
    outside.pay(paid.session)
    await expirePayments(later(25 * 60))
    assert.deepEqual([await status(open.id), await status(paid.id)], ['annule', 'accepte'])
    assert.equal(open.session.status, 'expired')
  })

  test('is 503 and not stored while the provider is unavailable, and pending ones stay pending', async () => {
    const { id, orderId } = await begun()
    const stored = async () =>
      (await shop.platform.db.pg.query('select count(*)::int as n from payments.transaction')).rows[0].n
    const before = await stored()
    outside.state.down = true
    try {
      await assert.rejects(begun(), { statusCode: 503 })
      assert.equal(await stored(), before)
      const { status: answered } = await shop.call('PATCH', `/api/v1/publique/transactions/${id}`, {
        status: 'annule',
        orderId,
      })
      assert.equal(answered, 503)
      await recoverPayments(later(3))
      await expirePayments(later(25 * 60))
    } finally {
      outside.state.down = false
    }
    assert.equal(await status(id), 'en_attente')
  })

  test('refuses card numbers, and the simulated provider is disabled next to a real one', async () => {
    const trial = { cardNumber: '4242424242424242', amount: 100, currency: 'EUR' }
    assert.equal((await shop.call('POST', '/api/publique/stripe/card-payment', trial)).status, 422)
    assert.equal((await shop.call('POST', '/api/publique/simule/card-payment', trial)).status, 404)
    assert.equal((await shop.call('POST', '/api/private/create_paiement', cardPayment())).status, 422)
    const intent = { amount: 100 }
    assert.equal((await shop.call('POST', '/api/private/stripe/create-payment-intent', intent)).status, 422)
    assert.equal((await shop.call('POST', '/api/private/simule/create-payment-intent', intent)).status, 404)
  })
})

describe('a session at Stripe', () => {
  test('expires with the reservation, in the language of the page, with the e-mail address, order and transaction', async () => {
    const orderId = foreignOrder()
    const { body } = await shop.call<{ paymentUrl: string }>('POST', '/api/publique/interface-paiement', {
      ...{ amount: 8.25, orderId, customerEmail: 'ada@example.org', returnUrl: 'https://boutique.example/' },
      langue: 'en',
    })
    const url = new URL(body.paymentUrl).pathname
    const page = await shop.server.inject({ url })
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.body) ?? []
    await shop.server.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ csrf }).toString(),
    })
    const session = [...outside.sessions.values()].find(({ amount_total }) => amount_total === 825)!
    const metadata = { order: orderId, transaction: session.client_reference_id }
    assert.partialDeepStrictEqual(session, { locale: 'en', customer_email: 'ada@example.org', metadata })
    assert.ok(session.expires_at - session.created >= 30 * 60)
    assert.ok(session.expires_at - session.created <= 36 * 60)
    assert.equal(session.cancel_url, body.paymentUrl)

    outside.pay(session)
    assert.deepEqual(outside.intents.get(String(session.payment_intent))?.metadata, metadata)
    const back = new URL(session.success_url!)
    const returned = await shop.server.inject({ url: back.pathname + back.search })
    assert.equal(returned.statusCode, 303)
    assert.match((await shop.server.inject({ url })).body, /Payment accepted/)
  })

  test('omits an e-mail address that Stripe may refuse, and the link forgets one that nothing could erase', async () => {
    for (const courriel of ['ada@exämple.org', 'ada@localhost', 'ada..l@example.org']) {
      const { session } = await begun(777, foreignOrder(), courriel)
      assert.equal(session.customer_email, null, courriel)
    }
    const link = { amount: 3.33, customerEmail: 'nobody@example.org', returnUrl: 'https://boutique.example/' }
    assert.equal((await shop.call('POST', '/api/publique/interface-paiement', link)).status, 201)
    assert.deepEqual(await findTablesContaining(shop, 'nobody@example.org'), [])
  })

  test('to which the customer returned stays pending while Stripe is unavailable', async () => {
    const { body } = await shop.call<{ redirectUrl: string }>('POST', '/api/publique/interface-paiement', {
      ...{ amount: 6.66, returnUrl: 'https://boutique.example/' },
    })
    const url = new URL(body.redirectUrl).pathname
    for (const retour of ['paiement', 'autre'])
      assert.equal(
        (await shop.server.inject({ url: `${url}?retour=${retour}` })).statusCode,
        retour === 'paiement' ? 303 : 400,
      )
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await shop.server.inject({ url })).body) ?? []
    await shop.server.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ csrf }).toString(),
    })
    outside.state.down = true
    assert.equal((await shop.server.inject({ url: `${url}?retour=paiement` })).statusCode, 303)
    outside.state.down = false
    assert.match((await shop.server.inject({ url })).body, /Continuer le paiement/)
  })
})

describe('a notification', () => {
  test('completes the payment once however often it arrives', async () => {
    const { id, session } = await begun()
    const body = JSON.stringify(outside.pay(session))
    const answers = await Promise.all(Array.from({ length: 20 }, () => notify(body)))

    assert.deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))], [200])
    assert.deepEqual(await announced(id), ['en_attente', 'accepte'])
    assert.equal(
      (await notify(event('checkout.session.expired', { ...session, status: 'expired' }))).statusCode,
      200,
    )
    assert.equal(await status(id), 'accepte')
  })

  test('of a refusal or an expiry ends the payment, and a completion that is not paid keeps it pending', async () => {
    const [refused, expired, waiting] = [await begun(), await begun(), await begun()]
    for (const { session } of [refused, waiting]) await notify(JSON.stringify(outside.debit(session)))
    assert.equal(await status(refused.id), 'en_attente')
    await notify(JSON.stringify(outside.failDebit(refused.session)))
    await notify(JSON.stringify(outside.expire(expired.session)))
    assert.deepEqual(
      [await status(refused.id), await status(expired.id), await status(waiting.id)],
      ['refuse', 'annule', 'en_attente'],
    )
  })

  test('with a wrong, old or missing signature is 401 and changes nothing', async () => {
    const { id, session } = await begun()
    const body = JSON.stringify(outside.pay(session))
    const forged = [
      signWebhook(body, { secret: 'another' }),
      signWebhook(`${body} `),
      signWebhook(body, { at: Date.now() - 6 * 60_000 }),
      signWebhook(body).replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) - 1}`),
      signWebhook(body).split(',')[0]!,
      't=,v1=',
      't=NaN,v1=00',
      'nonsense',
      '',
    ]
    for (const given of forged)
      assert.equal((await notify(body, { 'stripe-signature': given })).statusCode, 401, given)
    assert.equal((await notify(body, {})).statusCode, 401)
    assert.equal((await notify('')).statusCode, 401)
    assert.equal(await status(id), 'en_attente')
    const rolled = `${signWebhook(body, { secret: 'the next one' })},${signWebhook(body).split(',')[1]}`
    assert.equal((await notify(body, { 'stripe-signature': rolled })).statusCode, 200)
    assert.equal(await status(id), 'accepte')
  })

  test('with a signed but invalid body is 400; one of another payment or amount changes nothing', async () => {
    const { id, session } = await begun()
    outside.pay(session)
    for (const body of ['{', 'null', '{"type":"checkout.session.completed"}'])
      assert.equal((await notify(body)).statusCode, 400, body)
    for (const change of [
      { client_reference_id: 'AUTH_OTHER' },
      { id: 'cs_test_other' },
      { client_reference_id: null },
      { amount_total: 1, currency: 'jpy' },
      { amount_total: 1 },
      { currency: 'jpy' },
    ])
      assert.equal(
        (await notify(event('checkout.session.completed', { ...session, ...change }))).statusCode,
        200,
      )
    const other = { ...events.session('checkout.session.completed', session), type: 'customer.created' }
    assert.equal((await notify(JSON.stringify(other))).statusCode, 200)
    assert.equal(await status(id), 'en_attente')
  })

  test('to an unknown provider, or to one without notifications, is 404', async () => {
    for (const name of ['nobody', 'simule'])
      assert.equal(
        (await shop.call('POST', `/api/v1/publique/prestataires/${name}/notifications`, {})).status,
        404,
      )
  })
})

test('the page of a link has one button, links to the provider while the payment is pending, and shows its outcome', async () => {
  const { body } = await shop.call<{ redirectUrl: string }>('POST', '/api/publique/interface-paiement', {
    amount: 7.5,
    returnUrl: 'https://boutique.example/',
  })
  const url = new URL(body.redirectUrl).pathname
  const page = async () => (await shop.server.inject({ url })).body
  const form = await page()
  assert.doesNotMatch(form, /cardNumber/)
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(form) ?? []
  const send = (fields: Record<string, string>, to = url) =>
    shop.server.inject({
      method: 'POST',
      url: to,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  assert.equal((await send({ csrf })).statusCode, 303)
  const session = [...outside.sessions.values()].find(({ amount_total }) => amount_total === 750)!
  assert.ok((await page()).includes(`href="${session.url}"`))

  outside.state.down = true
  assert.equal((await send({ csrf }, `${url}/annulation`)).statusCode, 503)
  outside.state.down = false
  assert.equal((await send({ csrf }, `${url}/annulation`)).statusCode, 303)
  assert.equal(session.status, 'expired')
  assert.match(await page(), /Paiement annulé/)
  assert.equal((await send({ csrf })).statusCode, 303)
  const again = [...outside.sessions.values()].findLast(({ amount_total }) => amount_total === 750)!
  await notify(JSON.stringify(outside.pay(again)))
  assert.match(await page(), /Paiement accepté/)
})

test('a refund reaches the provider once, after any number of attempts', async () => {
  const { id, session } = await begun(1000)
  outside.pay(session)
  await processPayment(later(1), id)
  outside.state.down = true
  const part = await shop.call<{ refundId: number }>('POST', '/api/publique/refund', {
    transactionId: id,
    montant: 2.5,
  })
  assert.equal(part.status, 201)
  const runner = await openPlatform({
    only: ['payments', 'orders'],
    databaseUrl: shop.databaseUrl,
    settings: stripeSettings(outside.url),
  })
  await eventually('an attempt has failed', async () => {
    const { rows } = await shop.platform.db.pg.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'payments.send-refund' and attempts > 0`,
    )
    return rows.length > 0
  })
  assert.deepEqual(outside.refunds, [])
  outside.state.down = false
  await eventually('the refund is sent', async () => outside.refunds.length > 0)
  assert.partialDeepStrictEqual(outside.refunds, [
    { payment_intent: session.payment_intent, amount: 250, metadata: { refund: String(part.body.refundId) } },
  ])
  assert.equal(outside.refunds.length, 1)
  assert.ok(outside.keys.includes(`refund-${part.body.refundId}`))
  await runner.close()
})

test('without its provider, a payment is neither refunded nor cancelled', async () => {
  const [paid, pending] = [await begun(1000), await begun(1000)]
  outside.pay(paid.session)
  await processPayment(later(1), paid.id)
  const without = await openPlatform({
    only: ['payments', 'orders'],
    databaseUrl: shop.databaseUrl,
    started: false,
  })
  const refund = await without.call('POST', '/api/publique/refund', { transactionId: paid.id })
  const cancellation = await without.call('PATCH', `/api/v1/publique/transactions/${pending.id}`, {
    status: 'annule',
    orderId: pending.orderId,
  })
  await without.close()
  assert.deepEqual([refund.status, cancellation.status], [503, 503])
  assert.equal((await read(paid.id)).montantRembourse, 0)
  assert.equal(await status(pending.id), 'en_attente')
})

test('a default provider that is not configured prevents the start', async () => {
  await assert.rejects(
    openPlatform({ only: ['payments', 'orders'], settings: { COMPTOIR_PAYMENT_PROVIDER: 'stripe' } }),
    /COMPTOIR_PAYMENT_PROVIDER: stripe is not configured; one of simule/,
  )
})

test('an address of Stripe with a path prevents the start', async () => {
  const settings = { COMPTOIR_STRIPE_KEY: 'sk_test', COMPTOIR_STRIPE_URL: `${outside.url}/stripe` }
  await assert.rejects(
    openPlatform({ only: ['payments', 'orders'], settings }),
    /COMPTOIR_STRIPE_URL must be an address without a path/,
  )
})
