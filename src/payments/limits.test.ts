import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { GUARDED, KEYS } from '../../test/support/guarded.ts'
import { card, extractCsrf, RETURN } from '../../test/support/payment-page.ts'
import { ACCEPTED, foreignOrder, REFUSED } from '../../test/support/payments.ts'
import { openPlatform, type TestPlatform } from '../../test/support/platform.ts'
import { createContext } from './open.ts'
import { processPayment } from './processing/process-payment.ts'

type Answer = { status: number; wait: number; text: string }
const only = ['payments', 'orders', 'accounts']
const open = (settings: Record<string, string>) => openPlatform({ only, settings, started: false })

const ask = async (
  at: TestPlatform,
  method: 'GET' | 'POST',
  url: string,
  {
    body,
    form,
    ip = '192.0.2.1',
    headers = {},
  }: { body?: object; form?: Record<string, string>; ip?: string; headers?: object } = {},
): Promise<Answer> => {
  const answer = await at.server.inject({
    ...{ method, url, remoteAddress: ip },
    headers: { ...headers, ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
    ...(body ? { body } : form ? { payload: new URLSearchParams(form).toString() } : {}),
  })
  return { status: answer.statusCode, wait: Number(answer.headers['retry-after']), text: answer.body }
}
const link = (at: TestPlatform, ip: string, url = '/api/publique/interface-paiement', headers = {}) =>
  ask(at, 'POST', url, { ip, headers, body: { amount: 49.9, orderId: foreignOrder(), returnUrl: RETURN } })
const tryCard = (at: TestPlatform, ip: string, headers = {}) =>
  ask(at, 'POST', '/api/publique/provider/card-payment', {
    ip,
    headers,
    body: { cardNumber: ACCEPTED, amount: 100, currency: 'EUR' },
  })
const many = (n: number, one: (i: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: n }, (_, i) => one(i)))
const count = (answers: Answer[], status: number) => answers.filter(each => each.status === status).length
const rows = async (at: TestPlatform, table: string) =>
  (await at.platform.db.pg.query(`select count(*)::int as n from payments.${table}`)).rows[0].n as number

/** Creates a link, with a key so that it counts for no address, and returns the path of its page. */
const pageOf = async (at: TestPlatform, headers = KEYS.peer) =>
  new URL(JSON.parse((await link(at, '192.0.2.99', undefined, headers)).text).redirectUrl).pathname
const payWith = async (at: TestPlatform, path: string, cardNumber: string, ip: string) => {
  const csrf = extractCsrf((await ask(at, 'GET', path, { ip: '192.0.2.98' })).text)
  return ask(at, 'POST', path, { ip, form: { csrf, ...card(cardNumber) } })
}
/** Processes all pending payments. */
async function settle(at: TestPlatform) {
  const { rows } = await at.platform.db.pg.query(
    `select id::int from payments.transaction where status = 'en_attente'`,
  )
  for (const { id } of rows) await processPayment(createContext(at.platform), id)
}

let shop: TestPlatform
before(async () => {
  shop = await open(GUARDED)
})

describe('payment links of one address', () => {
  test('are limited to thirty a minute over all routes; other addresses and key holders are not affected', async () => {
    const urls = [
      '/api/publique/interface-paiement',
      '/api/publique/paiement/interface-paiement',
      '/orders/api/publique/interface-paiement',
    ]
    const answers = await many(45, i => link(shop, '192.0.2.1', urls[i % 3]))
    assert.deepEqual([count(answers, 201), count(answers, 429), await rows(shop, 'lien')], [30, 15, 30])
    for (const { status, wait, text } of answers) {
      assert.ok(status === 201 || (wait > 30 && wait <= 60), `${wait}`)
      if (status === 429) assert.match(text, /"statusCode":429,"message":"Trop de liens de paiement/)
    }
    for (const url of urls) {
      assert.equal((await link(shop, '192.0.2.2', url)).status, 201)
      assert.equal((await link(shop, '192.0.2.1', url, KEYS.admin)).status, 201)
    }
  })
})

describe('cards of one address', () => {
  test('are limited to twenty a minute, on payment pages and in test payments together', async () => {
    const paths = await Promise.all(Array.from({ length: 15 }, () => pageOf(shop)))
    const before = await rows(shop, 'transaction')
    const answers = await many(30, i =>
      i < 15 ? payWith(shop, paths[i]!, ACCEPTED, '192.0.2.3') : tryCard(shop, '192.0.2.3'),
    )
    assert.equal(count(answers, 429), 10)
    assert.ok(answers.every(({ status, wait }) => status !== 429 || (wait > 0 && wait <= 60)))
    assert.equal(await rows(shop, 'transaction'), before + count(answers, 303))

    const page = await payWith(shop, await pageOf(shop), ACCEPTED, '192.0.2.3')
    assert.deepEqual([page.status, /Trop de demandes/.test(page.text)], [429, true])
    assert.equal((await tryCard(shop, '192.0.2.4')).status, 200)
    assert.equal((await tryCard(shop, '192.0.2.3', KEYS.admin)).status, 200)
  })
})

describe('three refused cards', () => {
  const ip = '192.0.2.5'
  async function refused(at: TestPlatform, path: string, times: number) {
    for (let i = 0; i < times; i++) {
      assert.equal((await payWith(at, path, REFUSED, ip)).status, 303)
      await settle(at)
    }
  }

  test('end a link: its page is 410, and no further card is processed', async () => {
    const path = await pageOf(shop)
    const csrf = extractCsrf((await ask(shop, 'GET', path)).text)
    await refused(shop, path, 3)
    const page = await ask(shop, 'GET', path)
    assert.deepEqual([page.status, /Trop de cartes ont été refusées/.test(page.text)], [410, true])
    const before = await rows(shop, 'transaction')
    const again = await ask(shop, 'POST', path, { ip, form: { csrf, ...card() } })
    assert.deepEqual([again.status, await rows(shop, 'transaction')], [410, before])
    assert.equal((await ask(shop, 'GET', await pageOf(shop))).status, 200)
  })

  test('are needed: after two the link still works', async () => {
    const path = await pageOf(shop)
    await refused(shop, path, 2)
    assert.equal((await payWith(shop, path, ACCEPTED, ip)).status, 303)
    await settle(shop)
    assert.match((await ask(shop, 'GET', path)).text, /Paiement accepté/)
  })

  test('end a link even in repeated batches of twenty concurrent attempts', async () => {
    const wide = await open({ ...GUARDED, COMPTOIR_LIMIT_CARDS: '1000' })
    const path = await pageOf(wide)
    const csrf = extractCsrf((await ask(wide, 'GET', path)).text)
    const ends = async () => {
      for (let i = 0; i < 20; i++) await settle(wide)
    }
    for (let round = 0; round < 5; round++) {
      const tries = many(20, () => ask(wide, 'POST', path, { ip, form: { csrf, ...card(REFUSED) } }))
      await Promise.all([tries, ends()])
      await settle(wide)
    }
    assert.equal(await rows(wide, 'transaction'), 3)
  })
})

test('without keys configured there are none of these limits', async () => {
  const free = await open({})
  const local = '127.0.0.1'
  assert.equal(count(await many(35, () => link(free, local)), 201), 35)
  assert.equal(count(await many(25, () => tryCard(free, local)), 200), 25)
  const path = await pageOf(free, {} as typeof KEYS.peer)
  for (let i = 0; i < 4; i++) {
    assert.equal((await payWith(free, path, REFUSED, local)).status, 303)
    await settle(free)
  }
  assert.equal((await ask(free, 'GET', path)).status, 200)
})
