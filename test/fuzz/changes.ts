import pg from 'pg'

/** Tables that a refused call may change: they count calls and keep answers, or belong to the jobs. */
const APART = ['platform.limite', 'platform.idempotency_key']

/** What happens beside the calls: events that are taken in, jobs that run. */
const BESIDE = /^(platform\.outbox delete|platform\.inbox |graphile_worker\.\w+ (update|delete))/

export type Changes = {
  /** The tables that have changed since the last call of this; `beside` when events or jobs may be why. */
  take(): Promise<{ tables: string[]; beside: boolean }>
  /** Waits until no event is on its way. */
  settle(): Promise<void>
  close(): Promise<void>
}

const WATCH = `
  create schema fuzz;
  create unlogged table fuzz.change (name text not null, operation text not null);
  create function fuzz.note() returns trigger language plpgsql as $$
    begin
      insert into fuzz.change values (tg_argv[0], tg_op);
      return null;
    end $$;`

/** Watches every table of the database, whichever those are. */
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
      create trigger fuzz_written after insert or delete on ${name} for each row execute function fuzz.note('${name}');
      create trigger fuzz_changed after update on ${name} for each row
        when (old::text is distinct from new::text) execute function fuzz.note('${name}')`)

  return {
    async take() {
      const { rows } = await db.query<{ changes: string[]; jobs: boolean }>(
        `with taken as (delete from fuzz.change returning name, operation)
         select array(select distinct name || ' ' || lower(operation) from taken) as changes,
           exists (select from graphile_worker.jobs where locked_at is not null) as jobs`,
      )
      const [{ changes, jobs } = { changes: [], jobs: false }] = rows
      return {
        tables: changes.filter(change => !BESIDE.test(change)),
        beside: jobs || changes.some(change => BESIDE.test(change)),
      }
    },
    async settle() {
      for (;;) {
        const { rows } = await db.query<{ busy: boolean }>(
          'select exists (select from platform.outbox) as busy',
        )
        if (!rows[0]?.busy) return
        await new Promise(resolve => setTimeout(resolve, 20))
      }
    },
    close: () => db.end(),
  }
}
