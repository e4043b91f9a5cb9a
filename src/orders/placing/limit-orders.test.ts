import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { shopping } from '../../../test/support/shopping.ts'
import { forgetHaste, networkOf, ORDERS_A_MINUTE } from './limit-orders.ts'

let one: TestPlatform
let other: TestPlatform
before(async () => {
  const settings = { COMPTOIR_API_KEYS: 'the-key' }
  one = await openPlatform({ settings, started: false })
  other = await openPlatform({ settings, started: false, databaseUrl: one.databaseUrl })
})

/** An order of what does not exist: 422 once it is let in. */
const body = () => shopping(one).order([{ id: 'x', quantite: 1, prixUnitaireCents: 500 }])
const ask = async (at: TestPlatform, remoteAddress: string, headers = {}) => {
  const answer = await at.server.inject({
    method: 'POST',
    url: '/api/commandes',
    body: body(),
    remoteAddress,
    headers,
  })
  return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after']) }
}
const passed = (answers: { status: number }[]) => answers.filter(({ status }) => status === 422).length

describe('orders from one address that shows no key', () => {
  test('are let in 60 times a minute by all processes together, then 429 tells when to come back', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => ask(i % 2 ? one : other, '192.0.2.1')),
    )
    assert.equal(passed(answers), ORDERS_A_MINUTE)
    const refused = answers.filter(({ status }) => status === 429)
    assert.equal(refused.length, 40)
    for (const { retryAfter } of refused) assert.ok(retryAfter > 30 && retryAfter <= 60, `${retryAfter}`)

    assert.equal((await ask(one, '192.0.2.2')).status, 422)
    assert.equal((await ask(one, '192.0.2.1', { 'x-api-key': 'the-key' })).status, 422)
  })

  test('are let in again as the minute passes, one for each that no longer counts', async () => {
    for (let i = 0; i < ORDERS_A_MINUTE; i++) await ask(one, '192.0.2.3')
    await one.platform.db.pg.query(
      `update orders.cadence set moments[1] = moments[1] - interval '61 s', moments[2] = moments[2] - interval '61 s'
       where adresse = '192.0.2.3'`,
    )
    const answers = [await ask(one, '192.0.2.3'), await ask(one, '192.0.2.3'), await ask(one, '192.0.2.3')]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [422, 422, 429],
    )
  })

  test('a refusal for haste is not kept for the Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'hasty' }
    for (let i = 0; i < ORDERS_A_MINUTE; i++) await ask(one, '192.0.2.4')
    assert.equal((await ask(one, '192.0.2.4', key)).status, 429)
    await one.platform.db.pg.query(`delete from orders.cadence where adresse = '192.0.2.4'`)
    assert.equal((await ask(one, '192.0.2.4', key)).status, 422)
  })

  test('are forgotten once they no longer count', async () => {
    await ask(one, '192.0.2.5')
    const kept = async () =>
      (await one.platform.db.pg.query(`select from orders.cadence where adresse = '192.0.2.5'`)).rowCount
    await forgetHaste(one.platform)
    assert.equal(await kept(), 1)
    await one.platform.db.pg.query(`update orders.cadence set jusque = jusque - interval '61 s'`)
    await forgetHaste(one.platform)
    assert.equal(await kept(), 0)
  })
})

test('without keys configured there is no such limit', async () => {
  const open = await openPlatform({ started: false })
  for (let i = 0; i <= ORDERS_A_MINUTE; i++) assert.equal((await ask(open, '192.0.2.1')).status, 201)
})

test('an IPv6 network of 64 bits counts as one address', () => {
  for (const [address, network] of [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])
    assert.equal(networkOf(address!), network)
})
