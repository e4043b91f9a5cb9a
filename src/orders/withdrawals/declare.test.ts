import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { GUARDED, KEYS } from '../../../test/support/guarded.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import {
  createWithdrawalActions,
  EMAIL,
  HOUR,
  openWithdrawalShop,
} from '../../../test/support/withdrawals.ts'
import { sql } from '../../platform/database/sql.ts'

let shop: TestPlatform
let clock: Awaited<ReturnType<typeof openWithdrawalShop>>['clock']
let actions: ReturnType<typeof createWithdrawalActions>
before(async () => {
  const opened = await openWithdrawalShop()
  shop = opened.shop
  clock = opened.clock
  actions = createWithdrawalActions(shop)
})

const count = () => shop.platform.db.value(sql<{ n: number }>`select count(*) as n from orders.retractation`)

describe('a declaration of withdrawal', () => {
  test('is answered alike whether or not the order exists, and has no effect until it is confirmed', async () => {
    const { ordreId } = await actions.ordered()
    for (const id of [ordreId, 'CMD-UNKNOWN']) {
      const { status, body, headers } = await actions.declare({ ordreId: id })
      assert.equal(status, 202)
      assert.deepEqual(Object.keys(body), ['jeton', 'expireLe'])
      assert.match(body.jeton, /^[\w-]{43}$/)
      const left = new Date(body.expireLe).getTime() - clock.now().getTime()
      assert.ok(left > HOUR - 60_000 && left <= HOUR, body.expireLe)
      assert.equal(headers['cache-control'], 'no-store')
    }
    assert.equal((await actions.list()).total, 0)
    assert.equal((await actions.after.read(ordreId)).statut, 'EN_ATTENTE')
  })

  test('that is invalid is refused with the field and its rule, and nothing is stored', async () => {
    const stored = await count()
    for (const [body, message] of [
      [{ ordreId: '' }, /ordreId/],
      [{ ordreId: 'x'.repeat(101) }, /ordreId/],
      [{ ordreId: 7 }, /ordreId/],
      [{ ordreId: undefined }, /ordreId/],
      [{ nom: '' }, /nom/],
      [{ nom: null }, /nom/],
      [{ nom: 'x'.repeat(201) }, /nom/],
      [{ courriel: 'ada' }, /courriel/],
      [{ courriel: `${'x'.repeat(250)}@example.org` }, /courriel/],
      [{ articles: [] }, /articles/],
      [{ articles: 'tout' }, /articles/],
      [{ articles: [{ id: 1 }] }, /quantite/],
      [{ articles: [{ id: 1, quantite: 0 }] }, /quantite/],
      [{ articles: [{ id: 1, quantite: 1.5 }] }, /quantite/],
      [{ articles: Array.from({ length: 201 }, () => ({ id: 1, quantite: 1 })) }, /articles/],
      [{ article: [{ id: 1, quantite: 1 }] }, /article.*articles/],
    ] as const) {
      const answer = await actions.declare({ ordreId: 'CMD-UNKNOWN', ...body })
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.match(String(answer.body.message), message)
    }
    assert.equal((await shop.call('POST', '/api/v1/publique/retractations')).status, 400)
    assert.equal(await count(), stored)
  })

  test('is confirmed within an hour, and its receipt is the declaration for 24 hours', async () => {
    const { ordreId, id } = await actions.ordered()
    const articles = [{ id, quantite: 1 }]
    const { jeton } = (await actions.declare({ ordreId, articles })).body
    clock.advance(HOUR - 60_000)
    const first = await actions.confirm(jeton)
    assert.equal(first.status, 200)
    assert.deepEqual([first.body.ordreId, first.body.articles], [ordreId, articles])
    assert.ok(Math.abs(new Date(first.body.recuLe).getTime() - clock.now().getTime()) < 60_000)
    clock.advance(24 * HOUR - 60_000)
    assert.deepEqual((await actions.confirm(jeton)).body, first.body)
    assert.equal((await actions.ofOrder(ordreId)).length, 1)
    clock.advance(60_000)
    assert.equal((await actions.confirm(jeton)).status, 404)
  })

  test('is not confirmed after an hour, or with an unknown token', async () => {
    const { ordreId } = await actions.ordered()
    const { jeton } = (await actions.declare({ ordreId })).body
    clock.advance(HOUR)
    for (const token of [jeton, 'inconnu', `${jeton}x`, 'x'.repeat(100)]) {
      const { status, body } = await actions.confirm(token)
      assert.deepEqual([status, body.code], [404, 'retractation-inconnue'], token)
    }
    assert.equal((await actions.confirm('x'.repeat(101))).status, 400)
    assert.deepEqual(await actions.ofOrder(ordreId), [])
    assert.equal((await actions.after.read(ordreId)).statut, 'EN_ATTENTE')
  })

  test('that is confirmed twenty times at once counts and cancels once', async () => {
    const { ordreId } = await actions.ordered()
    const { jeton } = (await actions.declare({ ordreId })).body
    const answers = await Promise.all(Array.from({ length: 20 }, () => actions.confirm(jeton)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(answers.map(({ body }) => body.recuLe)).size, 1)
    const found = await actions.ofOrder(ordreId)
    assert.deepEqual(
      found.map(({ statut }) => statut),
      ['remboursee'],
    )
    const unknown = (await actions.declare({ ordreId: 'CMD-NONE' })).body.jeton
    const others = await Promise.all(Array.from({ length: 20 }, () => actions.confirm(unknown)))
    assert.equal(new Set(others.map(({ body }) => body.recuLe)).size, 1)
    assert.equal((await actions.ofOrder('CMD-NONE')).length, 1)
    await actions.after.untilDrained()
    const { statuts } = (
      await shop.call<{ statuts: { statut: string }[] }>('GET', `/api/v1/privee/commandes/${ordreId}/dossier`)
    ).body
    assert.equal(statuts.filter(({ statut }) => statut === 'ANNULEE').length, 1)
  })

  test('names articles by ean only while reference is available: 503 otherwise, and nothing is kept', async () => {
    const { ordreId, ean } = await actions.ordered()
    const alone = await openPlatform({
      only: ['orders'],
      databaseUrl: shop.databaseUrl,
      started: false,
      clock,
    })
    const { jeton } = (await actions.declare({ ordreId, articles: [{ id: ean, quantite: 1 }] })).body
    const { status, headers } = await createWithdrawalActions(alone).confirm(jeton)
    assert.equal(status, 503)
    assert.ok(Number(headers['retry-after']) > 0)
    assert.deepEqual(await actions.ofOrder(ordreId), [])
    assert.equal((await actions.confirm(jeton)).status, 200)
    assert.equal((await actions.ofOrder(ordreId)).length, 1)
  })

  test('from an unknown order waits for staff, and nothing of it is revealed', async () => {
    const { body } = await actions.declare({ ordreId: 'CMD-NOWHERE', articles: [{ id: 'x', quantite: 1 }] })
    const { status, body: received } = await actions.confirm(body.jeton)
    assert.deepEqual([status, received.articles], [200, [{ id: 'x', quantite: 1 }]])
    const [found] = await actions.ofOrder('CMD-NOWHERE')
    assert.deepEqual([found?.statut, found?.commandeConnue, found?.courriel], ['a_verifier', false, EMAIL])
  })

  test('that is not confirmed is deleted after a day, and one of an unknown order after 90 days', async () => {
    await actions.declare({ ordreId: 'CMD-DRAFT' })
    const { ordreId, id } = await actions.ordered()
    await actions.withdraw(ordreId, [{ id, quantite: 1 }])
    await actions.withdraw('CMD-GONE')
    const draft = () =>
      shop.platform.db.rows(sql`select from orders.retractation where "ordreId" = 'CMD-DRAFT'`)
    clock.advance(23 * HOUR)
    await shop.runSchedule('orders.prune-withdrawals')
    assert.equal((await draft()).length, 1)
    clock.advance(2 * HOUR)
    await shop.runSchedule('orders.prune-withdrawals')
    assert.equal((await draft()).length, 0)
    clock.advance(88 * 24 * HOUR)
    await shop.runSchedule('orders.prune-withdrawals')
    assert.equal((await actions.ofOrder('CMD-GONE')).length, 1)
    clock.advance(2 * 24 * HOUR)
    await shop.runSchedule('orders.prune-withdrawals')
    assert.equal((await actions.ofOrder('CMD-GONE')).length, 0)
    assert.equal((await actions.ofOrder(ordreId)).length, 1)
  })
})

test('with keys, one address declares ten withdrawals a minute, by the route and the page together', async () => {
  const guarded = await openPlatform({ settings: GUARDED, only: ['orders', 'accounts', 'reference'] })
  const { declare } = createWithdrawalActions(guarded)
  for (let i = 0; i < 9; i++) assert.equal((await declare({ ordreId: 'CMD-X' })).status, 202)
  const post = () =>
    guarded.server.inject({
      method: 'POST',
      url: '/retractation',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `ordreId=CMD-X&nom=Ada&courriel=${encodeURIComponent(EMAIL)}`,
    })
  assert.equal((await post()).statusCode, 303)
  const { status, body, headers } = await declare({ ordreId: 'CMD-X' })
  assert.deepEqual([status, body.code], [429, 'trop-de-requetes'])
  assert.ok(Number(headers['retry-after']) > 0)
  assert.equal((await post()).statusCode, 429)
  assert.equal((await declare({ ordreId: 'CMD-X' }, KEYS.admin)).status, 202, 'a key has no limit')
})
