import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'

const ORDERS_A_MINUTE = 60

let one: TestPlatform
let other: TestPlatform
before(async () => {
  const settings = { COMPTOIR_API_KEYS: 'the-key' }
  one = await openPlatform({ settings, started: false })
  other = await openPlatform({ settings, started: false, databaseUrl: one.databaseUrl })
})

/** Returns an order of an unknown article. Because keys are configured, it gets 422 if the limit admits it. */
const body = () => createShopActions(one).order([{ id: 'x', quantite: 1, prixUnitaireCents: 500 }])
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

/** Ends the minute of all counts in the database. */
const endTheTime = () => one.platform.db.pg.query('update platform.limite set expire = expire - 60000')

describe('orders from one address without a key', () => {
  test('are limited to 60 a minute over all processes, then 429 with Retry-After', async () => {
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

  test('are accepted again when the minute is over', async () => {
    for (let i = 0; i < ORDERS_A_MINUTE; i++) await ask(one, '192.0.2.3')
    await endTheTime()
    assert.equal((await ask(one, '192.0.2.3')).status, 422)
  })

  test('that are refused by the limit can be repeated with the same Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'hasty-but-not-to-be-guessed' }
    for (let i = 0; i < ORDERS_A_MINUTE; i++) await ask(one, '192.0.2.4')
    assert.equal((await ask(one, '192.0.2.4', key)).status, 429)
    await endTheTime()
    // The process that refused the request caches the refusal for the minute.
    assert.equal((await ask(one, '192.0.2.4', key)).status, 429)
    assert.equal((await ask(other, '192.0.2.4', key)).status, 422)
  })

  test('are counted by network: an IPv6 subscriber has one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 61 }, (_, i) => ask(one, `2001:db8:1:2::${(i + 1).toString(16)}`)),
    )
    assert.equal(passed(answers), ORDERS_A_MINUTE)
  })
})

test('without keys configured there is no such limit', async () => {
  const open = await openPlatform({ started: false })
  for (let i = 0; i <= ORDERS_A_MINUTE; i++) assert.equal((await ask(open, '192.0.2.1')).status, 201)
})
