import type { Database, Tx } from '../database/database.ts'
import { lockKey } from '../database/locks.ts'
import { sql } from '../database/sql.ts'
import type { JobCounts } from './job.ts'

type NewJob = {
  name: string
  payload: unknown
  runAt: Date
  key?: string | undefined
  queue?: string | undefined
}

/** Marks jobs that were added with a key. */
const KEYED = 'keyed'

/**
 * Inserts a job. A job with a key replaces a pending one with the same key. A running one loses its key and its
 * further attempts.
 */
export const insertJob = (tx: Tx, { name, payload, runAt, key, queue }: NewJob) =>
  tx.run(sql`
    select graphile_worker.add_job(${name}, ${sql.json(payload)}::json, run_at := ${runAt}::timestamptz,
      job_key := ${key ?? null}::text, queue_name := ${queue ?? null}::text, max_attempts := 1000,
      flags := ${key === undefined ? null : [KEYED]}::text[])`)

/**
 * Inserts jobs that are not due yet and returns their number: 0 if graphile-worker does not know the name yet. The
 * runners are not notified, because PostgreSQL serializes the commits of transactions that notify, each with its own
 * disk flush.
 */
export const insertLaterJobs = (tx: Tx, name: string, payloads: readonly unknown[], runAt: Date) =>
  tx.run(sql`
    insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts)
    select task.id, payload::json, ${runAt}::timestamptz, 1000
    from graphile_worker._private_tasks as task, unnest(${payloads.map(sql.json)}::text[]) as payload
    where identifier = ${name}`)

/** Inserts a schedule. A pending one retains its due time, so that starting a second process does not postpone it. */
export const insertSchedule = (
  tx: Tx,
  { name, payload, runAt }: Pick<NewJob, 'name' | 'payload' | 'runAt'>,
) =>
  tx.run(sql`
    select graphile_worker.add_job(${name}, ${sql.json(payload)}::json, run_at := ${runAt}::timestamptz,
      job_key := ${name}::text, job_key_mode := 'preserve_run_at', max_attempts := 1000,
      flags := ${[KEYED]}::text[])`)

/**
 * Deletes jobs that were replaced while they ran and then failed, or whose process died. They never run again, but
 * graphile-worker retains them.
 */
export const deleteSupersededJobs = (tx: Tx) =>
  tx.run(sql`
    delete from graphile_worker._private_jobs
    where key is null and flags ? ${KEYED} and locked_at is null and attempts >= max_attempts`)

/**
 * Releases the jobs of dead processes and returns the number of their worker pools; undefined if there are none. A pool
 * holds an advisory lock named after itself, so one that locked a job before `lockedBefore` but lacks that lock is
 * dead. graphile-worker alone would leave its jobs locked for four hours.
 */
export const releaseDeadWorkers = (tx: Tx, lockedBefore: Date) =>
  tx.first<{ released: number }>(sql`
    with dead as (
      select array_agg(distinct locked_by) as ids
      from graphile_worker.jobs
      where locked_by is not null and locked_at < ${lockedBefore}
        and ${lockKey('jobWorker', sql`locked_by`)} not in (
          select (classid::bigint << 32) | objid::bigint from pg_locks
          where locktype = 'advisory' and objsubid = 1 and granted
            and database = (select oid from pg_database where datname = current_database())))
    select graphile_worker.force_unlock_workers(ids), cardinality(ids) as released from dead where ids is not null`)

/**
 * Makes failed jobs due by `latest`, which is real time. graphile-worker alone would delay them for up to six hours.
 */
export const rescheduleFailedJobs = (tx: Tx, latest: Date) =>
  tx.one(sql<{ jobs: number }>`
    select count(*) as jobs from graphile_worker.reschedule_jobs((
      select array_agg(id) from graphile_worker.jobs
      where locked_at is null and attempts > 0 and attempts < max_attempts and run_at > ${latest}::timestamptz),
      run_at := ${latest}::timestamptz)`)

const MAX_COUNTED = 10_000

/**
 * Counts jobs that have been due for a minute at `now`, which is real time, up to MAX_COUNTED. The condition matches the
 * runner's index, because many jobs may not be due.
 */
export const countLateJobs = (db: Database, now: Date) =>
  db.value(sql<{ late: number }>`
    select count(*) as late from (
      select from graphile_worker._private_jobs
      where is_available and priority = 0 and run_at < ${now}::timestamptz - interval '1 minute'
      limit ${MAX_COUNTED}) as counted`)

/** Counts jobs by kind. `now` is real time, as are the due times of jobs. */
export const countJobsByKind = (db: Database, now: Date) =>
  db.rows(sql<JobCounts>`
    select task_identifier as nom,
      count(*) filter (where waits) as "enAttente",
      count(*) filter (where waits and run_at < ${now}::timestamptz - interval '1 minute') as "enRetard",
      count(locked_at) as "enCours",
      count(*) filter (where waits and attempts > 0) as "enEchec",
      count(*) filter (where locked_at is null and attempts >= max_attempts) as abandonnees,
      min(run_at) filter (where waits) as prochaine
    from graphile_worker.jobs, lateral (select locked_at is null and attempts < max_attempts as waits) as job
    group by task_identifier order by task_identifier`)
