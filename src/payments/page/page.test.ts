import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { ACCEPTED, cashierOf, type Detail, foreignOrder, REFUSED } from '../../../test/support/payments.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { contextOf } from '../context.ts'
import { processPayment } from '../process-payment.ts'

let shop: TestPlatform
const { paid, announced } = cashierOf(() => shop)
before(async () => {
  shop = await openPlatform({
    only: ['payments', 'orders'],
    started: false,
    settings: { COMPTOIR_RETURN_ORIGINS: 'https://boutique.example' },
  })
})

const RETURN = 'https://boutique.example/merci?panier=3'

/** A link's page, as its path. */
async function open(orderId: string | null = foreignOrder(), amount = 49.9) {
  const { body } = await shop.call<{ redirectUrl: string }>('POST', '/api/publique/interface-paiement', {
    client: { id: 'CLI_00000007', prenom: 'Ada', nom: 'Lovelace' },
    amount,
    orderId,
    returnUrl: RETURN,
  })
  return new URL(body.redirectUrl).pathname
}

const get = async (path: string) => {
  const response = await shop.server.inject({ method: 'GET', url: path })
  return { status: response.statusCode, text: response.body, headers: response.headers }
}

const post = async (path: string, fields: Record<string, string>) => {
  const response = await shop.server.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
  return { status: response.statusCode, text: response.body, headers: response.headers }
}

const csrfIn = (text: string) => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
const card = (cardNumber = ACCEPTED) => ({
  cardNumber: cardNumber.replaceAll(/(\d{4})(?=\d)/g, '$1 '),
  expirationDate: '12/40',
  cvc: '739',
  cardHolderName: 'Ada Lovelace',
})

const pay = async (path: string, fields: Record<string, string> = {}) =>
  post(path, { csrf: csrfIn((await get(path)).text), ...card(), ...fields })

async function settle(orderId: string) {
  const { body } = await shop.call<{ data: Detail[] }>('GET', `/api/private/transactions?orderId=${orderId}`)
  const payment = body.data.at(-1)!
  await processPayment(contextOf(shop.platform), payment.id)
  return payment
}

const backIn = (text: string) => {
  const [, href = ''] = /href="(https:[^"]+)"/.exec(text) ?? []
  return new URL(href.replaceAll('&amp;', '&'))
}

describe('the payment page', () => {
  test('shows what is to be paid and a form that works without a script', async () => {
    const orderId = foreignOrder()
    const path = await open(orderId)
    const { status, text, headers } = await get(path)

    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^text\/html; charset=utf-8/)
    assert.match(text, /<html lang="fr">/)
    assert.ok(text.replaceAll(/\s/g, ' ').includes('49,90 €'))
    assert.ok(text.includes(orderId))
    for (const name of ['cardNumber', 'expirationDate', 'cvc', 'cardHolderName'])
      assert.match(text, new RegExp(`<label for="${name}">.*\\n<input id="${name}" name="${name}"`))
    assert.match(text, /value="Ada Lovelace"/)
    assert.equal(backIn(text).searchParams.get('status'), 'annule')
    assert.equal((await get(`/payments${path}`)).status, 200)
  })

  test('lets nothing foreign in, is framed by the configured origins alone, and leaves no trace', async () => {
    const path = await open()
    for (const page of [path, '/paiement/inconnu', '/paiement/retour']) {
      const { headers, text } = await get(page)
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /default-src 'none'/)
      assert.match(policy, /script-src 'self'(;|$)/)
      assert.match(policy, /style-src 'self'(;|$)/)
      assert.match(policy, /frame-ancestors 'self' https:\/\/boutique\.example(;|$)/)
      assert.doesNotMatch(policy, /unsafe/)
      assert.doesNotMatch(text, /<style|<script(?![^>]* src=)| style=| on\w+=/)
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['x-content-type-options'], 'nosniff')
    }
    for (const file of ['page.css', 'page.js', 'card.js']) {
      const { status, headers } = await get(`/paiement/${file}`)
      assert.equal(status, 200)
      assert.match(String(headers['content-type']), file.endsWith('css') ? /css/ : /javascript/)
    }
  })

  test('is framed by itself alone when no origin is configured', async () => {
    const plain = await openPlatform({ only: ['payments', 'orders'], started: false })
    const { headers } = await plain.server.inject({ url: '/paiement/retour' })
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'self'$/)
  })

  test('gives the browser the very rules of the server', async () => {
    const { text } = await get('/paiement/card.js')
    const rules = (await import(
      `data:text/javascript,${encodeURIComponent(text)}`
    )) as typeof import('../card.ts')

    assert.equal(rules.cardDigits('4242 4242 4242 4242'), ACCEPTED)
    assert.equal(rules.cardDigits('4242 4242 4242 4241'), undefined)
    assert.equal(rules.cardExpiry('1/30'), undefined)
    assert.equal(rules.isExpired(rules.cardExpiry('02/30')!, '2030-03'), true)
    assert.equal(rules.cardBrand('37'), 'amex')
  })

  test('takes a payment, shows its progress, then its success and the way back', async () => {
    const orderId = foreignOrder()
    const path = await open(orderId)
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
    assert.deepEqual(Object.fromEntries(backIn(done.text).searchParams), {
      panier: '3',
      orderId,
      status: 'accepte',
      transactionId: String(id),
      authorizationId,
    })
    assert.equal((await pay(path)).status, 403)
  })

  test('after a refusal offers another try, which may succeed', async () => {
    const orderId = foreignOrder()
    const path = await open(orderId)
    await pay(path, card(REFUSED))
    await settle(orderId)

    const refused = await get(path)
    assert.match(refused.text, /a été refusé/)
    assert.equal(backIn(refused.text).searchParams.get('status'), 'refuse')
    assert.equal((await pay(path)).status, 303)
    await settle(orderId)
    assert.match((await get(path)).text, /Paiement accepté/)
  })

  test('cancels a pending payment, once', async () => {
    const orderId = foreignOrder()
    const path = await open(orderId)
    await pay(path)
    const csrf = csrfIn((await get(path)).text)
    const cancelled = await post(`${path}/annulation`, { csrf })

    assert.equal(cancelled.status, 303)
    assert.equal(new URL(String(cancelled.headers.location), `http://shop${path}/annulation`).pathname, path)
    assert.match((await get(path)).text, /a été annulé/)
    assert.equal((await post(`${path}/annulation`, { csrf })).status, 303)
    const { id } = await settle(orderId)
    assert.deepEqual(await announced(id), ['en_attente', 'annule'])
  })

  test('two clicks at once are one payment, with an order and without', async () => {
    for (const orderId of [foreignOrder(), null]) {
      const path = await open(orderId)
      const fields = { csrf: csrfIn((await get(path)).text), ...card() }
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

  test('shows a payment that its order has by another way, without a button to cancel it', async () => {
    const orderId = foreignOrder()
    const path = await open(orderId)
    await paid({ orderId })
    const { text } = await get(path)
    assert.match(text, /Paiement en cours/)
    assert.doesNotMatch(text, /Annuler le paiement/)
  })

  test('says field by field what is wrong, and never shows a number or code again', async () => {
    const path = await open()
    const { status, text } = await pay(path, {
      cardNumber: '4242 4242 4242 4241',
      expirationDate: '01/20',
      cvc: '73',
      cardHolderName: '"><script>alert(1)</script>',
    })
    assert.equal(status, 400)
    for (const fault of ['Vérifiez le numéro', 'Cette carte a expiré', 'Indiquez les 3 chiffres'])
      assert.ok(text.includes(fault))
    assert.doesNotMatch(text, /4242|value="73"|<script>alert/)
    assert.match(text, /value="01\/20"/)
    assert.match(text, /value="&quot;&gt;&lt;script&gt;/)
    assert.equal((await pay(path, { cardHolderName: '' })).status, 400)
    assert.equal((await pay(path, { cardNumber: '378282246310005', cvc: '123' })).status, 400)
    assert.equal((await pay(path, { cardNumber: '378282246310005', cvc: '1234' })).status, 303)
  })

  test('escapes what a shop wrote', async () => {
    const { text } = await get(await open(`<img src=x onerror=alert(1)>'"&`))
    assert.doesNotMatch(text, /<img/)
    assert.ok(text.includes('&lt;img src=x onerror=alert(1)&gt;&#39;&quot;&amp;'))
  })

  test('takes no form but its own', async () => {
    const path = await open()
    const foreign = csrfIn((await get(await open())).text)
    for (const csrf of ['', 'nonsense', foreign]) {
      assert.equal((await post(path, { ...card(), csrf })).status, 403)
      assert.equal((await post(`${path}/annulation`, { csrf })).status, 403)
    }
    assert.equal((await post(path, card())).status, 403)
    const { text } = await get(path)
    assert.match(text, /<form method="post"/)
  })

  test('is over after thirty minutes, unless a payment was begun', async () => {
    const [path, orderId] = [await open(), foreignOrder()]
    const begun = await open(orderId)
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
    assert.equal(backIn(expired.text).origin, 'https://boutique.example')
    assert.equal((await post(path, { csrf: csrfIn(text), ...card() })).status, 410)
    assert.match((await get(begun)).text, /Paiement en cours/)
  })

  test('that nobody made is a page too', async () => {
    const unknown = await get('/paiement/abcdef')
    assert.equal(unknown.status, 404)
    assert.match(unknown.text, /Lien inconnu/)
    assert.equal((await post('/paiement/abcdef', card())).status, 404)
    assert.equal((await get('/paiement/abcdef/statut')).status, 404)
    assert.equal((await post(await open(), { csrf: 'x'.repeat(20_000) })).status, 413)
  })
})
