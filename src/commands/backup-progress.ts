import { SingleBar } from 'cli-progress'
import { StartError } from '../platform/start-error.ts'

export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** A bar on a terminal, elsewhere nothing. */
export function showBytes(what: string) {
  const bar = new SingleBar({ format: `${what} {bar} {percentage}% of {told}`, noTTYOutput: false })
  bar.start(1, 0, { told: '…' })
  let sum = 0
  return {
    total(bytes: number) {
      bar.setTotal(Math.max(bytes, 1))
      bar.update(0, { told: megabytes(bytes) })
    },
    done(bytes: number) {
      sum += bytes
      bar.update(sum)
    },
    end: () => bar.stop(),
  }
}

/** The first signal stops the work, which then puts things right; told in a line. */
export function interruption() {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
  const { signal } = stop
  return {
    signal,
    orStartError: (error: unknown) =>
      signal.aborted ? new StartError('Interrupted: nothing was changed') : error,
  }
}
