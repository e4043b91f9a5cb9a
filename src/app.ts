import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { type Config, version } from './config.ts'
import { errorCodes } from './error-codes.ts'
import { exampleValues } from './example-values.ts'
import { homeRoutes, samplePictureRoutes } from './home/routes.ts'
import { createInstallation } from './installation.ts'
import type { Area, Platform } from './platform/area.ts'
import { auditTrailRoute } from './platform/audit/routes.ts'
import type { Clock } from './platform/clock.ts'
import { endWithTimeout, type Shutdown } from './platform/concurrency/timeout.ts'
import { coalesce } from './platform/database/batcher.ts'
import { createPool, type DatabasePool } from './platform/database/database.ts'
import { openSharedClock } from './platform/database/shared-clock.ts'
import { type Channel, channelsOf } from './platform/events/channels.ts'
import { createCopies } from './platform/events/copies.ts'
import { createDeadLetters } from './platform/events/dead-letters/dead-letters.ts'
import { deadLetterRoutes } from './platform/events/dead-letters/routes.ts'
import { startLocalDelivery } from './platform/events/local.ts'
import { createBrokerGauges, createOutboxGauges } from './platform/events/metrics.ts'
import { createOutbox } from './platform/events/outbox.ts'
import { startRabbit } from './platform/events/rabbit.ts'
import { addRoutes } from './platform/http/add-routes.ts'
import { createForwarding } from './platform/http/caller.ts'
import { createDocuments, type Documents } from './platform/http/documents.ts'
import { createDrain } from './platform/http/drain.ts'
import { handleIdempotencyKeys } from './platform/http/idempotency.ts'
import { peerKeyOf } from './platform/http/rights.ts'
import { createServer } from './platform/http/server.ts'
import { systemRoutes } from './platform/http/system.ts'
import type { Schedule } from './platform/jobs/job.ts'
import { createJobGauges, createJobs, startJobs } from './platform/jobs/jobs.ts'
import { createLimits } from './platform/limits/limits.ts'
import { createLog, type Log } from './platform/log.ts'
import { createDatabaseGauges } from './platform/metrics/database-gauges.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { createPeers } from './platform/peers/peers.ts'
import { findProxyWarnings, isProduction } from './platform/production.ts'
import { createPruneSchedule } from './platform/prune.ts'
import { stateRoutes } from './platform/state.ts'
import type { Tracer } from './platform/trace.ts'
import { openTracer } from './platform/tracing/spans.ts'
import { handleRequests } from './requests.ts'
import { webAppRoutes } from './webapps/routes.ts'
import { listServedApps } from './webapps/served.ts'

/**
 * The selected areas on one server. `start` starts events, jobs and other background work. `close` drains the server,
 * waits within time limits for running requests and work, and then releases everything.
 */
export type App = {
  server: FastifyInstance
  documents: Documents
  /** The queues that these areas publish to and consume, except those of copies, for the event documents. */
  channels: Channel[]
  platform: Platform
  /** The key of calls between areas; undefined while callers need none. */
  peerKey: string | undefined
  start(): Promise<void>
  close(): Promise<void>
}

type Parts = {
  config: Config
  databaseUrl: string
  areas: readonly Area[]
  /** All existing areas, in this process or elsewhere. */
  everyArea: readonly Area[]
  /** Whether the home page mentions the sample shop. */
  sampleShop?: boolean
  /** Used instead of the clock whose origin is stored in the database. */
  clock?: Clock
  /** Chooses which of the declared schedules run, and when; by default all run as declared. */
  planSchedules?: (declared: Schedule[]) => Schedule[]
}

type Running = { stop(): Promise<void>; abandon?: () => void }

/**
 * Time limits of the steps after the drain, 7.5 seconds in all. `serve` allows 8 seconds, so 0.5 seconds remain for the
 * embedded PostgreSQL, unless the drain was extended (see `createDrain`).
 */
const REQUESTS_MS = 4_000
const WORK_MS = 3_000
const CONNECTIONS_MS = 500

/** Opens the areas, without starting their work. Throws a StartError if an area cannot run with these settings. */
export async function openApp(parts: Parts): Promise<App> {
  const { config, databaseUrl, everyArea } = parts
  const log = createLog(
    config.logLevel,
    everyArea.flatMap(({ neverLogged }) => neverLogged ?? []),
  )
  for (const line of [...config.unknown, ...findProxyWarnings(config)]) log.warn(line)
  const tracer = await openTracer(config, { version, areas: parts.areas.map(({ name }) => name), log })
  const db = createPool(databaseUrl, {
    size: config.databasePoolSize,
    readUrl: config.databaseReadUrl,
    pooled: config.databaseSessionUrl !== undefined,
    prepared: config.preparedStatements === '1',
    onError: error => log.warn({ err: error }, 'A database connection failed'),
  })
  return build(parts, db, log, tracer).catch(async error => {
    await Promise.all([closeDatabase(db, log), closeTracer(tracer, log)])
    throw error
  })
}

const closeTracer = (tracer: Tracer | undefined, log: Log) =>
  tracer && endWithTimeout(log, { step: 'traces', withinMs: CONNECTIONS_MS, end: tracer.close })

const closeDatabase = ({ close, abandon }: DatabasePool, log: Log) =>
  endWithTimeout(log, { step: 'connections to the database', withinMs: CONNECTIONS_MS, end: close, abandon })

async function build(parts: Parts, db: DatabasePool, log: Log, tracer?: Tracer): Promise<App> {
  const { config, databaseUrl, areas, everyArea, sampleShop = false, clock: given } = parts
  const { planSchedules = declared => declared } = parts
  const names = areas.map(area => area.name)
  const clock = given ?? (await openSharedClock(db, config.clockMultiplier))
  const outbox = createOutbox(clock)
  const copies = createCopies(log)
  const announced = everyArea.flatMap(({ announces = [] }) => announces.map(({ queue }) => queue))
  const jobs = createJobs(clock)
  const limits = createLimits({ db, secret: config.tokenSecret })
  const stopping = new AbortController()

  const installation = createInstallation(config, { areas: names, everyArea })
  const { guard, keys, stored } = installation
  const server = createServer({ log, areas: names, config })
  const drain = createDrain(server)
  const apiKey = peerKeyOf(keys)
  const forwarding = createForwarding(apiKey)
  const peers = createPeers({
    local: names,
    urls: config.areaUrls,
    apiKey,
    forwarding,
    server,
  })
  const metrics = createMetrics(names)
  const askInstallation = coalesce(() => installation.refresh(peers, log))
  const context = {
    ...{ config, guard, keys, db, clock, log, tracer, limits },
    ...{ peers, forwarding, metrics, askInstallation },
  }
  await handleRequests(server, { ...context, areas: names })
  const documents = await createDocuments(server, { version, areas: names, exampleValues, errorCodes })
  handleIdempotencyKeys(server, { db, clock, log, secret: config.tokenSecret })
  const { counts } = metrics
  metrics.watch({
    gauges: [
      ...createDatabaseGauges(db, clock),
      ...createOutboxGauges(db, clock),
      ...createJobGauges(db, clock),
    ],
  })

  const holders = everyArea.flatMap(({ name, personalData }) =>
    personalData ? [{ name, first: personalData.first ?? false, ask: peers.ask }] : [],
  )
  const platformOf = ({
    name,
    asksHolders,
  }: Pick<Area, 'name' | 'asksHolders'>): Platform<string, Record<string, unknown>> => ({
    config,
    guard,
    stored,
    settings: config.ofAreas[name] ?? {},
    log,
    clock,
    db,
    outbox,
    copies,
    announced: [...new Set(announced)].sort(),
    jobs,
    limits,
    counts,
    peers,
    holders: asksHolders ? holders : [],
    trails: asksHolders ? everyArea.map(({ name }) => ({ name, ask: peers.ask })) : [],
  })
  const deadLetters = createDeadLetters({
    clock,
    log,
    secret: config.tokenSecret,
    screens: everyArea.flatMap(({ redaction }) => redaction ?? []),
  })
  const loaded = await Promise.all(
    areas.map(async area => {
      const platform = platformOf(area)
      return { area, parts: await area.open(platform), personalData: await area.personalData?.open(platform) }
    }),
  )
  const opened = loaded.map(({ parts }) => parts)
  const owned = loaded.flatMap(({ area, parts }) =>
    (parts.consumers ?? []).map(consumer => ({ area: area.name, consumer })),
  )
  const transport = config.amqpUrl ? ('rabbitmq' as const) : ('interne' as const)
  const system = {
    ...{ areas: names, version, db, clock, log, metrics, documents, drain, deadLetters, transport },
    ...{ consumers: owned, startedAt: clock.real(), stopping: stopping.signal },
  }
  const bare = { ...system, area: undefined }
  const root = server.withTypeProvider<TypeBoxTypeProvider>()
  await addRoutes(root, bare, systemRoutes, samplePictureRoutes, stateRoutes)
  await homeRoutes(root, {
    ...{ db, areaUrls: config.areaUrls },
    describe: () => ({
      ...{ version, domaines: [...names], evenements: transport, exemple: sampleShop },
      ...{ boutique: config.servesStorefront, nomBoutique: config.shopName },
      ...{ demonstration: !guard.on, production: isProduction(config) },
    }),
  })
  for (const webApp of listServedApps(config)) await webAppRoutes(root, { webApp, log })
  server.register(deadLetterRoutes, bare)
  for (const { area, parts, personalData } of loaded) {
    metrics.watch(parts, area.name)
    server.register(
      async function routesOfArea(plain) {
        const scope = plain.withTypeProvider<TypeBoxTypeProvider>()
        scope.addHook('onRoute', route => {
          route.schema = { tags: [area.name], ...route.schema }
        })
        const own = { ...system, area: area.name }
        const optional = personalData ? [personalData] : []
        await addRoutes(scope, own, parts.routes, ...optional, auditTrailRoute, systemRoutes, stateRoutes)
        if (parts.consumers?.length) await scope.register(deadLetterRoutes, own)
      },
      { prefix: `/${area.name}` },
    )
  }
  await server.ready()
  await installation.refresh(peers, log)

  const consumers = owned.map(({ consumer }) => consumer)
  const declared = [createPruneSchedule({ db, clock }), ...opened.flatMap(({ schedules = [] }) => schedules)]
  const schedules = planSchedules(declared)
  const running: Shutdown[] = []

  return {
    server,
    documents,
    channels: channelsOf(areas, opened),
    platform: platformOf({ name: 'app' }),
    peerKey: guard.on ? apiKey : undefined,
    async start() {
      const transportParts = { db, clock, log, consumers, deadLetters, counts, tracer }
      const rabbit = config.amqpUrl
        ? startRabbit({
            ...transportParts,
            url: config.amqpUrl,
            kinds: [
              ...new Set([
                ...areas.flatMap(area => area.announces ?? []),
                ...consumers.map(({ kind }) => kind),
              ]),
            ],
          })
        : undefined
      if (rabbit) metrics.watch({ gauges: createBrokerGauges(rabbit) })
      const events = rabbit ?? startLocalDelivery(transportParts)
      outbox.onPublished = events.wake
      copies.apply = events.applyCopies
      const runs = (step: string, { stop: end, abandon }: Running) =>
        running.push({ step, withinMs: WORK_MS, end, abandon })
      runs('events', events)
      const runner = await startJobs({
        db,
        clock,
        log,
        counts,
        tracer,
        url: config.databaseSessionUrl ?? databaseUrl,
        jobs: opened.flatMap(parts => parts.jobs ?? []),
        schedules,
      })
      runs('jobs', runner)
      runs('stored settings', installation.start(peers, log))
      for (const { background } of opened) {
        const started = background?.()
        if (started) runs('work beside the requests', started)
      }
      await Promise.all(opened.map(parts => parts.ready?.()))
      drain.recordStart()
    },
    async close() {
      await drain.begin(config.drainMs)
      stopping.abort()
      await endWithTimeout(log, {
        step: 'requests',
        withinMs: REQUESTS_MS,
        // Fastify's own close comes last: after it, running requests cannot stream from areas of this process.
        end: () => drain.answered().then(() => server.close()),
        abandon: () => server.server.closeAllConnections(),
      })
      await Promise.all(running.map(ending => endWithTimeout(log, ending)))
      await Promise.all([closeDatabase(db, log), closeTracer(tracer, log)])
    },
  }
}
