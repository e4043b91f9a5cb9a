import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gather } from './gather.ts'

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

test('who is alone goes at once; what comes meanwhile goes together, so many at a time, and each has its own result', async () => {
  const runs: number[][] = []
  const double = gather(4, async (items: number[]) => {
    runs.push(items)
    await sleep(1)
    return items.map(item => 2 * item)
  })

  const results = await Promise.all(numbers(1, 10).map(double))

  assert.deepEqual(
    results,
    numbers(1, 10).map(item => 2 * item),
  )
  assert.deepEqual(runs, [[1], numbers(2, 5), numbers(6, 9), [10]])
  assert.equal(await double(11), 22)
})

test('one that fails is alone in it', async () => {
  const tell = gather(10, async (items: number[]) => {
    await sleep(1)
    if (items.includes(3)) throw new Error('three')
    return items
  })

  const results = await Promise.allSettled(numbers(1, 5).map(tell))

  assert.deepEqual(
    results.map(result => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    [1, 2, 'three', 4, 5],
  )
})

test('a run that is slow holds up nobody else', async () => {
  const wait = gather(10, async (items: string[]) => {
    if (items.includes('slow')) await sleep(200)
    return items
  })
  const slow = wait('slow')
  const began = performance.now()

  assert.equal(await wait('quick'), 'quick')

  assert.ok(performance.now() - began < 150)
  assert.equal(await slow, 'slow')
})
