const SHOWN = 20

export type Told = { kind: string; dryRun: boolean; counts: Record<string, number>; seconds: number }

/** `produits: 3 created, 1 failed, in 0.2 s (20 rows a second)` */
export function tellCounts({ kind, dryRun, counts, seconds }: Told) {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const told = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  console.log(
    `${kind}${dryRun ? ', were it kept' : ''}: ${told.join(', ')}, in ${seconds.toFixed(1)} s (${Math.round(rows / seconds)} rows a second)`,
  )
}

/** The first of what went wrong. Exit code 1 when anything `failed`. */
export function tellErrors(errors: readonly string[], failed: number) {
  for (const error of errors.slice(0, SHOWN)) console.log(`  ${error}`)
  if (errors.length > SHOWN) console.log(`  … and ${errors.length - SHOWN} more`)
  if (failed > 0) process.exitCode = 1
}
