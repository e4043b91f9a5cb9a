import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import { formatRecovery, insertRun } from '../support/fault-injection/report.ts'
import { Missing } from '../support/missing.ts'
import type { FaultRun } from './fault-run.ts'
import type { Figures } from './figures.ts'

/**
 * `npm run faults -- NAME…` runs checks with far more cases than a test has time for, from a seed that it prints.
 */
const folder = fileURLToPath(new URL('.', import.meta.url))
const document = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url))
const NO_RUNS = ['run', 'fault-run', 'figures']
const runs = globSync('*.ts', { cwd: folder })
  .map(file => basename(file, '.ts'))
  .filter(name => !NO_RUNS.includes(name))
  .sort()
const read = async (name: string): Promise<FaultRun> => (await import(`./${name}.ts`)).faultRun

const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { cases: { type: 'string' }, seed: { type: 'string' }, report: { type: 'boolean' } },
})
const whole = (text: string) => {
  if (!/^\d{1,15}$/.test(text)) throw new Error(`Not an integer: ${text}`)
  return Number(text)
}
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
const unknown = chosen.filter(name => !runs.includes(name))

if (chosen.length === 0 || unknown.length > 0) {
  for (const name of unknown) console.error(`There is no fault-injection run ${name}.`)
  console.log('npm run faults -- NAME… [--cases 1000000] [--seed 1] [--report]\n')
  for (const name of runs) console.log(`  ${name.padEnd(12)} ${(await read(name)).about}`)
  process.exitCode = unknown.length > 0 ? 1 : 0
}

/** The commit under test; changes in docs/, where earlier runs write, do not count as modifications. */
function presentCommit() {
  const changed = git('status', '--porcelain', '--', ':/', ':(exclude,top)docs') !== ''
  return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' and changes' : ''}`
}

/** Records a successful run in docs/reliability.md, with its command and commit. */
function report(name: string, figures: Figures, command: string, commit: string) {
  const date = new Date().toISOString().slice(0, 10)
  const shown = { ...figures, date, commit, command }
  writeFileSync(document, insertRun(readFileSync(document, 'utf8'), name, shown))
}

for (const name of unknown.length > 0 ? [] : chosen) {
  const run = await read(name)
  const cases = values.cases ? whole(values.cases) : run.cases
  const seed = values.seed ? whole(values.seed) : randomInt(2 ** 31)
  console.log(`${name}: ${cases} cases from seed ${seed}`)
  const bar = new SingleBar({
    format: '{bar} {value} of {total}, {duration_formatted}',
    noTTYOutput: false,
    stopOnComplete: true,
  })
  bar.start(cases, 0)
  const start = performance.now()
  const commit = values.report ? presentCommit() : ''
  try {
    const figures = await run.run({ cases, seed, onCases: done => bar.increment(done) })
    bar.stop()
    const { kills, lost, doubled, recoverySeconds, more } = figures
    console.log(
      `${figures.runs} runs, ${kills} kills, ${lost} lost, ${doubled} doubled; seconds to recover: ${formatRecovery(recoverySeconds) || 'none'}${more ? `; ${more}` : ''}`,
    )
    if (lost > 0 || doubled > 0) throw new Error(`${lost} lost, ${doubled} doubled`)
    const command = `npm run faults -- ${name} --cases ${cases} --seed ${seed}`
    if (values.report) report(name, figures, command, commit)
    console.log(`${name}: passed in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  } catch (error) {
    bar.stop()
    if (error instanceof Missing) {
      console.log(`${name}: skipped: ${error.message}`)
      continue
    }
    console.error(
      `${name}: failed, reproduce with --cases ${cases} --seed ${seed}\n${error instanceof Error ? error.message : error}`,
    )
    process.exitCode = 1
  }
}

// Modules shared with the tests would otherwise print an empty test summary.
process.exit()
