import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createPool, type DatabasePool } from '../../src/platform/database/database.ts'
import { consumer } from '../../src/platform/events/event.ts'
import { taker } from '../../src/platform/events/take.ts'
import { Problem } from '../../src/platform/http/problem.ts'
import { createLog } from '../../src/platform/log.ts'
import { freshDatabase } from '../support/database.ts'
import { Noted } from '../support/probe.ts'

let db: DatabasePool
before(async () => {
  db = createPool(await freshDatabase(), { size: 2, onError: () => {} })
})
after(() => db.close())

/** Takes one message in with a consumer that fails as told, try by try; gives the outcome and the number of tries. */
async function takeWith(failures: (Error | undefined)[]) {
  let tries = 0
  const failing = consumer(Noted, {
    handle: async () => {
      const failure = failures[tries++]
      if (failure) throw failure
    },
  })
  const take = taker(failing, {
    db,
    log: createLog('silent'),
    claim: async (_tx, deliveries) => deliveries,
    stopping: new AbortController().signal,
    firstPauseMs: 1,
  })
  const message = { id: 'm', queue: Noted.queue, requestId: 'r', body: { text: 'x', at: 1 } }
  const rejected = await take([message])
  return { outcome: rejected.has(message) ? 'rejected' : 'done', tries }
}

const outage = new Problem(503, 'away')
const unknown = new Error('unknown')

test('tries during an outage do not count against a message', async () => {
  const failures = [...Array(8).fill(outage), unknown, unknown, undefined]
  assert.deepEqual(await takeWith(failures), { outcome: 'done', tries: 11 })
})

test('a failure of unknown cause is given eight tries, then the message is rejected', async () => {
  assert.deepEqual(await takeWith(Array(20).fill(unknown)), { outcome: 'rejected', tries: 8 })
})
