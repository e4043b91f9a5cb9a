import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../test/support/platform.ts'
import { inBackground } from './background.ts'

test('what is asked for within the pause is done at once; what is asked for meanwhile, once more', async () => {
  let runs = 0
  let atWork = 0
  let ask = () => {}
  ask = inBackground(
    async () => {
      assert.equal(++atWork, 1)
      if (++runs === 1) for (let i = 0; i < 5; i++) ask()
      await sleep(1)
      atWork--
    },
    { pauseMs: 1, onError: error => assert.fail(String(error)) },
  )
  for (let i = 0; i < 5; i++) ask()
  assert.equal(runs, 0)
  await eventually('asked for meanwhile', async () => runs === 2)
  ask()
  await eventually('asked for again', async () => runs === 3)
})

test('a failure is told, and the next is not kept from running', async () => {
  const told: unknown[] = []
  let runs = 0
  const ask = inBackground(() => Promise.reject(++runs), {
    pauseMs: 1,
    onError: error => told.push(error),
  })
  ask()
  await eventually('the first failed', async () => told.length === 1)
  ask()
  await eventually('the second was tried', async () => told.length === 2)
  assert.deepEqual(told, [1, 2])
})
