import { setTimeout as sleep } from 'node:timers/promises'

type Options = {
  /** What is asked for within it is done at once. */
  pauseMs: number
  onError: (error: unknown) => void
}

/**
 * Gives a function that has `work` done beside everything else, once at a time, a pause after it was asked for. What fails
 * is told and not tried again.
 */
export function inBackground(work: () => Promise<unknown>, { pauseMs, onError }: Options): () => void {
  let running = false
  let wanted = false
  async function run() {
    running = true
    while (wanted) {
      await sleep(pauseMs, undefined, { ref: false })
      wanted = false
      await work().catch(onError)
    }
    running = false
  }
  return () => {
    wanted = true
    if (!running) void run()
  }
}
