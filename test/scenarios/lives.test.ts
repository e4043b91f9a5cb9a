import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { runLives } from '../support/lives/run.ts'

test('all areas agree after two hundred complete orders whose messages arrive late, twice and out of order', async t => {
  const seed = Number(process.env.COMPTOIR_TEST_SEED ?? randomInt(2 ** 31))
  t.diagnostic(`seed ${seed}`)
  const { shop } = await runLives({ cases: 200, seed })
  await shop.close()
})
