import type pg from 'pg'
import type { Clock } from '../clock.ts'
import type { DatabasePool } from '../database/database.ts'
import { ping, replicaLag, replicaUp } from '../database/health.ts'
import { within } from '../within.ts'
import type { GaugeOf } from './gauges.ts'

/** A database that is well answers in a millisecond. */
const ANSWER_MS = 1_000

const upWithin = async (up: Promise<number | undefined>) => within(ANSWER_MS, up).catch(() => 0)

/** How the database stands, as this process sees it. */
export function databaseGauges(db: DatabasePool, clock: Clock): GaugeOf[] {
  const ofPools = (figure: (pool: pg.Pool) => number) => () => ({
    primary: figure(db.pg),
    replica: db.replica && figure(db.replica),
  })
  return [
    {
      name: 'comptoir_database_connections_used',
      help: 'Connections of this process that are at work',
      label: 'pool',
      values: ofPools(pool => pool.totalCount - pool.idleCount),
    },
    {
      name: 'comptoir_database_connections_limit',
      help: 'Connections that this process may have at most',
      label: 'pool',
      values: ofPools(pool => pool.options.max),
    },
    {
      name: 'comptoir_database_connections_waiting',
      help: 'Pieces of work of this process that wait for a connection',
      label: 'pool',
      values: ofPools(pool => pool.waitingCount),
    },
    {
      name: 'comptoir_database_up',
      help: 'Whether the database answers this process within a second',
      value: () => upWithin(ping(db).then(() => 1)),
    },
    ...(db.replica
      ? [
          {
            name: 'comptoir_replica_up',
            help: 'Whether the replica answers this process within a second, and replicates',
            value: () => upWithin(replicaUp(db)),
          },
          {
            name: 'comptoir_replica_lag_seconds',
            help: 'By how much the replica is behind',
            value: () => replicaLag(db, clock),
          },
        ]
      : []),
  ]
}
