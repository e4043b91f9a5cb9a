import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { runPayments } from '../support/fault-injection/payment-run.ts'
import { containsCard } from '../support/fault-injection/secrecy.ts'

test('a hundred payments survive kills of the processes and restarts of PostgreSQL', {
  timeout: 240_000,
}, async t => {
  const seed = randomInt(2 ** 31)
  t.diagnostic(`again with: npm run faults -- payments --cases 100 --seed ${seed}`)
  const { kills, restarts, payments, refunds, searched } = await runPayments({ payments: 100, seed })

  assert.ok(kills >= 1 && restarts >= 1, `${kills} kills, ${restarts} restarts`)
  assert.ok(payments >= 100 && refunds > 0, `${payments} payments, ${refunds} refunds`)
  assert.ok(searched.lines > 100, 'there were log lines to search')
})

test('a card number is found in any notation', () => {
  const number = '5105105105105100'
  const found = (text: string) => containsCard(text, new Set([number]))
  const encoded = (encoding: BufferEncoding) => Buffer.from(`{"n":"${number}"}`).toString(encoding)
  for (const text of [
    `x${number}y`,
    '5105 1051 0510 5100',
    '5105-1051-0510-5100',
    `(1,"\\\\x${encoded('hex')}")`,
    encoded('base64'),
    'code 0739.',
  ])
    assert.ok(found(text), text)
  assert.ok(!found('5105105105105101 10739 0739a'))
})
