import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { eventually } from '../../../test/support/eventually.ts'
import { coalesce, createBatcher } from './batcher.ts'

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
/** Waits for several turns of the event loop, in which all work that waits for nothing else ends. */
const someTurns = async () => {
  for (let i = 0; i < 10; i++) await nextTurn()
}
const double = (items: number[]) => items.map(item => 2 * item)

/** Creates work that ends on request and records the items of its batches. */
function blockedWork<Item>() {
  const batches: { items: Item[]; end: () => void }[] = []
  const work = (items: Item[]) =>
    new Promise<Item[]>(resolve => batches.push({ items, end: () => resolve(items) }))
  const begun = async (count: number) => {
    await eventually(`${count} batches have begun`, () => batches.length >= count)
    return batches.map(({ items }) => items)
  }
  return { batches, work, begun }
}

describe('a batcher', () => {
  test('groups concurrent calls into batches of a maximum size, and returns each its own result', async () => {
    const batches: number[][] = []
    const doubled = createBatcher(
      async (items: number[]) => {
        batches.push(items)
        return double(items)
      },
      { size: 4 },
    )

    assert.deepEqual(await Promise.all(numbers(1, 10).map(doubled)), double(numbers(1, 10)))

    assert.deepEqual(batches, [numbers(1, 4), numbers(5, 8), [9, 10]])
    assert.equal(await doubled(11), 22)
  })

  test('puts calls that arrive during a batch into the next one', async () => {
    const { batches, work, begun } = blockedWork<number>()
    const same = createBatcher(work, { atOnce: 1 })
    const first = same(1)
    await begun(1)
    const others = numbers(2, 5).map(same)
    await someTurns()
    assert.deepEqual(await begun(1), [[1]])

    batches[0]?.end()

    assert.deepEqual(await begun(2), [[1], numbers(2, 5)])
    batches[1]?.end()
    assert.deepEqual(await Promise.all([first, ...others]), numbers(1, 5))
  })

  test('runs a limited number of batches concurrently', async () => {
    const { batches, work, begun } = blockedWork<number>()
    const same = createBatcher(work, { size: 2, atOnce: 2 })
    const all = numbers(1, 7).map(same)
    assert.deepEqual(await begun(2), [
      [1, 2],
      [3, 4],
    ])
    await someTurns()
    assert.equal(batches.length, 2)

    batches[1]?.end()
    await begun(3)
    for (const { end } of batches) end()
    await begun(4)
    for (const { end } of batches) end()

    assert.deepEqual(await Promise.all(all), numbers(1, 7))
  })

  test('retries items separately when a batch fails, so that only the invalid one fails', async () => {
    const submit = createBatcher(async (items: number[]) => {
      if (items.includes(3)) throw new Error('three')
      return items
    })

    const results = await Promise.allSettled(numbers(1, 5).map(submit))

    assert.deepEqual(
      results.map(result => (result.status === 'fulfilled' ? result.value : result.reason.message)),
      [1, 2, 'three', 4, 5],
    )
  })

  test('without retryAlone fails the whole batch once, and then runs the next one', async () => {
    let calls = 0
    const submit = createBatcher(
      async (items: number[]) => {
        calls++
        if (items.includes(3)) throw new Error('three')
        return items
      },
      { retryAlone: false },
    )

    const results = await Promise.allSettled(numbers(1, 5).map(submit))

    assert.deepEqual([...new Set(results.map(({ status }) => status))], ['rejected'])
    assert.equal(calls, 1)
    assert.equal(await submit(6), 6)
  })

  test('does not retry after a lost connection, because the batch may have been committed', async () => {
    const batches: number[][] = []
    const submit = createBatcher(async (items: number[]) => {
      batches.push(items)
      throw new Error('Connection terminated unexpectedly')
    })

    const results = await Promise.allSettled(numbers(1, 3).map(submit))

    assert.deepEqual([...new Set(results.map(({ status }) => status))], ['rejected'])
    assert.deepEqual(batches, [numbers(1, 3)])
  })

  test('does not wait for a slow batch', async () => {
    const { batches, work, begun } = blockedWork<string>()
    const same = createBatcher(work)
    const slow = same('slow')
    await begun(1)

    const quick = same('quick')

    await begun(2)
    batches[1]?.end()
    assert.equal(await quick, 'quick')
    batches[0]?.end()
    assert.equal(await slow, 'slow')
  })
})

describe('coalesced work', () => {
  test('runs once for concurrent calls, and once more for all calls in the meantime', async () => {
    const runs: (() => void)[] = []
    const ask = coalesce(() => new Promise<number>(resolve => runs.push(() => resolve(runs.length))))
    const begun = async (count: number) => {
      await eventually(`${count} runs have begun`, () => runs.length >= count)
    }
    const first = numbers(1, 5).map(ask)
    await begun(1)
    const meanwhile = numbers(1, 5).map(ask)
    await someTurns()
    assert.equal(runs.length, 1)

    runs[0]?.()
    assert.deepEqual(await Promise.all(first), Array(5).fill(1))
    await begun(2)
    runs[1]?.()

    assert.deepEqual(await Promise.all(meanwhile), Array(5).fill(2))
    assert.equal(runs.length, 2)
  })

  test('rejects all its callers when it fails, and runs again for the next one', async () => {
    let runs = 0
    const ask = coalesce(async () => {
      if (++runs === 1) throw new Error('away')
      return runs
    })

    const results = await Promise.allSettled([ask(), ask()])

    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.equal(await ask(), 2)
  })
})
