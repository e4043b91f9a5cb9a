import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClock, today } from '../../src/platform/clock.ts'
import { every, nextMidnight } from '../../src/platform/jobs/job.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { openPlatform } from '../support/platform.ts'
import { defineProbe } from '../support/probe.ts'

const at = (text: string) => new Date(text)

test('the clock runs multiplier times as fast from its origin, and computes when it reaches a given time', () => {
  const real = new Date()
  const clock = createClock({ real, time: at('2026-01-01T00:00:00Z'), multiplier: 60 })

  assert.ok(clock.now().getTime() - at('2026-01-01T00:00:00Z').getTime() < 60_000)
  assert.equal(clock.toReal(at('2026-01-01T01:00:00Z')).getTime(), real.getTime() + 60_000)
})

test('the day and its midnight follow Paris time, also across the change to summer time', () => {
  const clock = createClock({ real: new Date(), time: at('2026-07-01T22:30:00Z'), multiplier: 1 })
  assert.equal(today(clock), '2026-07-02')
  assert.deepEqual(nextMidnight(at('2026-03-28T22:59:59Z')), at('2026-03-28T23:00:00Z'))
  assert.deepEqual(nextMidnight(at('2026-03-28T23:00:00Z')), at('2026-03-29T22:00:00Z'))
  assert.deepEqual(every(5)(at('2026-03-28T23:05:00Z')), at('2026-03-28T23:10:00Z'))
})

test('all processes on a database agree on a fast clock, which continues after a restart', async () => {
  const databaseUrl = await createTestDatabase()
  const start = (multiplier: string) =>
    openPlatform({
      databaseUrl,
      areas: [defineProbe()],
      started: false,
      settings: { COMPTOIR_CLOCK_MULTIPLIER: multiplier },
    })
  const [one, two] = await Promise.all([start('10000'), start('10000')])
  const nowOf = (shop: { platform: { clock: { now(): Date } } }) => shop.platform.clock.now().getTime()
  // Tolerates one second of this clock, a tenth of a real millisecond. The time between the reads makes no difference,
  // because `two` is read between two reads of `one`.
  const [before, between, after] = [nowOf(one!), nowOf(two!), nowOf(one!)]
  assert.ok(before - 1_000 < between && between < after + 1_000, `${[before, between, after]}`)
  await eventually('a quarter of an hour has passed', () => nowOf(one!) > after + 900_000)

  const reached = nowOf(one!)
  const restarted = await start('10000')
  assert.ok(nowOf(restarted) >= reached)
  const slowed = await start('1')
  assert.ok(nowOf(slowed) >= reached, 'another multiplier continues from the time reached')
})

test('the stream sends the time at once, then every second, and ends when the server stops', async () => {
  const shop = await openPlatform({ areas: [defineProbe()], started: false })
  await shop.server.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(`${shop.server.listeningOrigin}/probe/api/clock/update-sse`)
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const times: number[] = []
  for (let i = 0; i < 2; i++) {
    const { value } = await reader.read()
    const { time, multiplier } = JSON.parse(value!.replace('data: ', ''))
    assert.equal(multiplier, 1)
    times.push(new Date(time).getTime())
  }
  assert.ok(times[1]! - times[0]! >= 950 && times[1]! - times[0]! < 2_000)

  const closing = shop.close()
  assert.equal((await reader.read()).done, true)
  await closing
})
