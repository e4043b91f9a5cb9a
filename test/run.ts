import { randomInt } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { buildWebApp } from '../src/webapps/build.ts'
import { consoleApp } from '../src/webapps/console.ts'
import { SERVED, storefront } from '../src/webapps/storefront.ts'
import { FILE_TIMEOUT_MS, PROCESSES, withGroups } from './groups.ts'
import { LACKING, startBrowser } from './servers/chromium.ts'
import { startPostgres } from './servers/postgresql.ts'
import { startRabbit } from './servers/rabbitmq.ts'
import { seededRandom } from './support/seeded-random.ts'
import { stressFlags } from './support/stress/flags.ts'

/** The longest that a busy loop of `--stress` runs, should nothing end it. */
const BUSY_MS = 2 * 3_600_000
const TEMPLATE = new URL('support/template.ts', import.meta.url)

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    // The tests in a browser alone, or with all the others.
    browser: { type: 'boolean' },
    all: { type: 'boolean' },
    only: { type: 'boolean' },
    // Writes the files that tests compare with, instead of comparing.
    update: { type: 'boolean' },
    // Both cores busy, statements and calls delayed by chance, schedules every second, files in any order.
    stress: { type: 'boolean' },
    seed: { type: 'string' },
    'test-name-pattern': { type: 'string', short: 't', multiple: true },
  },
})

async function prepareTemplate(url: string): Promise<void> {
  if (!existsSync(TEMPLATE)) return
  const { default: prepare } = (await import(TEMPLATE.href)) as { default: (url: string) => Promise<void> }
  await prepare(url)
}

type Counts = { passed: number; failed: number; skipped: number }

/** Each file in a process of its own, or some that share one; they inherit our environment. */
async function runTests(files: string[], filesPerProcess: number, signal: AbortSignal): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 }
  const events = run({
    files,
    signal,
    concurrency: PROCESSES,
    timeout: FILE_TIMEOUT_MS * filesPerProcess,
    only: options.only ?? false,
    execArgv: [...(options.update ? ['--test-update-snapshots'] : []), ...stressFlags()],
    ...(options['test-name-pattern'] ? { testNamePatterns: options['test-name-pattern'] } : {}),
  })
  events.on('test:summary', ({ file, success, counts: seen }) => {
    if (file !== undefined) return
    counts.passed = seen.passed
    counts.skipped = seen.skipped + seen.todo
    // What failed or was cancelled; a hook that fails outside a test is in no count but in `success`.
    counts.failed = Math.max(seen.tests - counts.passed - counts.skipped, success ? 0 : 1)
  })
  for await (const text of events.compose(new spec())) process.stdout.write(text)
  return counts
}

/** Stress that a seed decides, for this process and those that it starts. */
function startStress() {
  const seed = Number(options.seed ?? randomInt(2 ** 32))
  if (!Number.isInteger(seed)) throw new Error(`--seed is ${options.seed}; it must be a whole number`)
  process.env.COMPTOIR_TEST_STRESS = String(seed)
  console.log(`Under stress; the same again: npm test -- --stress --seed ${seed}`)
  for (let core = 0; core < availableParallelism(); core++)
    new Worker(`const end = performance.now() + ${BUSY_MS}; while (performance.now() < end);`, { eval: true })
  return seededRandom(seed)
}

const inBrowser = (file: string) => file.includes('test/browser/')
/** Whether a file names the broker, or has it from the stages of the failure injection. */
const needsRabbit = (file: string) => /rabbit|amqp|fault-injection/i.test(readFileSync(file, 'utf8'))
/** Every state of a page, for pictures of it: with the tests in a browser alone. */
const forPictures = (file: string) => file.endsWith('/looks.test.ts')

/** The tests of the whole, which take long, before those of a file each: none is left to run alone at the end. */
const FOLDERS = ['test', 'bench', 'sample', 'src']

function chosenFiles(): string[] {
  if (positionals.length > 0) return positionals
  return FOLDERS.flatMap(folder => globSync(`${folder}/**/*.test.ts`).sort()).filter(
    file => (options.all && !forPictures(file)) || inBrowser(file) === (options.browser ?? false),
  )
}

/** Where there is no browser to be had, the tests that need it fail. The console is built once for all of them. */
async function prepareBrowser() {
  await buildWebApp(consoleApp)
  await buildWebApp(storefront(SERVED))
  const browser = await startBrowser()
  if (browser) process.env.COMPTOIR_TEST_BROWSER = browser.wsEndpoint()
  else console.error(LACKING)
  if (options.browser) process.env.COMPTOIR_TEST_PICTURES = '1'
  return { stop: async () => browser?.close() }
}

/** Every test process loads the platform: with its code compiled before, this takes 2.5 s of processor time instead of 3.5. */
function cacheCompiledCode() {
  process.env.NODE_COMPILE_CACHE ??= new URL(
    '../node_modules/.cache/comptoir-tests',
    import.meta.url,
  ).pathname
}

async function main(signal: AbortSignal): Promise<Counts | undefined> {
  cacheCompiledCode()
  const files = options.stress ? startStress().shuffle(chosenFiles()) : chosenFiles()
  const database = startPostgres()
  const rabbit = files.some(needsRabbit) ? startRabbit() : undefined
  const browser = files.some(inBrowser) ? prepareBrowser() : undefined
  const started = [database, rabbit, browser].filter(resource => resource !== undefined)
  try {
    // All are waited for, whatever becomes of the others: what has started is to be stopped.
    await Promise.allSettled(started)
    const [{ url }, broker] = await Promise.all([database, rabbit, browser])
    process.env.COMPTOIR_TEST_DATABASE_URL = url
    if (broker) process.env.COMPTOIR_TEST_AMQP_URL = broker.url
    if (signal.aborted) return undefined
    await prepareTemplate(url)
    const chosenTests = options.only || options['test-name-pattern'] !== undefined
    return await withGroups(files, chosenTests, (grouped, filesPerProcess) =>
      runTests(grouped, filesPerProcess, signal),
    )
  } finally {
    await Promise.allSettled(started.map(async resource => (await resource).stop()))
  }
}

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort())

try {
  const counts = await main(interruption.signal)
  if (counts && !interruption.signal.aborted) {
    const { passed, failed, skipped } = counts
    console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
    process.exitCode = failed > 0 || passed === 0 ? 1 : 0
  } else {
    process.exitCode = 130
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
process.exit()
