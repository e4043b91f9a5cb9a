import { SingleBar } from 'cli-progress'
import type { Remote } from '../http.ts'

/** An import and its progress. */
export type ImportTask = {
  kind: string
  file: string
  remote: Remote
  update: boolean
  dryRun: boolean
  /** Bytes of the file, and how many of them are done. */
  size: number
  progress: ReturnType<typeof showProgress>
  /** Since the beginning. */
  seconds: () => number
}

const SHOWN = 20

type Summary = { kind: string; dryRun: boolean; counts: Record<string, number>; seconds: number }

/** `produits: 3 created, 1 failed, in 0.2 s (20 rows a second)` */
export function printCounts({ kind, dryRun, counts, seconds }: Summary) {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const list = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  console.log(
    `${kind}${dryRun ? ', were it kept' : ''}: ${list.join(', ')}, in ${seconds.toFixed(1)} s (${Math.round(rows / seconds)} rows a second)`,
  )
}

/** The first of what went wrong. Exit code 1 when anything `failed`. */
export function printErrors(errors: readonly string[], failed: number) {
  for (const error of errors.slice(0, SHOWN)) console.log(`  ${error}`)
  if (errors.length > SHOWN) console.log(`  … and ${errors.length - SHOWN} more`)
  if (failed > 0) process.exitCode = 1
}

/** A bar on a terminal, and, once all is sent, the time that the server has been at it. */
export function showProgress(kind: string, size: number, told: string) {
  const bar = new SingleBar({
    format: `${kind} {bar} {percentage}% of {told}{after}`,
    noTTYOutput: false,
  })
  bar.start(size, 0, { told, after: '' })
  const start = performance.now()
  let sent = 0
  const ticking = setInterval(() => {
    const seconds = Math.round((performance.now() - start) / 1000)
    if (sent >= size) bar.update(sent, { after: `, sent; the server takes it in: ${seconds} s` })
  }, 1_000)
  return {
    sent(more: number) {
      sent += more
      bar.update(sent)
    },
    end() {
      clearInterval(ticking)
      bar.stop()
    },
  }
}
