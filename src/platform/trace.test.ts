import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentTrace, withTraces } from './trace.ts'

test('work for several traces has the changes of all of them, even if the first is undefined', () => {
  const changes = ['first', 'second'].map(area => ({ operation: 'change', area }) as never)
  const traces = changes.map((change, i) => ({ id: `request-${i}`, changes: [change] }))
  const trace = withTraces([undefined, ...traces], currentTrace)
  assert.deepEqual(trace, { id: 'request-0', changes })
})
