import pg from 'pg'
import { createBatchRound, type Round } from './measure.ts'
import type { Scope } from './scope.ts'

/**
 * Returns the bare limit of an import as a round: PostgreSQL alone copies the last `count` rows of a table to a second
 * table with the same indexes, repeatedly.
 */
export async function createWriteRound(
  scope: Scope,
  url: string,
  table: string,
  count: number,
): Promise<Round> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const again = `public.${table.replace('.', '_')}`
  await client.query(`create table ${again} (like ${table} including all)`)
  scope.atEnd(async () => {
    await client.query(`drop table ${again}`)
    await client.end()
  })
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  const columns = rows.map(({ name }) => name).join(', ')
  return createBatchRound(count, async () => {
    await client.query(`truncate ${again}`)
    await client.query(
      `insert into ${again} (${columns}) overriding system value
       select ${columns} from ${table} order by id desc limit ${count}`,
    )
  })
}
