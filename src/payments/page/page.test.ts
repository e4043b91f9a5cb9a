import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import {
  card,
  createPaymentPageActions,
  extractCsrf,
  extractReturnLink,
} from '../../../test/support/payment-page.ts'
import { ACCEPTED, foreignOrder } from '../../../test/support/payments.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'

let shop: TestPlatform
const { get, post, open, pay } = createPaymentPageActions(() => shop)
before(async () => {
  shop = await openPlatform({
    only: ['payments', 'orders'],
    started: false,
    settings: { COMPTOIR_RETURN_ORIGINS: 'https://boutique.example' },
  })
})

describe('the payment page', () => {
  test('shows the amount and a form that works without a script', async () => {
    const orderId = foreignOrder()
    const path = await open({ orderId })
    const { status, text, headers } = await get(path)

    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^text\/html; charset=utf-8/)
    assert.match(text, /<html lang="fr">/)
    assert.ok(text.replaceAll(/\s/g, ' ').includes('49,90 €'))
    assert.ok(text.includes(orderId))
    for (const name of ['cardNumber', 'expirationDate', 'cvc', 'cardHolderName'])
      assert.match(text, new RegExp(`<label for="${name}">.*\\n<input id="${name}" name="${name}"`))
    assert.match(text, /value="Ada Lovelace"/)
    assert.equal(extractReturnLink(text).searchParams.get('status'), 'annule')
    assert.equal((await get(`/payments${path}`)).status, 200)
  })

  test('loads nothing from other sites, can be framed only by the configured origins, sends no referrer and is not cached', async () => {
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
      const { status, headers } = await get(`/paiement/fichiers/x/${file}`)
      assert.equal(status, 200)
      assert.match(String(headers['content-type']), file.endsWith('css') ? /css/ : /javascript/)
    }
  })

  test('shows no payment status that is merely a parameter of the return URL', async () => {
    const { text } = await get('/paiement/retour')
    for (const status of ['accepte', 'paye', 'en_attente', 'refuse', 'annule'])
      assert.equal((await get(`/paiement/retour?status=${status}&transactionId=1`)).text, text, status)
    assert.doesNotMatch(text, /accepté|refusé|annulé|enregistré/)
  })

  test('can be framed by itself only when no origin is configured', async () => {
    const plain = await openPlatform({ only: ['payments', 'orders'], started: false })
    const { headers } = await plain.server.inject({ url: '/paiement/retour' })
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'self'$/)
  })

  test('validates in the browser with the code of the server', async () => {
    const { text } = await get('/paiement/fichiers/x/card.js')
    const rules = (await import(
      `data:text/javascript,${encodeURIComponent(text)}`
    )) as typeof import('../cards/card.ts')

    assert.equal(rules.parseCardNumber('4242 4242 4242 4242'), ACCEPTED)
    assert.equal(rules.parseCardNumber('4242 4242 4242 4241'), undefined)
    assert.equal(rules.parseExpiry('1/30'), undefined)
    assert.equal(rules.parseExpiry(rules.withSlash('0230')), '02/2030')
    assert.equal(rules.isExpired(rules.parseExpiry('02/30')!, '2030-03'), true)
    assert.equal(rules.cardBrand('37'), 'amex')
    assert.equal(rules.groupDigits('378282246310005'), '3782 822463 10005')
    assert.equal(rules.groupDigits('42424'), '4242 4')
  })

  test('shows errors by field, and never repeats a card number or code', async () => {
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

  test('escapes text of the shop', async () => {
    const { text } = await get(await open({ orderId: `<img src=x onerror=alert(1)>'"&` }))
    assert.doesNotMatch(text, /<img/)
    assert.ok(text.includes('&lt;img src=x onerror=alert(1)&gt;&#39;&quot;&amp;'))
  })

  test('accepts a form only with its own CSRF token', async () => {
    const path = await open()
    const foreign = extractCsrf((await get(await open())).text)
    for (const csrf of ['', 'nonsense', foreign]) {
      assert.equal((await post(path, { ...card(), csrf })).status, 403)
      assert.equal((await post(`${path}/annulation`, { csrf })).status, 403)
    }
    assert.equal((await post(path, card())).status, 403)
    const { text } = await get(path)
    assert.match(text, /<form class="card" method="post"/)
  })

  test('sends its files compressed on request, and cacheable only under their current address', async () => {
    const [, css = ''] = /href="(fichiers\/[^"]+\.css)"/.exec((await get(await open())).text) ?? []
    const url = `/paiement/${css}`
    const plain = await get(url)
    assert.match(String(plain.headers['cache-control']), /immutable/)
    assert.equal(
      (await get(url.replace(/fichiers\/[^/]+/, 'fichiers/autre'))).headers['cache-control'],
      'no-store',
    )
    const pressed = await shop.server.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    assert.equal(pressed.headers['content-encoding'], 'br')
    assert.equal(brotliDecompressSync(pressed.rawPayload).toString(), plain.text)
  })
})
