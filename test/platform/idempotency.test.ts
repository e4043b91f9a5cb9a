import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import { sql } from '../../src/platform/database/sql.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { defineProbe } from '../support/probe.ts'
import { startSeverableProxy } from '../support/severable.ts'

let shop: TestPlatform
const slow = Promise.withResolvers<void>()
before(async () => {
  shop = await openPlatform({ areas: [defineProbe({ slow: () => slow.promise })], started: false })
})

const note = (key: string, text: string, headers = {}) =>
  shop.call<{ at: number }>('POST', '/api/publique/notes', { text }, { 'idempotency-key': key, ...headers })

const announced = async (text: string, connectionString = shop.databaseUrl) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query(
    "select count(*)::int as count from platform.outbox where body->>'text' = $1",
    [text],
  )
  await client.end()
  return rows[0].count
}

test('a repeated key and body return the first response again, with one effect', async () => {
  const first = await note('k1', 'once')
  const second = await note('k1', ' once ')

  assert.deepEqual([second.status, second.body], [201, first.body])
  assert.equal(second.headers['idempotent-replay'], 'true')
  assert.equal(await announced('once'), 1)
})

test('the same key with another body is 422', async () => {
  await note('k2', 'one')
  assert.equal((await note('k2', 'two')).status, 422)
  assert.equal(await announced('two'), 0)
})

test('of twenty concurrent calls one takes effect, and the others receive 409 while it runs', async () => {
  let answered = 0
  const calls = Array.from({ length: 20 }, () => note('k3', 'slow').finally(() => answered++))
  await eventually('all calls but one are answered', () => answered === 19).finally(slow.resolve)
  const answers = await Promise.all(calls)
  assert.deepEqual(answers.map(answer => answer.status).sort(), [201, ...Array(19).fill(409)])
  assert.equal(await announced('slow'), 1)
})

test('two callers may use the same key', async () => {
  await note('k4', 'theirs', { authorization: 'Bearer a' })
  await note('k4', 'theirs', { authorization: 'Bearer b' })
  assert.equal(await announced('theirs'), 2)
})

test('a rejection by a business rule is replayed; 400 and 500 free the key', async () => {
  assert.equal((await note('k5', 'refused')).status, 409)
  assert.equal((await note('k5', 'refused')).headers['idempotent-replay'], 'true')
  assert.equal((await note('k6', 'broken')).status, 500)
  assert.equal((await note('k6', 'mended')).status, 201)
  assert.equal((await note('k7', '')).status, 400)
  assert.equal((await note('k7', 'better')).status, 201)
})

test('a key of invalid length is refused', async () => {
  assert.equal((await note('k'.repeat(256), 'x')).status, 400)
})

test('a key expires after 24 hours of the clock', async () => {
  // A day of this clock is less than a second.
  const fast = await openPlatform({
    areas: [defineProbe()],
    settings: { COMPTOIR_CLOCK_MULTIPLIER: '100000' },
    started: false,
  })
  const again = () =>
    fast.call<{ at: number }>('POST', '/api/publique/notes', { text: 'daily' }, { 'idempotency-key': 'k' })
  const first = await again()
  const { clock } = fast.platform
  await eventually('a day has passed', () => clock.now().getTime() > first.body.at + 86_400_000)
  assert.notEqual((await again()).body.at, first.body.at)
})

test('with API keys, the key of a caller without credentials cannot be guessed by others', async () => {
  const guarded = await openPlatform({
    areas: [defineProbe()],
    started: false,
    settings: { COMPTOIR_API_KEYS: 'first-key' },
  })
  const status = async (key: string, headers = {}) =>
    (await guarded.call('POST', '/api/publique/notes', { text: 'x' }, { 'idempotency-key': key, ...headers }))
      .status
  assert.equal(await status('k'.repeat(19)), 400)
  assert.equal(await status('k'.repeat(20)), 201)
  assert.equal(await status('short', { 'x-api-key': 'first-key' }), 201)
  assert.notEqual(await status('short', { authorization: 'Bearer a' }), 400)
})

/** Opens a platform whose connections to the database can be broken, and returns a call with one key. */
async function breakablePlatform(text: string) {
  const databaseUrl = await createTestDatabase()
  const line = await startSeverableProxy(databaseUrl)
  const broken = await openPlatform({ areas: [defineProbe()], databaseUrl: line.url, started: false })
  const call = () => broken.call('POST', '/api/publique/notes', { text }, { 'idempotency-key': text })
  return {
    line,
    call,
    countEvents: () => announced(text, databaseUrl),
    /** Repeats the call until it succeeds, at most for the time in which its key must be free. */
    async retry() {
      let answer = await call()
      await eventually(
        'the retry succeeds',
        async () => {
          if (answer.status !== 201) answer = await call()
          return answer.status === 201
        },
        5_000,
      )
      return answer
    },
  }
}

test('a call that loses the database receives the standard 503, and its key is free soon after the database is back', async () => {
  const { line, call, retry, countEvents } = await breakablePlatform('cut off')
  const [{ status, body }] = await Promise.all([call(), line.breakAt('insert into platform.outbox', 'cut')])
  assert.deepEqual(
    [status, body.message, body.code],
    [503, 'The database cannot be reached', 'service-indisponible'],
  )
  line.restore()
  const { headers } = await retry()
  assert.equal(headers['idempotent-replay'], undefined)
  assert.equal(await countEvents(), 1)
})

test('a claim that was committed although its connection broke is freed', async () => {
  const { line, call, retry, countEvents } = await breakablePlatform('claimed')
  const held = line.holdBack('insert into platform.idempotency_key', 'COMMIT').then(line.cut)
  const [{ status }] = await Promise.all([call(), held])
  assert.equal(status, 503)
  line.restore()
  await retry()
  assert.equal(await countEvents(), 1)
})

test('a call that was committed although its connection broke is replayed, not executed again', async () => {
  const { line, call, retry, countEvents } = await breakablePlatform('committed')
  const held = line.holdBack('update platform.idempotency_key', 'COMMIT').then(line.cut)
  const [{ status }] = await Promise.all([call(), held])
  assert.equal(status, 503)
  line.restore()
  const { headers } = await retry()
  assert.equal(headers['idempotent-replay'], 'true')
  assert.equal(await countEvents(), 1)
})

test('a call whose key has passed to a later call changes nothing', async () => {
  let calls = 0
  const first = Promise.withResolvers<void>()
  const late = await openPlatform({
    areas: [defineProbe({ slow: async () => (calls++ === 0 ? first.promise : undefined) })],
    started: false,
  })
  const call = () =>
    late.call<{ at: number }>('POST', '/api/publique/notes', { text: 'slow' }, { 'idempotency-key': 'late' })
  const slowest = call()
  await eventually('the first call runs', () => calls === 1)
  await late.platform.db.transaction(tx =>
    tx.run(sql`update platform.idempotency_key set "runningUntil" = "runningUntil" - interval '2 minutes'`),
  )
  const second = await call()
  assert.equal(second.status, 201)
  first.resolve()
  assert.equal((await slowest).status, 503)
  const third = await call()
  assert.deepEqual([third.headers['idempotent-replay'], third.body], ['true', second.body])
  assert.equal(await announced('slow', late.databaseUrl), 1)
})
