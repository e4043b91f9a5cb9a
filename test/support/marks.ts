import assert from 'node:assert/strict'
import pg from 'pg'

/** Finds the tables that contain one of the texts in any column, ignoring case: `schema.table: text`. */
export async function findMarkedTables(databaseUrl: string, texts: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
    )
    assert.ok(rows.length > 30, 'the tables were found')
    const found: string[] = []
    for (const { name } of rows) {
      const { rows: matches } = await client.query<{ mark: string }>(
        `select distinct mark from ${name} t, unnest($1::text[]) as mark where strpos(lower(t::text), lower(mark)) > 0`,
        [texts],
      )
      found.push(...matches.map(({ mark }) => `${name}: ${mark}`))
    }
    return found
  } finally {
    await client.end()
  }
}
