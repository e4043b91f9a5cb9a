import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Missing } from '../support/missing.ts'
import { pause } from '../support/pause.ts'
import { listDisagreements } from '../support/reconciled.ts'
import { runCommand } from '../support/server.ts'
import { openShop } from './buyers.ts'
import { type Shape, shapes } from './shape.ts'
import { KEY, type RunningShape, startShape } from './up.ts'

/**
 * `npm run shapes -- NAME…` runs a shape on this machine, makes a purchase with `comptoir demo`, orders through its proxy
 * while every copy is restarted, and reports the outcome. `--seed` repeats the choices of a further trial. With `--from`,
 * the copies run an installed checkout of another version until their restart.
 */
const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    orders: { type: 'string', default: '300' },
    buyers: { type: 'string', default: '4' },
    from: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
})
const firstScript = values.from === undefined ? undefined : resolve(values.from, 'src/cli.ts')
const [orders, buyers, seed] = [Number(values.orders), Number(values.buyers), Number(values.seed)]
const seconds = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`

/** Repeats the check for a minute until it finds nothing, because events may be in transit; returns the last result. */
async function reconciled(url: string): Promise<string[]> {
  for (let tried = 1; ; tried++) {
    const found = await listDisagreements(url, KEY)
    if (found.length === 0 || tried === 30) return found
    await pause(2_000)
  }
}

/** Runs a shape and prints the outcome; returns false if a check failed, and true if it passed or was skipped. */
async function tryOut(name: string, shape: Shape): Promise<boolean> {
  console.log(`${name}: ${shape.about}`)
  const begun = performance.now()
  let up: RunningShape
  try {
    up = await startShape(shape, firstScript)
  } catch (error) {
    if (!(error instanceof Missing)) throw error
    console.log(`  skipped: ${error.message}`)
    return true
  }
  try {
    console.log(`  up in ${seconds(begun)}: ${up.copies.length} processes, proxy, replicas, RabbitMQ`)
    const { bought, buyUntil } = await openShop(up.url)
    const demo = await runCommand(['demo', '--yes', '--url', up.url, '--key', KEY], {})
    const passed = demo.code === 0
    console.log(passed ? '  comptoir demo passed' : `  comptoir demo failed:\n${demo.output}`)
    const start = performance.now()
    await buyUntil(() => bought.orders + bought.refused.length >= orders, buyers)
    console.log(`  ${bought.orders} orders in ${seconds(start)}, ${bought.refused.length} calls refused`)
    const undisturbed = printFailures(bought.refused.splice(0))

    // A single copy is unavailable while it restarts, so a 503 or 409 to its callers does not count as a failure.
    const promised = shape.parts.every(({ copies }) => copies > 1)
    const before = bought.orders
    let rolled = false
    const buying = buyUntil(() => rolled, buyers)
    const rolling = performance.now()
    for (const copy of up.copies) await copy.restart()
    rolled = true
    await buying
    console.log(
      `  every copy restarted in ${seconds(rolling)}: ${bought.orders - before} orders meanwhile, ${bought.refused.length} calls refused${promised ? '' : ' (a single copy: 503 while it restarts)'}, slowest ${Math.round(bought.slowestMs)} ms`,
    )
    const answered = printFailures(
      promised ? bought.refused : bought.refused.filter(line => !/: (503|409) /.test(line)),
    )

    const missed = (await shape.trial?.(up, seed)) ?? []
    const lag = await up.databases.lag()
    console.log(
      lag === undefined ? '  the replica does not replicate' : `  the replica is ${lag} bytes behind`,
    )
    const wrong = await reconciled(up.url)
    console.log(wrong.length === 0 ? '  no discrepancies' : `  ${wrong.length} discrepancies`)
    return printFailures([...missed, ...wrong]) && passed && undisturbed && answered && lag !== undefined
  } finally {
    await up.down()
  }
}

/** Prints the first failures; returns true if there are none. */
function printFailures(lines: string[]): boolean {
  for (const line of lines.slice(0, 5)) console.log(`    ${line.slice(0, 200)}`)
  return lines.length === 0
}

const unknown = chosen.filter(name => !(name in shapes))
if (chosen.length === 0 || unknown.length > 0) {
  for (const name of unknown) console.error(`There is no shape ${name}.`)
  console.log('npm run shapes -- NAME… [--orders 300] [--buyers 4] [--seed 1] [--from FOLDER]\n')
  for (const [name, { about }] of Object.entries(shapes)) console.log(`  ${name.padEnd(8)} ${about}`)
  process.exitCode = unknown.length > 0 ? 1 : 0
} else {
  for (const [name, shape] of Object.entries<Shape>(shapes))
    if (chosen.includes(name) && !(await tryOut(name, shape))) process.exitCode = 1
}
// Modules shared with the tests would otherwise print an empty test summary.
process.exit()
