import { openBench, type Run } from './support/bench.ts'
import { hasOwnData } from './support/data.ts'
import { createProgress } from './support/progress.ts'
import {
  describeMachine,
  findShortfall,
  type Options,
  type Page,
  WHOLE,
  writeResult,
} from './support/results.ts'
import { describeRevision } from './support/revision.ts'
import type { Scope } from './support/scope.ts'
import { getSuite, type Suite, type Suites } from './support/suite.ts'

/** Runs suites sequentially, prints their results, and stores those of complete runs. */
export async function runSuites(scope: Scope, suites: Suites, asked: readonly string[], options: Options) {
  for (const name of asked) if (name !== 'all') getSuite(suites, name)
  const chosen = [...suites].filter(([name]) => asked.includes('all') || asked.includes(name))
  // Read first, because the tree may change while the suites run.
  const measured = describeRevision()
  if (findShortfall(options, WHOLE.seconds) === undefined) {
    const minutes = chosen.reduce((sum, [, suite]) => sum + suite.minutes, 0)
    console.log(
      `About ${minutes} minutes: ${chosen.map(([name, suite]) => `${name} ${suite.minutes}`).join(', ')}.\n`,
    )
  }
  const run: Run = { scope }
  for (const [name, suite] of chosen) await runSuite(run, name, suite, options, measured)
}

async function runSuite(run: Run, name: string, suite: Suite, options: Options, measured: string) {
  const began = performance.now()
  const progress = createProgress(name)
  const bench = openBench(run, { options, progress })
  try {
    const page = await suite.run(bench)
    const minutes = ((performance.now() - began) / 60_000).toFixed(1)
    progress.stop()
    const text = headed(name, suite, options, measured, minutes, page)
    console.log(text)
    const why = findShortfall(options, bench.shortest)
    if (why) return console.log(`Not written: ${why}.\n`)
    writeResult(name, text)
    if (page.plans)
      writeResult(`plans/${name}`, `# ${name}: plans\n\nOf ${measured}.\n\n${page.plans.trim()}\n`)
  } finally {
    progress.stop()
    await bench.close()
  }
}

const headed = (
  name: string,
  { about }: Suite,
  { products, seconds, rounds }: Options,
  measured: string,
  minutes: string,
  { text, plans }: Page,
) => `# ${name}: ${about}

Commit ${measured}; ${describeMachine()}; ${products} products, ${hasOwnData ? 'real ones and variations of them' : 'variations of the sample shop'}. Medians of ${rounds} rounds of at least ${seconds} s, with minimum and maximum; platform and bare limit alternately (${minutes} minutes in total).

${text.trim()}
${plans ? `\nThe [plans](plans/${name}.md) of its statements.\n` : ''}`
