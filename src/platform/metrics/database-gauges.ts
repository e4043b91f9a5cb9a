import type pg from 'pg'
import type { Clock } from '../clock.ts'
import { withTimeout } from '../concurrency/timeout.ts'
import { createReads, type Database, type DatabasePool } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { GaugeDefinition } from './metrics.ts'

type Position = { caughtUp: boolean | null; replayed: Date | null }

/**
 * Reads whether the replica has replayed everything up to `written`, and when its last replayed transaction was
 * committed.
 */
const positionOf = (replica: Database, written: string) =>
  replica.one(sql<Position>`
    select pg_last_wal_replay_lsn() >= ${written}::pg_lsn as "caughtUp", pg_last_xact_replay_timestamp() as replayed`)

const writtenBy = (primary: Database) =>
  primary.value(sql<{ written: string }>`select pg_current_wal_lsn()::text as written`)

/**
 * Returns the replication lag in seconds. A replica that has replayed everything has no lag, however old the last write
 * is; one that receives nothing has a growing lag. Undefined if the server has replayed no transaction, for example
 * because it is not a replica.
 */
async function replicaLag(primary: Database, replica: Database, clock: Clock): Promise<number | undefined> {
  const { caughtUp, replayed } = await positionOf(replica, await writtenBy(primary))
  if (caughtUp) return 0
  if (!replayed) return undefined
  return Math.max(0, (clock.real().getTime() - replayed.getTime()) / 1_000)
}

/** Returns 1 if the server is in recovery, as a replica is, or 0 after a promotion. Rejects if it does not answer. */
const replicaUp = async (replica: Database) =>
  Number(await replica.value(sql<{ replicates: boolean }>`select pg_is_in_recovery() as replicates`))

export const ping = (db: Database) => db.first(sql`select 1`)

/** A healthy database answers within a millisecond. */
const ANSWER_MS = 1_000

const upWithin = (up: Promise<number>) => withTimeout(ANSWER_MS, up).catch(() => 0)

/** Returns the gauges of this process's connections and of the database and replica as seen from this process. */
export function createDatabaseGauges(db: DatabasePool, clock: Clock): GaugeDefinition[] {
  const ofPools = (figure: (pool: pg.Pool) => number) => () => ({
    primary: figure(db.pg),
    replica: db.replica && figure(db.replica),
  })
  const { replica } = db
  const reads =
    replica && createReads(async ({ text, values }) => (await replica.query(text, [...values])).rows)
  return [
    {
      name: 'comptoir_database_connections_used',
      help: 'Database connections of this process in use',
      label: 'pool',
      values: ofPools(pool => pool.totalCount - pool.idleCount),
    },
    {
      name: 'comptoir_database_connections_limit',
      help: 'Maximum database connections of this process',
      label: 'pool',
      values: ofPools(pool => pool.options.max),
    },
    {
      name: 'comptoir_database_connections_waiting',
      help: 'Requests of this process that wait for a database connection',
      label: 'pool',
      values: () => ({ primary: db.countWaiting(), replica: db.replica?.waitingCount }),
    },
    {
      name: 'comptoir_database_up',
      help: 'Whether the database answers this process within a second',
      value: () => upWithin(ping(db).then(() => 1)),
    },
    ...(reads
      ? [
          {
            name: 'comptoir_replica_up',
            help: 'Whether the replica answers this process within a second, and replicates',
            value: () => upWithin(replicaUp(reads)),
          },
          {
            name: 'comptoir_replica_lag_seconds',
            help: 'Replication lag of the read replica',
            value: () => replicaLag(db, reads, clock),
          },
        ]
      : []),
  ]
}
