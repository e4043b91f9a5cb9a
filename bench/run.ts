import { globSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Suite, withBench } from './support/bench.ts'
import { isTrial } from './support/data.ts'

/** `npm run bench -- SUITE…`: everything beside its bare limit, in the same run; the figures go to bench/results/. */
const folder = fileURLToPath(new URL('.', import.meta.url))
const suites = globSync('suites/*.ts', { cwd: folder })
  .map(file => basename(file, '.ts'))
  .sort()
const read = async (name: string): Promise<Suite> => (await import(`./suites/${name}.ts`)).suite

const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    products: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
  },
})
const whole = (text: string) => {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`Not a whole number above 0: ${text}`)
  return Number(text)
}
const options = {
  products: whole(values.products),
  seconds: whole(values.seconds),
  rounds: whole(values.rounds),
}
const unknown = chosen.filter(name => !suites.includes(name))

if (chosen.length === 0 || unknown.length > 0) {
  for (const name of unknown) console.error(`There is no suite ${name}.`)
  console.log('npm run bench -- SUITE… [--products 10000] [--seconds 5] [--rounds 3]\n')
  for (const name of suites) console.log(`  ${name.padEnd(16)} ${(await read(name)).about}`)
  process.exitCode = unknown.length > 0 ? 1 : 0
}

for (const name of unknown.length > 0 ? [] : chosen) {
  const suite = await read(name)
  const text = await withBench(options, suite.run)
  const { products, seconds, rounds } = options
  const page = `# ${name}: ${suite.about}

Written by \`npm run bench -- ${name} --products ${products} --seconds ${seconds} --rounds ${rounds}\`, ${isTrial ? 'on real products and variations of them' : 'on variations of the sample shop'}.
Node.js ${process.version}, ${cpus().length} cores shared by client, server and PostgreSQL; medians of ${rounds} rounds of ${seconds} s, platform and bare limit in turn.

${text.trim()}
`
  writeFileSync(`${folder}/results/${name}.md`, page)
  console.log(page)
}

// What is shared with the tests would have the last word, counting none.
process.exit()
