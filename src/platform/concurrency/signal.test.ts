import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSignal } from './signal.ts'

const LONG_MS = 60_000
const soon = { timeout: 10_000 }
const never = new AbortController().signal

test('a loop that waits goes on when it is notified', soon, async () => {
  const { notify, wait } = createSignal(LONG_MS, never)
  const waiting = wait()
  notify()
  await waiting
})

test('a notification that comes while nobody waits is remembered, once however often it came', async () => {
  const { notify, wait } = createSignal(50, never)
  notify()
  notify()
  await wait()
  const began = performance.now()
  await wait()
  assert.ok(performance.now() - began >= 25)
})

test('without a notification it goes on after the period', async () => {
  await createSignal(5, never).wait()
})

test('once the process stops nothing is waited for any more', soon, async () => {
  const stopping = new AbortController()
  const { wait } = createSignal(LONG_MS, stopping.signal)
  const waiting = wait()
  stopping.abort()
  await waiting
  await wait()
  await wait()
  await createSignal(LONG_MS, stopping.signal).wait()
})
