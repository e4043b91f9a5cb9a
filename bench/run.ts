import { parseArgs } from 'node:util'
import { COMPARED, compare } from './compare.ts'
import { runSuites } from './run-suites.ts'
import { WHOLE } from './support/results.ts'
import { openScope } from './support/scope.ts'
import { readSuites } from './support/suite.ts'

const usage = `npm run bench -- SUITE…                              measure and write bench/results/SUITE.md
npm run bench -- all                                 every suite
npm run bench -- compare COMMIT SUITE [SCENARIO]     this tree and another commit, interleaved

  --products ${WHOLE.products}   products of the shop (compare: 10000)
  --seconds ${WHOLE.seconds}          length of a round
  --rounds ${WHOLE.rounds}           rounds per scenario (compare: 5)
  --quick              one round of a second at 10000 products
  --save NAME          compare: write bench/results/comparisons/NAME.md

Fewer or shorter rounds, or fewer products, write nothing.
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    products: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    quick: { type: 'boolean' },
    save: { type: 'string' },
  },
})

const wholeNumber = (text: string) => {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`Not a whole number above 0: ${text}`)
  return Number(text)
}
const QUICK = { products: 10_000, seconds: 1, rounds: 1 }
const optionsOr = (defaults: typeof WHOLE) => {
  const { products, seconds, rounds } = values.quick ? QUICK : defaults
  return {
    products: values.products ? wholeNumber(values.products) : products,
    seconds: values.seconds ? wholeNumber(values.seconds) : seconds,
    rounds: values.rounds ? wholeNumber(values.rounds) : rounds,
  }
}

const scope = openScope()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void scope.close().finally(() => process.exit(130)))

try {
  const suites = await readSuites()
  const [first, ...others] = positionals
  if (first === 'compare') await compare(scope, suites, others, optionsOr(COMPARED), values.save)
  else if (first) await runSuites(scope, suites, positionals, optionsOr(WHOLE))
  else {
    console.log(usage)
    for (const [name, { about, minutes }] of suites)
      console.log(`  ${name.padEnd(12)} ${String(minutes).padStart(3)} min  ${about}`)
  }
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await scope.close()
}
// The helper processes that start the tests' RabbitMQ would keep the process alive.
process.exit()
