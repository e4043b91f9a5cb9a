import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { Problem } from '../problem.ts'
import { createAttemptLimiter, createLimits, pruneLimits } from './limits.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ areas: [], started: false })
})
const limits = () => createLimits({ db: shop.platform.db, secret: 'a secret of the tests alone' })
const rows = async () =>
  (await shop.platform.db.pg.query<{ key: string }>('select key from platform.limite')).rows

test('counts are shared by all processes, and separate for each key and name', async () => {
  const [one, other] = [limits(), limits()].map(each =>
    each.counter({ name: 'shared', most: 3, seconds: 60 }),
  )
  const decisions = await Promise.all(
    Array.from({ length: 10 }, (_, i) => (i % 2 ? one : other)?.consume('ada')),
  )
  assert.equal(decisions.filter(wait => wait === undefined).length, 3)
  for (const wait of decisions) assert.ok(wait === undefined || (wait > 50 && wait <= 60), String(wait))

  assert.equal(await one?.consume('bob'), undefined)
  const elsewhere = limits().counter({ name: 'elsewhere', most: 3, seconds: 60 })
  assert.equal(await elsewhere.consume('ada'), undefined)
})

for (const remembers of [true, false])
  test(`after the wait time of a refusal calls are accepted again, ${remembers ? 'with' : 'without'} a local cache`, async () => {
    const counter = limits().counter({ name: `short-${remembers}`, most: 1, seconds: 1 }, { remembers })
    const began = performance.now()
    let wait: number | undefined
    while (wait === undefined) wait = await counter.consume('ada')
    assert.equal(wait, 1)
    while (wait !== undefined) wait = await counter.consume('ada')
    assert.ok(performance.now() - began >= 950)
  })

test('expired counts are deleted, and keys are not stored in plain text', async () => {
  await limits().counter({ name: 'kept', most: 1, seconds: 3_600 }).consume('ada@example.org')
  assert.ok((await rows()).every(({ key }) => !key.includes('ada')))
  const { db, clock } = shop.platform
  await db.transaction(tx => pruneLimits(tx, clock.now()))
  assert.ok((await rows()).some(({ key }) => key.startsWith('kept:')))
  await db.transaction(tx => pruneLimits(tx, clock.after(3_600_001)))
  assert.deepEqual(await rows(), [])
})

describe('attempts', () => {
  const wrong = new Problem(401, 'cle-invalide', 'wrong')
  const tooMany = (seconds: number) => new Problem(429, 'trop-de-requetes', `wait ${seconds}`)
  let attempts: ReturnType<typeof createAttemptLimiter>
  before(() => {
    attempts = createAttemptLimiter(limits(), { name: 'attempts', most: 3, seconds: 60 })
  })
  const statusOf = (key: string, outcome?: Error) =>
    attempts(
      key,
      async () => {
        await nextTurn()
        if (outcome) throw outcome
        return 200
      },
      tooMany,
    ).catch(error => (error instanceof Problem ? error.statusCode : 0))
  const together = (length: number, of: () => Promise<number>) =>
    Promise.all(Array.from({ length }, of)).then(statuses => statuses.sort())

  test('that fail are limited, even when they are concurrent', async () => {
    assert.deepEqual(await together(6, () => statusOf('ada', wrong)), [401, 401, 401, 429, 429, 429])
    assert.equal(await statusOf('ada'), 429)
    assert.equal(await statusOf('bob'), 200)
  })

  test('that succeed are not counted, even when they are concurrent', async () => {
    assert.deepEqual(await together(10, () => statusOf('carol')), Array(10).fill(200))
    assert.equal(await statusOf('carol', wrong), 401)
  })

  test('that end with another error than a refusal are not counted', async () => {
    for (const failure of [new Error('broken'), new Problem(503, 'service-indisponible', 'away')])
      for (let i = 0; i < 4; i++) await statusOf('dora', failure)
    assert.equal(await statusOf('dora'), 200)
  })
})
