import pg from 'pg'
import { eventually } from '../support/eventually.ts'

/** The tables of dead letters. */
const REFUSALS = ['platform.refus', 'platform.file_refusee']

/** Tables that a refused call may change: they count calls, store responses and log refusals. */
const APART = ['platform.limite', 'platform.idempotency_key', 'platform.audit', ...REFUSALS]

/** Columns that count attempts, or store when a row was changed, a key last used or a webhook first failed. */
const APART_COLUMNS: Record<string, string> = {
  'orders.commande': '{encaissements,updatedAt}',
  'accounts.cle': '{derniereUtilisation}',
  'accounts.webhook': '{enEchecDepuis}',
}

/** Background changes: events are consumed, webhooks and mails tried, jobs run; a runner stores the job names when it starts. */
const BESIDE =
  /^(platform\.outbox delete|platform\.inbox |accounts\.(livraison_webhook|courriel) update|graphile_worker\.(\w+ (update|delete)|_private_tasks insert))/

export type Changes = {
  /**
   * Returns the changes since the previous call, as `table operation`, without those of events and jobs. `beside` is
   * true if events or jobs ran meanwhile, because they may have caused the others.
   */
  capture(): Promise<{ tables: string[]; beside: boolean }>
  /** Returns the operations that the audit trail reports as done for these requests. */
  done(requestIds: readonly string[]): Promise<{ requestId: string; operation: string }[]>
  /** Waits until no event is pending, except on these queues; throws if one remains. */
  settle(options?: { withinMs?: number; except?: readonly string[] }): Promise<void>
  close(): Promise<void>
}

const WATCH = `
  create schema fuzz;
  create unlogged table fuzz.change (name text not null, operation text not null, old text, new text);
  create function fuzz.note() returns trigger language plpgsql as $$
    begin
      insert into fuzz.change values
        (tg_argv[0], lower(tg_op), (to_jsonb(old) - tg_argv[1]::text[])::text, (to_jsonb(new) - tg_argv[1]::text[])::text);
      return null;
    end $$;`

/** Selects and deletes the recorded changes; a change that was undone does not count. */
const TAKE = `
  with taken as (delete from fuzz.change returning *),
    moved as (
      select name, operation, old as content, -1 as count from taken where old is not null
      union all select name, operation, new, 1 from taken where new is not null),
    -- A schedule's job has the schedule's name as its key, and adds its successor while it runs.
    net as (
      select name, min(operation) as operation, name = 'graphile_worker._private_jobs' and exists (
        select from graphile_worker._private_tasks where identifier = content::jsonb ->> 'key') as scheduled
      from moved group by name, content having sum(count) <> 0)
  select array(select distinct name || ' ' || operation from net where not scheduled) as changes,
    exists (select from net where scheduled)
      or exists (select from graphile_worker.jobs where locked_at is not null) as jobs`

/** Records the changes of every table except `APART`, without the columns in `APART_COLUMNS`, from now on. */
export async function watchChanges(databaseUrl: string): Promise<Changes> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  await db.query(WATCH)
  const { rows } = await db.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema', 'fuzz')`,
  )
  for (const { name } of rows.filter(({ name }) => !APART.includes(name)))
    await db.query(`
      create trigger fuzz_changed after insert or update or delete on ${name}
        for each row execute function fuzz.note('${name}', '${APART_COLUMNS[name] ?? '{}'}')`)

  return {
    async capture() {
      const { rows } = await db.query<{ changes: string[]; jobs: boolean }>(TAKE)
      const [{ changes, jobs } = { changes: [], jobs: false }] = rows
      return {
        tables: changes.filter(change => !BESIDE.test(change)),
        beside: jobs || changes.some(change => BESIDE.test(change)),
      }
    },
    async done(requestIds) {
      const { rows } = await db.query<{ requestId: string; operation: string }>(
        `select "requestId", operation from platform.audit where resultat = 'fait' and "requestId" = any($1)`,
        [requestIds],
      )
      return rows
    },
    async settle({ withinMs = 120_000, except = [] } = {}) {
      let oldest: string | undefined
      const isEmpty = async () => {
        const { rows } = await db.query<{ event: string }>(
          `select queue || ' ' || body::text as event from platform.outbox where queue <> all($1) order by id limit 1`,
          [except],
        )
        oldest = rows[0]?.event
        return oldest === undefined
      }
      await eventually('every event is consumed', isEmpty, withinMs).catch(error => {
        throw new Error(`${error.message}: ${oldest}`)
      })
    },
    close: () => db.end(),
  }
}
