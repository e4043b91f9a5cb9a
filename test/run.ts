import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../src/platform/database/embedded.ts'
import { startRabbit } from './support/rabbitmq.ts'

const FILE_TIMEOUT_MS = 300_000
const TEMPLATE = new URL('support/template.ts', import.meta.url)

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'boolean' },
    'test-name-pattern': { type: 'string', short: 't', multiple: true },
  },
})

type Resource = { url: string; stop(): Promise<void> }

async function startDatabase(): Promise<Resource> {
  const directory = mkdtempSync(join(tmpdir(), 'comptoir-postgres-'))
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  try {
    const { url, stop } = await startEmbedded({ directory, durable: false })
    return { url, stop: () => stop().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

async function prepareTemplate(url: string): Promise<void> {
  if (!existsSync(TEMPLATE)) return
  const { default: prepare } = (await import(TEMPLATE.href)) as { default: (url: string) => Promise<void> }
  await prepare(url)
}

type Counts = { passed: number; failed: number; skipped: number }

/** Each file in a process of its own, which inherits our environment. */
async function runTests(files: string[], signal: AbortSignal): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 }
  const events = run({
    files,
    signal,
    concurrency: 2,
    timeout: FILE_TIMEOUT_MS,
    only: options.only ?? false,
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

async function main(signal: AbortSignal): Promise<Counts | undefined> {
  const files =
    positionals.length > 0
      ? positionals
      : globSync(['src/**/*.test.ts', 'sample/**/*.test.ts', 'test/**/*.test.ts'])
  const database = startDatabase()
  const rabbit = startRabbit()
  try {
    // Both are waited for, whatever becomes of the other: what has started is to be stopped.
    await Promise.allSettled([database, rabbit])
    const [{ url }, { url: amqpUrl }] = await Promise.all([database, rabbit])
    process.env.COMPTOIR_TEST_DATABASE_URL = url
    process.env.COMPTOIR_TEST_AMQP_URL = amqpUrl
    if (signal.aborted) return undefined
    await prepareTemplate(url)
    return await runTests(files.sort(), signal)
  } finally {
    await Promise.allSettled([database, rabbit].map(async started => (await started).stop()))
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
