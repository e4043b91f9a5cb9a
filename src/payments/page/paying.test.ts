import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  card,
  createPaymentPageActions,
  extractCsrf,
  extractDeclinePath,
  extractReturnLink,
} from '../../../test/support/payment-page.ts'
import { createPaymentActions, foreignOrder, REFUSED } from '../../../test/support/payments.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

let shop: TestPlatform
const { get, post, open, pay, settle } = createPaymentPageActions(() => shop)
const { paid, announced } = createPaymentActions(() => shop)
before(async () => {
  shop = await openPlatform({
    only: ['payments', 'orders'],
    started: false,
    settings: { COMPTOIR_RETURN_ORIGINS: 'https://boutique.example' },
  })
})

describe('the payment page', () => {
  test('accepts a payment, shows its progress, and then its success and the link back', async () => {
    const orderId = foreignOrder()
    const path = await open({ orderId })
    const posted = await pay(path)

    assert.equal(posted.status, 303)
    assert.equal(new URL(String(posted.headers.location), `http://shop${path}`).pathname, path)
    const waiting = await get(path)
    assert.match(waiting.text, /Paiement en cours/)
    assert.match(waiting.text, /<noscript><meta http-equiv="refresh"/)
    assert.deepEqual(JSON.parse((await get(`${path}/statut`)).text), { status: 'en_attente' })
    const { id, authorizationId } = await settle(orderId)
    assert.deepEqual(JSON.parse((await get(`${path}/statut`)).text), { status: 'accepte' })

    const done = await get(path)
    assert.match(done.text, /Paiement accepté/)
    assert.doesNotMatch(done.text, /<noscript><meta/)
    assert.deepEqual(Object.fromEntries(extractReturnLink(done.text).searchParams), {
      panier: '3',
      orderId,
      status: 'accepte',
      transactionId: String(id),
      authorizationId,
    })
    assert.equal((await pay(path)).status, 403)
  })

  test('offers another attempt after a refusal', async () => {
    const orderId = foreignOrder()
    const path = await open({ orderId })
    await pay(path, card(REFUSED))
    await settle(orderId)

    const refused = await get(path)
    assert.match(refused.text, /Paiement refusé/)
    assert.equal(extractReturnLink(refused.text).searchParams.get('status'), 'refuse')
    assert.equal((await pay(path)).status, 303)
    await settle(orderId)
    assert.match((await get(path)).text, /Paiement accepté/)
  })

  test('cancels a pending payment once', async () => {
    const orderId = foreignOrder()
    const path = await open({ orderId })
    await pay(path)
    const { text: question } = await get(`${path}/annulation`)
    assert.equal(extractDeclinePath(question, `${path}/annulation`), path)
    const csrf = extractCsrf(question)
    const cancelled = await post(`${path}/annulation`, { csrf })

    assert.equal(cancelled.status, 303)
    assert.equal(new URL(String(cancelled.headers.location), `http://shop${path}/annulation`).pathname, path)
    assert.match((await get(path)).text, /Paiement annulé/)
    assert.equal((await post(`${path}/annulation`, { csrf })).status, 303)
    const { id } = await settle(orderId)
    assert.deepEqual(await announced(id), ['en_attente', 'annule'])
  })

  test('makes one payment of concurrent clicks, with and without an order', async () => {
    for (const orderId of [foreignOrder(), null]) {
      const path = await open({ orderId })
      const fields = { csrf: extractCsrf((await get(path)).text), ...card() }
      const answers = await Promise.all(Array.from({ length: 10 }, () => post(path, fields)))
      assert.deepEqual(new Set(answers.map(answer => answer.status)), new Set([303]))
      const { rows } = await shop.platform.db.pg.query(
        `select count(*)::int as payments from payments.transaction t join payments.lien l on l.id = t."lienId"
         where l."orderId" is not distinct from $1`,
        [orderId],
      )
      assert.deepEqual(rows, [{ payments: 1 }])
    }
  })

  test('shows a payment made by another route without a button to cancel it', async () => {
    const orderId = foreignOrder()
    const path = await open({ orderId })
    await paid({ orderId })
    const { text } = await get(path)
    assert.match(text, /Paiement en cours/)
    assert.doesNotMatch(text, /Annuler le paiement/)
  })

  test('expires after thirty minutes unless a payment has started', async () => {
    const [path, orderId] = [await open(), foreignOrder()]
    const begun = await open({ orderId })
    const { text } = await get(path)
    await pay(begun)
    const { rows } = await shop.platform.db.pg.query(
      `select distinct extract(epoch from "expireLe" - "createdAt")::int as seconds from payments.lien`,
    )
    assert.deepEqual(rows, [{ seconds: 1800 }])
    await shop.platform.db.pg.query(`update payments.lien set "expireLe" = "createdAt"`)

    const expired = await get(path)
    assert.equal(expired.status, 410)
    assert.match(expired.text, /Lien expiré/)
    assert.equal(extractReturnLink(expired.text).origin, 'https://boutique.example')
    assert.equal((await post(path, { csrf: extractCsrf(text), ...card() })).status, 410)
    assert.match((await get(begun)).text, /Paiement en cours/)
  })

  test('of an unknown link is an HTML page too', async () => {
    const unknown = await get('/paiement/abcdef')
    assert.equal(unknown.status, 404)
    assert.match(unknown.text, /Lien inconnu/)
    assert.equal((await post('/paiement/abcdef', card())).status, 404)
    assert.equal((await get('/paiement/abcdef/statut')).status, 404)
    assert.equal((await post(await open(), { csrf: 'x'.repeat(20_000) })).status, 413)
  })

  test('asks before it cancels, and says if it is too late', async () => {
    const orderId = foreignOrder()
    const path = await open({ orderId })
    const ask = `${path}/annulation`
    assert.equal((await get(ask)).status, 303)
    await pay(path)
    const { status, text } = await get(ask)
    assert.equal(status, 200)
    assert.match(text, /Annuler ce paiement/)
    assert.deepEqual(JSON.parse((await get(`${path}/statut`)).text), { status: 'en_attente' })

    await settle(orderId)
    const { headers } = await post(ask, { csrf: extractCsrf(text) })
    const landed = new URL(String(headers.location), `http://shop${ask}`)
    assert.equal(landed.pathname, path)
    const late = await get(landed.pathname + landed.search)
    assert.match(late.text, /Paiement accepté/)
    assert.match(late.text, /n’a pas pu être annulé/)
  })

  test('of a refunded payment offers no other, and returns that status to the shop', async () => {
    const orderId = foreignOrder()
    const path = await open({ orderId })
    await pay(path)
    const { id } = await settle(orderId)
    const body = { clientId: 'CLI_00000007', transactionId: id, source: 'test' }
    assert.equal((await shop.call('POST', '/api/publique/refund', body)).status, 201)

    const { text } = await get(path)
    assert.match(text, /Paiement remboursé/)
    assert.equal(extractReturnLink(text).searchParams.get('status'), 'rembourse')
    assert.equal((await get(path)).text.includes('<form'), false)
  })

  test('refreshes at growing intervals in browsers without scripts', async () => {
    const orderId = foreignOrder()
    const path = await open({ orderId })
    await pay(path)
    const pause = async () =>
      Number(/<noscript><meta http-equiv="refresh" content="(\d+)"/.exec((await get(path)).text)?.[1])
    const now = await pause()
    await shop.platform.db.pg.query(
      `update payments.transaction set "createdAt" = "createdAt" - interval '2 minutes' where "orderId" = $1`,
      [orderId],
    )
    const later = await pause()
    assert.ok(now <= 2 && later > now, `${now} ${later}`)
  })
})
