/** The files of the function that waits for a condition, of the one that paces programs, and of this rule. */
const TIMERS = /^test\/support\/(?:eventually|pause|timers-rule)\.ts$/

/** Programs that load a shop like its buyers, and the stress of tests: their pauses are intended. */
const PACED = /^test\/(?:fault-runs|shapes|support\/(?:backups|fault-injection|lives|rush|stress))\//

/** Matches timers, but not a socket's own `setTimeout`, which limits its idle time. */
const timer =
  /(?<![\w.])(?:setTimeout|setInterval)\b|(?<![\w.'"])sleep\(|\b(?:timers|globalThis)\.set(?:Timeout|Interval)\b/
const pause = /from '[./\w-]*\/pause\.ts'/

/**
 * Finds fixed waits in a test file, one line each. A test that waits for a duration fails on a slower machine and
 * wastes time on a faster one.
 */
export function findFixedWaits(path: string, text: string): string[] {
  const isTest = path.startsWith('test/') || path.endsWith('.test.ts')
  if (!isTest || TIMERS.test(path)) return []
  const mayPause = PACED.test(path) && !path.endsWith('.test.ts')
  return text.split('\n').flatMap((line, i) => {
    if (timer.test(line)) return [`${path}:${i + 1} waits for a duration: use eventually`]
    if (pause.test(line) && !mayPause)
      return [`${path}:${i + 1} imports pause, which paces programs: use eventually`]
    return []
  })
}
