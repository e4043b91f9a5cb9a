import { openBench, root } from './support/bench.ts'
import { measure } from './support/measure.ts'
import { checkOut } from './support/other-commit.ts'
import { createProcessorMeter, withProcessor } from './support/processor.ts'
import { createProgress } from './support/progress.ts'
import { renderReport } from './support/report.ts'
import { describeMachine, findShortfall, type Options, writeResult } from './support/results.ts'
import { describeCommit, describeRevision, runGit } from './support/revision.ts'
import { createLoadRound } from './support/scenario.ts'
import type { Scope } from './support/scope.ts'
import { createSettle } from './support/settled.ts'
import { getSuite, type Suites } from './support/suite.ts'

/** The default options of a comparison, and the minimum for storing it. */
export const COMPARED: Options = { products: 10_000, seconds: 5, rounds: 5 }
const WARM_SECONDS = 2
/** Turns per round: so many that other load on the machine affects both sides equally. */
const TURNS = 5

/**
 * Loads this tree and another commit alternately with the same calls, each on a separate platform and database, and
 * prints the result. Stores it under the name `save`, if given, unless the options or a round fall short of `COMPARED`.
 */
export async function compare(
  scope: Scope,
  suites: Suites,
  asked: readonly string[],
  options: Options,
  save?: string,
) {
  const [commit, name, wanted = ''] = asked
  if (!commit || !name) throw new Error('compare takes a commit and a suite')
  const { open } = getSuite(suites, name)
  if (!open) throw new Error(`${name} has no scenarios for comparing two commits`)
  const progress = createProgress(`compare ${name}`)
  scope.atEnd(progress.stop)

  const [here, there] = [root, checkOut(scope, commit)].map(tree =>
    openBench({ scope }, { options, progress, tree }),
  )
  if (!here || !there) throw new Error('A comparison needs two trees')
  const [ours, theirs] = [await open(here), await open(there)]
  const settled = [await createSettle(here, ours.url), await createSettle(there, theirs.url)]

  const used = await createProcessorMeter(ours.platform, ours.url)
  const usedThere = await createProcessorMeter(theirs.platform, theirs.url)
  const hash = runGit('rev-parse', '--short', commit)
  const benchmarks = ours.scenarios.flatMap((scenario, i) => {
    const other = theirs.scenarios[i]
    if (!other || !scenario.name.includes(wanted)) return []
    return {
      name: scenario.name,
      platform: withProcessor(
        createLoadRound(ours.platform.base, scenario.platform, scenario.connections),
        used,
      ),
      other: {
        name: hash,
        round: withProcessor(
          createLoadRound(theirs.platform.base, other.platform, other.connections),
          usedThere,
        ),
      },
    }
  })
  if (benchmarks.length === 0) throw new Error(`${name} has no scenario ${wanted}`)
  for (const { platform, other } of benchmarks) {
    await platform(WARM_SECONDS)
    await other.round(WARM_SECONDS)
  }
  const settleBoth = async () => {
    for (const settle of settled) await settle()
  }
  const measured = await measure(here, benchmarks, settleBoth, TURNS)
  progress.stop()

  const text = `Platform: ${describeRevision()}. Compared with: ${describeCommit(commit)}. ${describeMachine()}; ${options.rounds} rounds of ${options.seconds} s of each, alternating every second: medians, with minimum and maximum. Ratios above 1 favor the platform, except for the processor time per answer in the server and its PostgreSQL, where ratios below 1 do.

${renderReport(measured)}
`
  console.log(text)
  const why = findShortfall(options, here.shortest, COMPARED)
  if (!save || why) return console.log(`Not written: ${why ?? '--save was not given'}.`)
  writeResult(`comparisons/${save}`, `# ${save}\n\n${text}`)
}
