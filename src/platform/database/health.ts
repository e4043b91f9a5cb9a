import type { Clock } from '../clock.ts'
import { type Database, type DatabasePool, readsOf } from './database.ts'
import { sql } from './sql.ts'

type Position = { caughtUp: boolean | null; replayed: Date | null }

/** Whether the replica has all that the primary had written, and when what it wrote last was committed. */
const positionOf = (replica: Database, written: string) =>
  replica.one(sql<Position>`
    select pg_last_wal_replay_lsn() >= ${written}::pg_lsn as "caughtUp", pg_last_xact_replay_timestamp() as replayed`)

const writtenBy = (primary: Database) =>
  primary.one(sql<{ written: string }>`select pg_current_wal_lsn()::text as written`)

const replicaOf = ({ replica }: DatabasePool): Database | undefined =>
  replica && readsOf(async ({ text, values }) => (await replica.query(text, [...values])).rows)

/**
 * Seconds that the replica is behind. Where it has everything it is not, however long ago that was written; a replica that
 * nobody sends anything to any more is behind by as long as that lasts. Undefined for what replicates nothing.
 */
export async function replicaLag(db: DatabasePool, clock: Clock): Promise<number | undefined> {
  const replica = replicaOf(db)
  if (!replica) return undefined
  const { written } = await writtenBy(db)
  const { caughtUp, replayed } = await positionOf(replica, written)
  if (caughtUp) return 0
  if (!replayed) return undefined
  return Math.max(0, (clock.real().getTime() - replayed.getTime()) / 1_000)
}

/** 1 while it can be asked and replicates, else 0; undefined where there is none. */
export async function replicaUp(db: DatabasePool): Promise<number | undefined> {
  const replica = replicaOf(db)
  if (!replica) return undefined
  const { replicates } = await replica.one(
    sql<{ replicates: boolean }>`select pg_is_in_recovery() as replicates`,
  )
  return replicates ? 1 : 0
}

export const ping = (db: Database) => db.first(sql`select 1`)
