import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Static, TObject } from 'typebox'
import type { Trail } from './audit/routes.ts'
import type { Clock } from './clock.ts'
import type { DatabasePool } from './database/database.ts'
import type { Copies } from './events/copies.ts'
import type { Redaction } from './events/dead-letters/content.ts'
import type { Consumer, EventKind } from './events/event.ts'
import type { Outbox } from './events/outbox.ts'
import type { Job, Schedule } from './jobs/job.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Limits } from './limits/limits.ts'
import type { Log } from './log.ts'
import type { CountKind, Counts, GaugeOf } from './metrics/metrics.ts'
import type { PlatformSettings } from './own-settings.ts'
import type { Peers } from './peers/peers.ts'
import type { Holder, PersonalDataRoutes } from './personal-data/routes.ts'
import type { SettingsSchema } from './settings.ts'

/** The platform as an area sees it. `Calls` names the areas that it may call, `Own` are the values of its settings. */
export type Platform<Calls extends string = string, Own = object> = {
  /** Without the keys: what an area needs to know of them is `guarded`. */
  config: Omit<PlatformSettings, 'apiKeys'>
  settings: Own
  /** Whether API keys are configured. Where there is a request, its `caller` says so. */
  guarded: boolean
  log: Log
  clock: Clock
  db: DatabasePool
  outbox: Outbox
  copies: Copies
  /** The queues that any area announces on, wherever it runs. */
  announced: readonly string[]
  jobs: Jobs
  limits: Limits
  /** Counters of the kinds in the `counts` of the area. */
  counts: Counts
  peers: Peers<Calls>
  /** Every area that holds personal data, for an area that `asksHolders`; none for any other. */
  holders: readonly Holder[]
  /** Every area's audit trail, for an area that `asksHolders`; none for any other. */
  trails: readonly Trail[]
}

/** The parts of an opened area. */
export type AreaParts = {
  routes: FastifyPluginAsyncTypebox
  consumers?: Consumer[]
  jobs?: Job[] | undefined
  schedules?: Schedule[] | undefined
  /** Figures of the area for /metrics. */
  gauges?: GaugeOf[]
  /** Counters of the area for /metrics. */
  counts?: CountKind[]
  /** Sets going what runs beside the requests; it is stopped after the last of them. */
  background?: () => { stop(): Promise<void> } | undefined
  /** Work before the first request is served, such as filling a cache. */
  ready?: () => Promise<unknown>
}

/** The table of contents of an area. */
export type Area<Calls extends string = string, Settings extends SettingsSchema = SettingsSchema> = {
  name: string
  /** Its own settings, whose values `open` gets as `platform.settings`. */
  settings?: Settings
  /** Validates its settings together: a line for each fault. */
  faults?: (settings: Static<Settings>) => string[]
  /** Validates its settings for production: a line for each fault. */
  inProduction?: (settings: Static<Settings>) => string[]
  /** Folder of the .sql files that build the PostgreSQL schema of the area's name. */
  migrations?: URL
  /** The other areas that it asks, over their HTTP interface. */
  calls: readonly Calls[]
  /** The queues that it announces on. */
  announces?: readonly EventKind[]
  /** Fields of requests and answers that must never reach a log, besides those that the platform keeps out. */
  neverLogged?: readonly string[]
  /** Fields and texts that are removed from every stored message. */
  redaction?: Redaction
  /** Needed of an area that holds anything about a person. It stands here so that it is known wherever the area runs. */
  personalData?: {
    open(platform: Platform<Calls, Static<Settings>>): PersonalDataRoutes | Promise<PersonalDataRoutes>
    /** Nothing is erased anywhere before it has answered, because something that is open here stands in the way. */
    first?: boolean
  }
  /** It may ask every area that holds personal data, whichever those are. */
  asksHolders?: boolean
  /** Imports the code of the area when it is called, so that a process loads that of the areas it serves alone. */
  open(platform: Platform<Calls, Static<Settings>>): AreaParts | Promise<AreaParts>
}

/**
 * Declares an area. Keeps the names of `calls` exact, so that asking an undeclared area does not compile. The list of areas
 * cannot know each one's settings and calls: what opens them gives each one its own.
 */
export const defineArea = <
  const Calls extends string = never,
  Settings extends SettingsSchema = TObject<Record<never, never>>,
>(
  area: Area<Calls, Settings>,
): Area => area as unknown as Area

/** The schemas of these areas and the folders that build them. */
export const migrationsOf = (areas: readonly Area[]) =>
  areas.flatMap(({ name, migrations }) => (migrations ? [{ schema: name, folder: migrations }] : []))
