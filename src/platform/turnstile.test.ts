import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { turnstile } from './turnstile.ts'

test('so many at once, the others in the order they came, and a failure lets the next one in', async () => {
  const inTurn = turnstile(3)
  const done: number[] = []
  let [inside, most] = [0, 0]
  const work = (n: number) =>
    inTurn(async () => {
      most = Math.max(most, ++inside)
      await sleep(1)
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

test('whoever waits too long is told to come back, and holds nobody up', async () => {
  const inTurn = turnstile(1, 20)
  const first = inTurn(() => sleep(60))
  await assert.rejects(
    inTurn(async () => {}),
    { statusCode: 503, retryAfterSeconds: 5 },
  )
  await first
  assert.equal(await inTurn(async () => 'free again'), 'free again')
})
