import type { Remote } from '../http.ts'
import type { showProgress } from '../progress.ts'

/** An import and its progress. */
export type ImportTask = {
  kind: string
  file: string
  remote: Remote
  update: boolean
  dryRun: boolean
  /** The file size in bytes. */
  size: number
  progress: ReturnType<typeof showProgress>
  /** A `performance.now()` timestamp. */
  start: number
}

const MAX_SHOWN = 20

export type Findings = {
  errors: readonly string[]
  warnings?: readonly string[]
  unknownFields?: readonly string[] | undefined
}

/**
 * Prints `produits: 3 created, 1 failed, in 0.2 s (20 rows per second)`, the unknown fields and the first errors and
 * warnings. Sets the exit code to 1 if a line failed.
 */
export function printOutcome(
  { kind, dryRun, progress, start }: ImportTask,
  counts: Record<string, number> & { failed: number },
  { errors, warnings = [], unknownFields = [] }: Findings,
) {
  progress.end()
  const seconds = (performance.now() - start) / 1000
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const list = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  console.log(
    `${kind}${dryRun ? ' (dry run)' : ''}: ${list.join(', ')}, in ${seconds.toFixed(1)} s (${Math.round(rows / seconds)} rows per second)`,
  )
  if (unknownFields.length > 0) console.log(`  unknown fields, ignored: ${unknownFields.join(', ')}`)
  for (const list of [errors, warnings]) {
    for (const each of list.slice(0, MAX_SHOWN)) console.log(`  ${each}`)
    if (list.length > MAX_SHOWN) console.log(`  … and ${list.length - MAX_SHOWN} more`)
  }
  if (counts.failed > 0) process.exitCode = 1
}

/** Returns at most 20 numbers of lines as text. */
export const describeLines = (lines: readonly number[]) =>
  `${lines.slice(0, MAX_SHOWN).join(', ')}${lines.length > MAX_SHOWN ? ', …' : ''}`
