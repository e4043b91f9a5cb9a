import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSignal } from './signal.ts'

const LONG_MS = 60_000
const soon = { timeout: 10_000 }
const never = new AbortController().signal

test('a waiting loop continues when it is notified', soon, async () => {
  const { notify, wait } = createSignal(LONG_MS, never)
  const waiting = wait()
  notify()
  await waiting
})

test('notifications between two waits are remembered as one', async () => {
  const { notify, wait } = createSignal(50, never)
  notify()
  notify()
  await wait()
  const began = performance.now()
  await wait()
  assert.ok(performance.now() - began >= 25)
})

test('without a notification the wait ends after the period', async () => {
  await createSignal(5, never).wait()
})

test('a stopping process ends all waits', soon, async () => {
  const stopping = new AbortController()
  const { wait } = createSignal(LONG_MS, stopping.signal)
  const waiting = wait()
  stopping.abort()
  await waiting
  await wait()
  await wait()
  await createSignal(LONG_MS, stopping.signal).wait()
})
