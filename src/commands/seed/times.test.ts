import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTimeShift } from './times.ts'

const END = '17:40:00'
const shift = (now: string, time: string) => new Date(createTimeShift(new Date(now), END)(time)).toISOString()

test('times of earlier days keep their hour in Paris, across a clock change and a new year', () => {
  assert.equal(shift('2026-11-05T20:00:00Z', '-1 10:30:00.250'), '2026-11-04T09:30:00.250Z')
  assert.equal(shift('2026-11-05T20:00:00Z', '-12 10:30:00.000'), '2026-10-24T08:30:00.000Z')
  assert.equal(shift('2027-01-02T20:00:00Z', '-59 23:59:59.000'), '2026-11-04T22:59:59.000Z')
  assert.equal(createTimeShift(new Date('2026-11-05T20:00:00Z'), END)('-12'), '2026-10-24')
  // Paris has begun a day that has not begun in UTC.
  assert.equal(shift('2026-06-17T22:30:00Z', '-1 08:00:00.000'), '2026-06-17T06:00:00.000Z')
})

test('times of the last day are not after the start, in the same order, and keep their hour once the day is late', () => {
  assert.equal(shift('2026-06-18T18:00:00Z', '0 09:00:00.000'), '2026-06-18T07:00:00.000Z')
  const now = '2026-06-18T06:50:00.000Z'
  assert.equal(shift(now, '0 17:40:00.000'), now)
  const times = ['0 00:00:01.000', '0 09:00:00.000', '0 09:00:01.000', '0 17:39:00.000'].map(time =>
    shift(now, time),
  )
  assert.deepEqual(times, times.toSorted())
  assert.ok(times.every(time => time < now))
})

test('an expiry after the end of the recording is as long after the start', () => {
  assert.equal(shift('2026-06-18T06:50:00.000Z', '0 18:00:00.000'), '2026-06-18T07:10:00.000Z')
  assert.equal(shift('2026-06-18T20:00:00.000Z', '1 17:40:00.000'), '2026-06-19T20:00:00.000Z')
})
