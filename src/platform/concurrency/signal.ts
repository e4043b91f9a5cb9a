export type Signal = ReturnType<typeof createSignal>

/**
 * Tells a loop that there is something to do. A notification that comes while the loop is at work is remembered. Without
 * `periodMs` a wait ends only with a notification or with `stopping`.
 */
export function createSignal(periodMs: number | undefined, stopping: AbortSignal) {
  let next = Promise.withResolvers<void>()
  const notify = () => next.resolve()
  stopping.addEventListener('abort', notify)
  if (stopping.aborted) notify()
  return {
    notify,
    /** Waits for a notification or for `stopping`, at most `periodMs`: what another process did is not notified here. */
    async wait() {
      const timer = periodMs === undefined ? undefined : setTimeout(notify, periodMs)
      await next.promise
      clearTimeout(timer)
      if (!stopping.aborted) next = Promise.withResolvers()
    },
  }
}
