const TRIES = 5

/**
 * Measures the milliseconds of processor time that a piece of work uses on this thread, without other threads such as a
 * compiler's.
 */
export async function measureProcessorMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** Returns whether any of several tries stays within the time: other work of the thread can only make a try longer. */
export async function staysWithin(ms: number, work: () => unknown): Promise<boolean> {
  for (let i = 0; i < TRIES; i++) if ((await measureProcessorMs(work)) <= ms) return true
  return false
}
