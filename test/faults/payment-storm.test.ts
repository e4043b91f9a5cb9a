import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { paymentStorm } from '../support/payment-storm/storm.ts'

test('a hundred payments while processes are killed and PostgreSQL is restarted', {
  timeout: 240_000,
}, async t => {
  const seed = randomInt(2 ** 31)
  t.diagnostic(`again with: npm run storm -- payments --cases 100 --seed ${seed}`)
  const { kills, restarts, told, output } = await paymentStorm({ payments: 100, seed })

  assert.ok(kills >= 1 && restarts >= 1, `${kills} kills, ${restarts} restarts`)
  assert.ok(told.payments.size >= 100 && told.refunds.size > 0, 'there was something to look at')
  assert.ok(output.includes('"level":"info"'), 'there were log lines to search')
})
