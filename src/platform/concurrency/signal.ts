export type Signal = ReturnType<typeof createSignal>

/**
 * Creates a signal that notifies a loop of new work. If a notification arrives while the loop is working, its next wait
 * ends at once. Without `periodMs`, a wait ends only with a notification or with `stopping`.
 */
export function createSignal(periodMs: number | undefined, stopping: AbortSignal) {
  let next = Promise.withResolvers<void>()
  const notify = () => next.resolve()
  stopping.addEventListener('abort', notify)
  if (stopping.aborted) notify()
  return {
    notify,
    /**
     * Waits for a notification or `stopping`, at most `periodMs`, because changes of other processes are not notified here.
     */
    async wait() {
      const timer = periodMs === undefined ? undefined : setTimeout(notify, periodMs)
      await next.promise
      clearTimeout(timer)
      if (!stopping.aborted) next = Promise.withResolvers()
    },
  }
}
