/** Waits for a ring, at most `periodMs`. A ring while nobody waits is remembered. */
export function alarm(periodMs: number, signal: AbortSignal) {
  let rung = false
  let wakeUp = () => {}
  const ring = () => {
    rung = true
    wakeUp()
  }
  signal.addEventListener('abort', ring)
  return {
    ring,
    async wait() {
      if (!rung && !signal.aborted) {
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, periodMs)
          wakeUp = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        wakeUp = () => {}
      }
      rung = false
    },
  }
}
