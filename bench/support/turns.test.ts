import assert from 'node:assert/strict'
import { test } from 'node:test'
import { combineTurns } from './turns.ts'

test('the figures of a round with one turn are those of the turn', () => {
  const turn = { perSecond: 7, seconds: 5 }
  assert.equal(combineTurns([turn]), turn)
})

test('turns are weighted by their duration', () => {
  const { perSecond, seconds } = combineTurns([
    { perSecond: 100, seconds: 1 },
    { perSecond: 400, seconds: 2 },
  ])
  assert.deepEqual([perSecond, seconds], [300, 3])
})

test('processor time is the mean over all responses, times are those of the median turn', () => {
  const times = (medianMs: number) => ({ medianMs, p95Ms: 2 * medianMs, p99Ms: 3 * medianMs })
  const { processorMs, times: found } = combineTurns([
    { perSecond: 100, seconds: 1, processorMs: 4, times: times(10) },
    { perSecond: 300, seconds: 1, processorMs: 2, times: times(30) },
    { perSecond: 100, seconds: 1, processorMs: 4, times: times(20) },
  ])
  assert.equal(processorMs, 2.8)
  assert.deepEqual(found, { medianMs: 20, p95Ms: 40, p99Ms: 60 })
})
