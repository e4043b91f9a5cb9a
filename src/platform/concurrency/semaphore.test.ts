import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createKeyedSemaphore, createSemaphore } from './semaphore.ts'

test('a limited number of tasks runs concurrently, the others follow in order, and a failed one frees its slot', async () => {
  const inTurn = createSemaphore(3)
  const done: number[] = []
  let [inside, most] = [0, 0]
  const work = (n: number) =>
    inTurn(async () => {
      most = Math.max(most, ++inside)
      await nextTurn()
      inside--
      done.push(n)
      if (n % 4 === 0) throw new Error('failed')
    }).catch(() => {})

  await Promise.all(Array.from({ length: 20 }, (_, n) => work(n)))

  assert.equal(most, 3)
  assert.deepEqual(
    done,
    Array.from({ length: 20 }, (_, n) => n),
  )
  assert.equal(await inTurn(async () => 'free again'), 'free again')
})

test('a task that throws synchronously fails like any other', async () => {
  const inTurn = createSemaphore(1)
  const broken = (): Promise<void> => {
    throw new Error('at once')
  }
  await assert.rejects(inTurn(broken), { message: 'at once' })
  assert.equal(await inTurn(async () => 'free again'), 'free again')
})

test('a task that waits too long is 503 with Retry-After, never runs, and blocks no other', async () => {
  const inTurn = createSemaphore(1, 20)
  let end = () => {}
  const first = inTurn(
    () =>
      new Promise<void>(resolve => {
        end = resolve
      }),
  )
  let letIn = false
  await assert.rejects(
    inTurn(async () => {
      letIn = true
    }),
    { statusCode: 503, retryAfterSeconds: 5 },
  )
  end()
  await first
  assert.equal(await inTurn(async () => 'free again'), 'free again')
  assert.equal(letIn, false)
})

test('tasks wait only for tasks with the same key', async () => {
  const inTurn = createKeyedSemaphore(2)
  const begun: string[] = []
  const { promise: pending, resolve: end } = Promise.withResolvers<void>()
  const work = (key: string, name: string) =>
    inTurn(key, async () => {
      begun.push(name)
      if (key === 'a') await pending
    })
  const first = ['a1', 'a2', 'a3'].map(name => work('a', name))
  await work('b', 'b1')
  await nextTurn()
  assert.deepEqual(begun.toSorted(), ['a1', 'a2', 'b1'])
  end()
  await Promise.all(first)
  assert.deepEqual(begun.toSorted(), ['a1', 'a2', 'a3', 'b1'])
})
