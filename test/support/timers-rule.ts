/** The one function that waits for a condition, the one that paces programs, and this rule. */
const TIMERS = /^test\/support\/(?:eventually|pause|timers-rule)\.ts$/

/** Programs that load a shop the way its buyers do, and the stress of tests: their pauses are what they do. */
const PACED = /^test\/(?:fault-runs|shapes|support\/(?:backups|fault-injection|lives|rush|stress))\//

/** A socket's own `setTimeout` is a limit to its silence. */
const timer =
  /(?<![\w.])(?:setTimeout|setInterval)\b|(?<![\w.'"])sleep\(|\b(?:timers|globalThis)\.set(?:Timeout|Interval)\b/
const pause = /from '[./\w-]*\/pause\.ts'/

/**
 * Waits for a duration in a file of the tests: a line for each. A test that waits for so many milliseconds fails on a slower
 * machine and wastes time on a faster one.
 */
export function fixedWaits(path: string, text: string): string[] {
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
