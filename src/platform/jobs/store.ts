import type { Database, Tx } from '../database/database.ts'
import { lockKey } from '../database/locks.ts'
import { sql } from '../database/sql.ts'

type NewJob = {
  name: string
  payload: unknown
  runAt: Date
  key?: string | undefined
  queue?: string | undefined
}

/** A job with a key takes the place of a waiting one with the same key. */
export const insertJob = (tx: Tx, { name, payload, runAt, key, queue }: NewJob) =>
  tx.run(sql`
    select graphile_worker.add_job(${name}, ${sql.json(payload)}::json, run_at := ${runAt}::timestamptz,
      job_key := ${key ?? null}::text, queue_name := ${queue ?? null}::text, max_attempts := 1000)`)

/**
 * Jobs that are not due yet. The runners are not notified of them: PostgreSQL commits transactions that notify one
 * after another, each waiting for the disk by itself. 0 where there has never been a job of this name.
 */
export const insertLaterJobs = (tx: Tx, name: string, payloads: readonly unknown[], runAt: Date) =>
  tx.run(sql`
    insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts)
    select task.id, payload::json, ${runAt}::timestamptz, 1000
    from graphile_worker._private_tasks as task, unnest(${payloads.map(sql.json)}::text[]) as payload
    where identifier = ${name}`)

/** A schedule that waits already keeps its moment: starting a second process does not put it off. */
export const insertSchedule = (
  tx: Tx,
  { name, payload, runAt }: Pick<NewJob, 'name' | 'payload' | 'runAt'>,
) =>
  tx.run(sql`
    select graphile_worker.add_job(${name}, ${sql.json(payload)}::json, run_at := ${runAt}::timestamptz,
      job_key := ${name}::text, job_key_mode := 'preserve_run_at', max_attempts := 1000)`)

/**
 * Gives back the jobs of processes that died. A worker pool holds an advisory lock named after itself; a pool with locked
 * jobs and without that lock is gone. graphile-worker alone would leave its jobs locked for four hours.
 */
export const releaseDeadWorkers = (db: Database, lockedBefore: Date) =>
  db.first<{ released: number }>(sql`
    with dead as (
      select array_agg(distinct locked_by) as ids
      from graphile_worker.jobs
      where locked_by is not null and locked_at < ${lockedBefore}
        and ${lockKey('jobWorker', sql`locked_by`)} not in (
          select (classid::bigint << 32) | objid::bigint from pg_locks
          where locktype = 'advisory' and objsubid = 1 and granted
            and database = (select oid from pg_database where datname = current_database())))
    select graphile_worker.force_unlock_workers(ids), cardinality(ids) as released from dead where ids is not null`)

/** Has jobs that have failed tried again at `latest`, which is real time: graphile-worker would let them wait for six hours. */
export const bringForward = (db: Database, latest: Date) =>
  db.one(sql<{ jobs: number }>`
    select count(*) as jobs from graphile_worker.reschedule_jobs((
      select array_agg(id) from graphile_worker.jobs
      where locked_at is null and attempts > 0 and attempts < max_attempts and run_at > ${latest}::timestamptz),
      run_at := ${latest}::timestamptz)`)

const MOST_COUNTED = 10_000

/** Jobs that were due a minute before `now`, which is real time. By the runner's own index: there may be many that are not due. */
export const lateJobs = (db: Database, now: Date) =>
  db.value(sql<{ late: number }>`
    select count(*) as late from (
      select from graphile_worker._private_jobs
      where is_available and priority = 0 and run_at < ${now}::timestamptz - interval '1 minute'
      limit ${MOST_COUNTED}) as counted`)

type JobsOfKind = {
  nom: string
  enAttente: number
  enRetard: number
  enCours: number
  enEchec: number
  abandonnees: number
  prochaine: Date | null
}

/** Counts jobs by kind. `now` is real time, as the moments of jobs are. */
export const jobsByKind = (db: Database, now: Date) =>
  db.rows(sql<JobsOfKind>`
    select task_identifier as nom,
      count(*) filter (where waits) as "enAttente",
      count(*) filter (where waits and run_at < ${now}::timestamptz - interval '1 minute') as "enRetard",
      count(locked_at) as "enCours",
      count(*) filter (where waits and attempts > 0) as "enEchec",
      count(*) filter (where locked_at is null and attempts >= max_attempts) as abandonnees,
      min(run_at) filter (where waits) as prochaine
    from graphile_worker.jobs, lateral (select locked_at is null and attempts < max_attempts as waits) as job
    group by task_identifier order by task_identifier`)
