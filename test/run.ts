import { randomInt } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { buildWebApp } from '../src/webapps/build.ts'
import { consoleApp } from '../src/webapps/console.ts'
import { createStorefront, SERVED_STOREFRONT } from '../src/webapps/storefront.ts'
import { FILE_TIMEOUT_MS, PROCESSES, withGroups } from './groups.ts'
import { NO_BROWSER, startBrowser } from './servers/chromium.ts'
import { startPostgres } from './servers/postgresql.ts'
import { startRabbit } from './servers/rabbitmq.ts'
import { createRandom } from './support/seeded-random.ts'
import { stressFlags } from './support/stress/flags.ts'

/** The time limit of a busy loop of `--stress`, which normally ends with the test run. */
const BUSY_MS = 2 * 3_600_000
/** Opening the platform creates so much garbage that a smaller young generation costs a tenth more processor time. */
const HEAP_FLAGS = ['--min-semi-space-size=64', '--max-semi-space-size=64']
const TEMPLATE = new URL('support/template.ts', import.meta.url)

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    // `browser` runs only the browser tests, `all` both them and the others; without either, only the others run.
    browser: { type: 'boolean' },
    all: { type: 'boolean' },
    only: { type: 'boolean' },
    // Writes the files that tests compare with, instead of comparing.
    update: { type: 'boolean' },
    // Keeps all cores busy, delays random statements and calls, runs enabled schedules every second, shuffles files.
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

/** Runs each of these files in its own process, which inherits the environment, and prints a report. */
async function runTests(files: string[], filesPerProcess: number, signal: AbortSignal): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 }
  const events = run({
    files,
    signal,
    concurrency: PROCESSES,
    timeout: FILE_TIMEOUT_MS * filesPerProcess,
    only: options.only ?? false,
    execArgv: [...HEAP_FLAGS, ...(options.update ? ['--test-update-snapshots'] : []), ...stressFlags()],
    ...(options['test-name-pattern'] ? { testNamePatterns: options['test-name-pattern'] } : {}),
  })
  events.on('test:summary', ({ file, success, counts: seen }) => {
    if (file !== undefined) return
    counts.passed = seen.passed
    counts.skipped = seen.skipped + seen.todo
    // Failed or canceled tests; a hook that fails outside a test appears only in `success`.
    counts.failed = Math.max(seen.tests - counts.passed - counts.skipped, success ? 0 : 1)
  })
  for await (const text of events.compose(new spec())) process.stdout.write(text)
  return counts
}

/** Keeps all cores busy and passes the stress seed to the test processes; returns random choices from that seed. */
function startStress() {
  const seed = Number(options.seed ?? randomInt(2 ** 32))
  if (!Number.isInteger(seed)) throw new Error(`--seed is ${options.seed}; it must be a whole number`)
  process.env.COMPTOIR_TEST_STRESS = String(seed)
  console.log(`Under stress; reproduce with: npm test -- --stress --seed ${seed}`)
  for (let core = 0; core < availableParallelism(); core++)
    new Worker(`const end = performance.now() + ${BUSY_MS}; while (performance.now() < end);`, { eval: true })
  return createRandom(seed)
}

const inBrowser = (file: string) => file.includes('test/browser/')
/** Whether a file mentions the broker, or the fault injection, which uses it. */
const needsRabbit = (file: string) => /rabbit|amqp|fault-injection/i.test(readFileSync(file, 'utf8'))
/** Whether a file inspects every state of the payment page, which only the browser run does. */
const forPictures = (file: string) => file.endsWith('/looks.test.ts')

/** Slow system tests run before unit tests, so that no slow file is left alone at the end. */
const FOLDERS = ['test', 'bench', 'sample', 'src']

function chosenFiles(): string[] {
  if (positionals.length > 0) return positionals
  return FOLDERS.flatMap(folder => globSync(`${folder}/**/*.test.ts`).sort()).filter(
    file => (options.all && !forPictures(file)) || inBrowser(file) === (options.browser ?? false),
  )
}

/**
 * Starts the browser and builds the web apps once for all tests. Without a browser the tests that need it fail. In the
 * browser run the tests save screenshots.
 */
async function prepareBrowser() {
  await buildWebApp(consoleApp)
  await buildWebApp(createStorefront(SERVED_STOREFRONT))
  const browser = await startBrowser()
  if (browser) process.env.COMPTOIR_TEST_BROWSER = browser.wsEndpoint()
  else console.error(NO_BROWSER)
  if (options.browser) process.env.COMPTOIR_TEST_PICTURES = '1'
  return { stop: async () => browser?.close() }
}

/**
 * Every test process loads the platform: with compiled code cached, this takes 2.5 s of processor time instead of 3.5.
 */
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
    // Waits for all, even if one fails, because every resource that has started must be stopped.
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
