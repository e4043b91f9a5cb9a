import { createServer } from 'node:net'
import { type App, openApp } from '../app.ts'
import { areaNames, areas } from '../areas.ts'
import { type Config, findAreaErrors, readConfig } from '../config.ts'
import type { Area } from '../platform/area.ts'
import { endWithTimeout } from '../platform/concurrency/timeout.ts'
import { claimCodeOf } from '../platform/http/claim-code.ts'
import { createLog, type Log } from '../platform/log.ts'
import { StartError } from '../platform/problem.ts'
import { findSecurityErrors } from '../platform/production.ts'
import { loadSecrets } from '../platform/secrets.ts'
import { INSTALLATION, SETUP } from './administration.ts'
import { migrateDatabase, openDatabase, requireDatabase } from './database.ts'
import { openSampleShop } from './seed.ts'

type Started = { step: string; end(withinMs: number): Promise<unknown> }

/**
 * Serves the named areas (by default all) until a signal, then shuts down and exits. With `sampleShop` (`npm start`),
 * it also fills an empty database with the sample shop and, unless COMPTOIR_PURCHASING_URL is set, runs a simulated
 * purchasing application. Everything that it writes to a file or a pipe is a JSON line.
 */
export async function serve(names: string[], options: { sampleShop: boolean }) {
  try {
    await run(names, options)
  } catch (error) {
    if (process.stderr.isTTY) throw error
    const log = createLog('fatal', [], process.stderr.fd)
    if (error instanceof StartError) log.fatal(error.message.replaceAll('\n', '; '))
    else log.fatal({ err: error }, 'The server failed')
    process.exit(1)
  }
  process.exit(0)
}

async function run(names: string[], { sampleShop }: { sampleShop: boolean }) {
  // Users of the sample shop need the addresses to open, not a line for every request.
  const env: NodeJS.ProcessEnv = { ...(sampleShop ? { LOG_LEVEL: 'warn' } : {}), ...process.env }
  const chosen = choose(names)
  const config = readConfig(env, areas, config => [
    ...findSecurityErrors(config),
    ...findAreaErrors(config, chosen),
    ...brokerErrors(config, chosen),
  ])
  await checkPort(config)
  // The log for shutdown and the embedded PostgreSQL; the app has a separate one.
  const log = createLog(config.logLevel, [])
  // Node.js would write warnings, such as those of pg about an sslmode, as text.
  process.removeAllListeners('warning').on('warning', ({ message }) => log.warn(message))
  const started: Started[] = []
  const stopped = untilSignal(log, config)
  try {
    if (sampleShop && !env.COMPTOIR_PURCHASING_URL) {
      const { startPurchasingStandIn } = await import('../../sample/purchasing.ts')
      const { url, close } = await startPurchasingStandIn()
      started.push({ step: 'simulated purchasing application', end: close })
      env.COMPTOIR_PURCHASING_URL = url
    }
    Object.assign(env, await loadSecrets(config.missingSecrets, config.dataDirectory))
    const database = await openDatabase(config, { log })
    started.push({ step: 'embedded PostgreSQL', end: database.stop })
    await migrateDatabase(config, database)
    const complete = readConfig(env, areas)
    const opened = { areas: chosen, everyArea: areas, sampleShop }
    const app = await requireDatabase(openApp({ config: complete, databaseUrl: database.url, ...opened }))
    started.push({ step: 'platform', end: app.close })
    await requireDatabase(listen(app, config))
    const word = sampleShop ? await openSampleShop(app, complete) : ''
    reportAddresses(config, app, chosen, word, await readClaimHints(app))
    await stopped
  } finally {
    await stop(started, log, config)
  }
}

function choose(names: string[]): readonly Area[] {
  const strangers = names.filter(name => !areaNames.includes(name))
  if (strangers.length > 0)
    throw new StartError(`Unknown area ${strangers.join(', ')}; one of ${areaNames.join(', ')}`)
  return names.length > 0 ? areas.filter(area => names.includes(area.name)) : areas
}

const brokerErrors = ({ amqpUrl }: Config, chosen: readonly Area[]) =>
  chosen.length < areas.length && !amqpUrl
    ? ['A process that serves only some areas requires AMQP_URL, because events must reach the others']
    : []

const portInUse = ({ host, port }: Config) => new StartError(`Port ${port} on ${host} is in use (PORT)`)

/** Checks the port before anything is started, so that a second start fails at once and changes nothing. */
async function checkPort(config: Config) {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? portInUse(config)
          : new StartError(`Cannot listen on ${config.host} (HOST): ${error.message}`),
      ),
    )
    probe.listen(config.port, config.host, () => probe.close(() => resolve()))
  })
}

async function listen(app: App, config: Config) {
  await app.server.listen({ host: config.host, port: config.port }).catch(error => {
    throw error.code === 'EADDRINUSE' ? portInUse(config) : error
  })
  await app.start()
}

/** A signal to the process group may arrive twice within this time and counts once. */
const SAME_SIGNAL_MS = 1_000

/**
 * The time limits after a signal, in addition to COMPTOIR_DRAIN_MS: of the shutdown, and of the whole process in case
 * it is still starting. With the default drain of 1.5 seconds, a process ends within ten seconds of a signal.
 */
const STOP_MS = 8_000
const LAST_MS = 8_300

/**
 * Resolves at the first signal. Exits the process at another signal more than a second later, or if the process is
 * still running after the time limit.
 */
function untilSignal(log: Log, { drainMs }: Config) {
  return new Promise<void>(resolve => {
    let first: number | undefined
    const forceExit = () => {
      log.fatal('The shutdown timeout expired during startup')
      process.exit(1)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (first !== undefined && performance.now() - first > SAME_SIGNAL_MS) process.exit(1)
        if (first === undefined) setTimeout(forceExit, LAST_MS + drainMs)
        first ??= performance.now()
        resolve()
      })
  })
}

/** Stops everything that was started, in reverse order; each step gets the remaining time. */
async function stop(started: Started[], log: Log, { drainMs }: Config) {
  const deadline = performance.now() + STOP_MS + drainMs
  for (const { step, end } of started.reverse()) {
    const withinMs = deadline - performance.now()
    await endWithTimeout(log, { step, withinMs, end: () => end(withinMs) })
  }
}

/**
 * Returns how to become the first administrator; nothing if that is not possible here. Only a terminal shows the code,
 * because other output is collected.
 */
async function readClaimHints({ server, platform }: App): Promise<string[]> {
  const installation = await server.inject(INSTALLATION)
  const { defi } = installation.statusCode === 200 ? installation.json() : { defi: null }
  if (defi === null) return []
  const base = server.listeningOrigin
  const data = process.env.COMPTOIR_DATA ? `COMPTOIR_DATA=${process.env.COMPTOIR_DATA} ` : ''
  if (!process.stdout.isTTY) return [`To become administrator: ${data}npx comptoir staff claim --url ${base}`]
  const code = claimCodeOf(platform.config.tokenSecret, defi)
  return [`To become administrator, open ${base}${SETUP} and enter the code ${code}`]
}

function reportAddresses(
  config: Config,
  app: App,
  chosen: readonly Area[],
  word: string,
  claimHints: readonly string[],
) {
  const base = app.server.listeningOrigin
  const title = `Comptoir listens on ${base}`
  const addresses = {
    areas: chosen.map(area => area.name).join(', '),
    events: config.amqpUrl ? 'over RabbitMQ' : 'in-process',
    console: `${base}/console`,
    ...(config.servesStorefront && { shop: `${base}/boutique` }),
    interface: `${base}/api/swagger`,
    ...(word && { products: `${base}/api/products?search=${encodeURIComponent(word)}` }),
  }
  const hints = [
    word && 'For a complete purchase, run in another terminal: npx comptoir demo',
    !app.platform.guard.on && 'No API keys are configured: every route is open, but only to this machine.',
    ...claimHints,
  ].filter(Boolean)
  // Supervisors and tests wait for this line, so no LOG_LEVEL suppresses it.
  if (!process.stdout.isTTY) return createLog('info', []).info({ ...addresses, hints }, title)
  const lines = Object.entries(addresses).map(([name, value]) => `  ${name.padEnd(10)} ${value}`)
  console.log([title, ...lines, ...hints].join('\n'))
}
