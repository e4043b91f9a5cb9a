import { randomInt } from 'node:crypto'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import type { FaultRun } from './fault-run.ts'

/** `npm run faults -- NAME…`: what the tests try some thousand times, tried a million times, from a seed that is told. */
const folder = fileURLToPath(new URL('.', import.meta.url))
const runs = globSync('*.ts', { cwd: folder })
  .map(file => basename(file, '.ts'))
  .filter(name => !['run', 'fault-run', 'figures'].includes(name))
  .sort()
const read = async (name: string): Promise<FaultRun> => (await import(`./${name}.ts`)).faultRun

const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { cases: { type: 'string' }, seed: { type: 'string' } },
})
const whole = (text: string) => {
  if (!/^\d{1,15}$/.test(text)) throw new Error(`Not a whole number: ${text}`)
  return Number(text)
}
const unknown = chosen.filter(name => !runs.includes(name))

if (chosen.length === 0 || unknown.length > 0) {
  for (const name of unknown) console.error(`There is no fault-injection run ${name}.`)
  console.log('npm run faults -- NAME… [--cases 1000000] [--seed 1]\n')
  for (const name of runs) console.log(`  ${name.padEnd(12)} ${(await read(name)).about}`)
  process.exitCode = unknown.length > 0 ? 1 : 0
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
  try {
    await run.run({ cases, seed, onCases: done => bar.increment(done) })
    bar.stop()
    console.log(`${name}: all held, in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  } catch (error) {
    bar.stop()
    console.error(
      `${name}: broken, again with --cases ${cases} --seed ${seed}\n${error instanceof Error ? error.message : error}`,
    )
    process.exitCode = 1
  }
}

// What is shared with the tests would have the last word, counting none.
process.exit()
