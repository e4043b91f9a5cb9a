import { setTimeout as sleep } from 'node:timers/promises'

export type Signal = ReturnType<typeof createSignal>

/** Tells a loop that there is something to do. A notification that comes while the loop is at work is remembered. */
export function createSignal(periodMs: number, stopping: AbortSignal) {
  let next = new AbortController()
  const notify = () => next.abort()
  stopping.addEventListener('abort', notify)
  if (stopping.aborted) notify()
  return {
    notify,
    /** Waits for a notification or for `stopping`, at most `periodMs`: what another process did is not notified here. */
    async wait() {
      await sleep(periodMs, undefined, { signal: next.signal }).catch(() => {})
      if (!stopping.aborted) next = new AbortController()
    },
  }
}
