import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Static, TObject } from 'typebox'
import type { Trail } from './audit/routes.ts'
import type { Clock } from './clock.ts'
import type { DatabasePool } from './database/database.ts'
import type { Copies } from './events/copies.ts'
import type { Redaction } from './events/dead-letters/content.ts'
import type { Consumer, EventKind } from './events/event.ts'
import type { Outbox } from './events/outbox.ts'
import type { Guard } from './http/guard.ts'
import type { Job, Schedule } from './jobs/job.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Limits } from './limits/limits.ts'
import type { Log } from './log.ts'
import type { CountKind, Counts, GaugeDefinition } from './metrics/metrics.ts'
import type { PlatformSettings } from './own-settings.ts'
import type { Peers } from './peers/peers.ts'
import type { Holder, PersonalDataRoutes } from './personal-data/routes.ts'
import type { SettingsSchema } from './settings.ts'
import type { StoredSettings } from './stored-settings.ts'

/** The platform's interface for an area. `Calls` names the areas that it may call, `Own` is the type of its settings. */
export type Platform<Calls extends string = string, Own = object> = {
  /** Excludes the API keys; `guard` states whether callers need one. */
  config: Omit<PlatformSettings, 'apiKeys'>
  settings: Own
  /** Whether callers need keys or sessions. For a request, use its `caller` instead. */
  guard: Guard
  /** The settings that staff may store, of all areas. */
  stored: StoredSettings
  log: Log
  clock: Clock
  db: DatabasePool
  outbox: Outbox
  copies: Copies
  /** The queues that any area publishes to, in this process or another. */
  announced: readonly string[]
  jobs: Jobs
  limits: Limits
  /** Increments the counters that the area declares as `counts`. */
  counts: Counts
  peers: Peers<Calls>
  /** All areas that store personal data, for an area with `asksHolders`; empty for any other. */
  holders: readonly Holder[]
  /** The audit trails of all areas, for an area with `asksHolders`; empty for any other. */
  trails: readonly Trail[]
}

/** The parts of an opened area. */
export type AreaParts = {
  routes: FastifyPluginAsyncTypebox
  consumers?: Consumer[]
  jobs?: Job[] | undefined
  schedules?: Schedule[] | undefined
  /** Gauges of the area for /metrics. */
  gauges?: GaugeDefinition[]
  /** Counters of the area for /metrics. */
  counts?: CountKind[]
  /** Starts background work, which is stopped once requests have ended or exceeded their time limit. */
  background?: () => { stop(): Promise<void> } | undefined
  /** Runs at startup, once the server listens, so that it can call other areas. If it fails, the start fails. */
  ready?: () => Promise<unknown>
}

/** The declaration of an area. */
export type Area<Calls extends string = string, Settings extends SettingsSchema = SettingsSchema> = {
  name: string
  /** Its own settings; `open` receives their values as `platform.settings`. */
  settings?: Settings
  /** Validates combinations of its settings. Returns one line for each error. */
  validate?: (settings: Static<Settings>) => string[]
  /** Validates its settings by the stricter rules for production. Returns one line for each error. */
  inProduction?: (settings: Static<Settings>) => string[]
  /** Folder of the .sql files that build the PostgreSQL schema of the area's name. */
  migrations?: URL
  /** The other areas whose operations it calls. */
  calls: readonly Calls[]
  /** The queues that it publishes to. */
  announces?: readonly EventKind[]
  /** Fields of requests and responses that must never be logged, in addition to the platform's own list. */
  neverLogged?: readonly string[]
  /** Fields and texts that are removed from every dead letter. */
  redaction?: Redaction
  /**
   * Required of an area that stores personal data. Declared here, so that every process knows of it, even one that does
   * not serve the area.
   */
  personalData?: {
    open(platform: Platform<Calls, Static<Settings>>): PersonalDataRoutes | Promise<PersonalDataRoutes>
    /** Whether this area must agree before any area erases data, because its open records can prevent an erasure. */
    first?: boolean
  }
  /** Whether it may call every area for the personal data and the audit trail stored there. */
  asksHolders?: boolean
  /** Opens the area. It imports the code of the area, so that a process loads only the areas that it serves. */
  open(platform: Platform<Calls, Static<Settings>>): AreaParts | Promise<AreaParts>
}

/**
 * Declares an area. The type parameter preserves the literal names in `calls`, so calls to an undeclared area do not
 * compile. The result has the same type for all areas, so that they fit in one list; the code that opens an area passes
 * the right settings and peers.
 */
export const defineArea = <
  const Calls extends string = never,
  Settings extends SettingsSchema = TObject<Record<never, never>>,
>(
  area: Area<Calls, Settings>,
): Area => area as unknown as Area

/** Returns the PostgreSQL schema and the migration folder of each of these areas that has one. */
export const migrationsOf = (areas: readonly Area[]) =>
  areas.flatMap(({ name, migrations }) => (migrations ? [{ schema: name, folder: migrations }] : []))
