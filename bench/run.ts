import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import { startEmbedded } from '../src/platform/database/embedded.ts'
import { freePort } from '../test/support/free-port.ts'
import { isTrial } from './data.ts'
import { type Figures, load, type Scenario } from './load.ts'
import { prepare } from './prepare.ts'
import { report } from './report.ts'
import { scenarios } from './scenarios.ts'

/** `npm run bench`: each scenario beside its bare limit, in turn, in one run; the figures go to bench/RESULTS.md. */
const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
  },
})
const [count, seconds, rounds] = [options.products, options.seconds, options.rounds].map(Number) as [
  number,
  number,
  number,
]

const directory = mkdtempSync(join(tmpdir(), 'comptoir-bench-'))
const ends: (() => Promise<unknown>)[] = [async () => rmSync(directory, { recursive: true, force: true })]
const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

async function startProcess(args: string[], ready: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  ends.push(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  for await (const chunk of child.stdout) if (String(chunk).includes(ready)) break
  child.stdout.resume()
  return child
}

async function measure(scenario: Scenario, ours: string, bare: string, bar: SingleBar) {
  const figures: Record<'ours' | 'bare', Figures[]> = { ours: [], bare: [] }
  await load(ours, scenario.ours, scenario.connections, 2)
  await load(bare, scenario.bare, scenario.connections, 2)
  for (let round = 0; round < rounds; round++) {
    // In turn, so that a machine whose speed drifts drifts for both.
    figures.bare.push(await load(bare, scenario.bare, scenario.connections, seconds))
    figures.ours.push(await load(ours, scenario.ours, scenario.connections, seconds))
    bar.increment(1, { what: scenario.name })
  }
  return { scenario, ...figures }
}

try {
  const database = await startEmbedded({ directory: join(directory, 'data') })
  ends.push(database.stop)
  const [port, barePort] = [await freePort(), await freePort()]
  const base = `http://127.0.0.1:${port}`
  const start = performance.now()
  const server = await startProcess([path('../src/cli.ts'), 'serve'], 'listens', {
    DATABASE_URL: database.url,
    COMPTOIR_DATA: join(directory, 'secrets'),
    COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9',
    PORT: String(port),
  })
  const startMs = Math.round(performance.now() - start)
  const prepared = await prepare(base, count)
  await startProcess([path('bare-server.ts'), database.url, String(barePort)], 'ready')

  const all = scenarios(prepared)
  const bar = new SingleBar({ format: 'bench {bar} {value}/{total} {what}', noTTYOutput: false })
  bar.start(all.length * rounds, 0, { what: '' })
  const measured = []
  for (const scenario of all)
    measured.push(await measure(scenario, base, `http://127.0.0.1:${barePort}`, bar))
  bar.stop()

  const text = report({
    measured,
    prepared,
    startMs,
    pid: server.pid!,
    count,
    seconds,
    rounds,
    isTrial,
    cores: cpus().length,
  })
  writeFileSync(path('RESULTS.md'), text)
  console.log(text)
} finally {
  for (const end of ends.reverse()) await end().catch(error => console.error(error))
}
