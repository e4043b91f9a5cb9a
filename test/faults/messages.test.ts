import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { moments } from '../support/fault-injection/moments.ts'
import { runPairs } from '../support/fault-injection/pairs/run.ts'
import { openStage } from '../support/fault-injection/pairs/stage.ts'
import { rabbitUrl, withoutRabbit } from '../support/rabbit.ts'

const amqpUrl = rabbitUrl ?? ''

describe('a process is killed', { skip: withoutRabbit }, () => {
  for (const [what, moment] of Object.entries(moments))
    test(what, async context => {
      const stage = await openStage({ databaseUrl: await createTestDatabase(), amqpUrl })
      context.after(() => stage.close())
      await moment(stage)
    })
})

test('of 500 pairs of events that commit in reverse order while processes are killed, none is skipped or out of order', {
  skip: withoutRabbit,
  timeout: 120_000,
}, async context => {
  const seed = randomInt(2 ** 31)
  context.diagnostic(`again with: npm run faults -- pairs --cases 500 --seed ${seed}`)
  const { kills, effects, refused } = await runPairs({
    ...{ pairs: 500, seed, amqpUrl },
    databaseUrl: await createTestDatabase(),
  })
  assert.ok(kills >= 4 && refused > 0, `${kills} kills, ${refused} refused`)
  assert.equal(effects + refused, 1_000)
})
