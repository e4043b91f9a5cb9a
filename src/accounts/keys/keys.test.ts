import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { createKey, GUARDED, KEYS } from '../../../test/support/guarded.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { sql } from '../../platform/database/sql.ts'

const PATH = '/api/v1/privee/cles'
let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['accounts', 'loyalty', 'reference'], settings: GUARDED })
})

const statusWith = async (headers: Record<string, string>, path = '/api/publique/clients') =>
  (await shop.call('GET', path, undefined, headers)).status

describe('a new API key', () => {
  test('opens the routes of its rights, and no others', async () => {
    const till = await createKey(shop, 'till')
    assert.match(till.cle, /^cle_[\w-]{43}$/)
    assert.equal(await statusWith(till.header), 200)
    assert.equal(await statusWith(till.header, PATH), 403)
    const { body } = await shop.call('DELETE', '/api/publique/produits/1', undefined, till.header)
    assert.deepEqual(body as unknown, {
      statusCode: 403,
      message: 'This call requires the right catalogue',
      error: 'Forbidden',
      code: 'droit-absent',
    })
    assert.equal(await statusWith({ 'x-api-key': 'cle_of_nobody' }), 401)
  })

  test('is shown once: neither the list nor the database contains it', async () => {
    const { id, cle } = await createKey(shop, 'support', 'shop')
    const { body } = await shop.call<{ data: { id: number; droits: string[] }[]; total: number }>(
      'GET',
      `${PATH}?limit=100`,
      undefined,
      KEYS.admin,
    )
    const [listed] = body.data.filter(key => key.id === id)
    assert.deepEqual(listed?.droits, ['support', 'shop'])
    assert.equal(body.total, body.data.length)
    assert.ok(!JSON.stringify(body).includes(cle))
    const rows = await shop.platform.db.rows(sql`select * from accounts.cle`)
    assert.ok(!JSON.stringify(rows).includes(cle))
  })

  test('can be revoked once, and is refused within five seconds', async () => {
    const { id, header } = await createKey(shop, 'till')
    assert.equal(await statusWith(header), 200)
    const revoke = async () => (await shop.call('DELETE', `${PATH}/${id}`, undefined, KEYS.admin)).status
    const answers = await Promise.all(Array.from({ length: 20 }, revoke))
    assert.deepEqual(answers.sort(), [204, ...Array(19).fill(404)])
    await eventually('the key is refused', async () => (await statusWith(header)) === 401)
  })

  test('expires at its date, which cannot be in the past', async () => {
    const make = (expireLe: string) =>
      shop.call<{ cle: string }>('POST', PATH, { nom: 'x', droits: ['till'], expireLe }, KEYS.admin)
    const now = shop.platform.clock.now().getTime()
    assert.equal((await make(new Date(now - 1).toISOString())).status, 422)
    const { body } = await make(new Date(now + 60_000).toISOString())
    const { db } = shop.platform
    await db.transaction(tx =>
      tx.run(sql`update accounts.cle set "expireLe" = ${new Date(now)} where nom = 'x'`),
    )
    assert.equal(await statusWith({ 'x-api-key': body.cle }), 401)
  })

  test('records when it was last used', async () => {
    const { id, header } = await createKey(shop, 'till')
    assert.equal(await statusWith(header), 200)
    const used = await shop.platform.db.one(
      sql<{ at: Date | null }>`select "derniereUtilisation" at from accounts.cle where id = ${id}`,
    )
    assert.ok(used.at)
  })

  test('needs a name and existing rights', async () => {
    for (const body of [{}, { nom: 'x' }, { nom: 'x', droits: [] }, { nom: 'x', droits: ['cook'] }])
      assert.equal((await shop.call('POST', PATH, body, KEYS.admin)).status, 400, JSON.stringify(body))
  })
})

test('an address is limited after thirty wrong keys in a minute; holders of a valid key are not', async () => {
  const { header } = await createKey(shop, 'till')
  assert.equal(await statusWith(header), 200)
  const tries = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      shop.call('GET', '/api/publique/clients', undefined, { 'x-api-key': `k${i}` }),
    ),
  )
  const tried = tries.filter(({ status }) => status === 401)
  assert.ok(tried.length <= 30, `${tried.length} of 60 were attempted`)
  // If a busy server rejected some of the sixty before counting them, a few more sequential tries reach the limit.
  const refused = await eventually('an attempt is refused', async () => {
    const one = await shop.call('GET', '/api/publique/clients', undefined, { 'x-api-key': 'another' })
    return one.status === 429 && one
  })
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.equal(await statusWith(KEYS.admin), 200)
  assert.equal(await statusWith(header), 200)
})

test('without configured keys, keys can be created and no route needs one', async () => {
  const open = await openPlatform({ only: ['accounts'], started: false })
  const { status } = await open.call('POST', PATH, { nom: 'x', droits: ['till'] })
  assert.equal(status, 201)
  assert.equal((await open.call('GET', PATH, undefined, { 'x-api-key': 'any' })).status, 200)
})
