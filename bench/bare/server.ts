import Fastify from 'fastify'
import pg from 'pg'
import { createReads, type Database, type Tx } from '../../src/platform/database/database.ts'
import type { Sql } from '../../src/platform/database/sql.ts'

// The bare limit: a minimal server of only Fastify and pg, with prepared statements and response schemas. It has no
// access control, validation, metrics, request ids or error format, and delivers no events. Before a scenario is
// measured, `assertSameAnswers` compares one of its responses with the platform's.

const [, , url, port, ...rest] = process.argv
export const args = rest
export const app = Fastify()

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === pg.types.builtins.INT8) return Number
  if (oid === pg.types.builtins.DATE) return String
  return pg.types.getTypeParser(oid, format as 'text')
}
export const pool = new pg.Pool({ connectionString: url, max: 16, types: { getTypeParser } })

const names = new Map<string, string>()
const nameOf = (text: string) => {
  const name = names.get(text) ?? `n${names.size}`
  names.set(text, name)
  return name
}

type Client = Pick<pg.Pool, 'query'>

export const query = (client: Client, text: string, values: readonly unknown[] = []) =>
  client.query({ name: nameOf(text), text, values: [...values] })

/** Implements the stores' database interface with a connection or the pool. */
function over(client: Client): Database & Pick<Tx, 'run'> {
  const send = ({ text, values, options: { prepared } }: Sql) =>
    prepared ? query(client, text, values) : client.query(text, [...values])
  return {
    ...createReads(async statement => (await send(statement)).rows),
    run: async statement => (await send(statement)).rowCount ?? 0,
  }
}
export const db: Database = over(pool)
// The cast hides that `copy` and `afterCommit` are missing; no bare server calls them.
const writing = (client: Client) => over(client) as Tx

export async function transaction<T>(
  work: (tx: Tx, client: pg.PoolClient) => Promise<T>,
  begin = 'begin',
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(begin)
    const result = await work(writing(client), client)
    await client.query('commit')
    return result
  } finally {
    client.release()
  }
}

export const json = 'application/json; charset=utf-8'

export async function listen() {
  await app.listen({ host: '127.0.0.1', port: Number(port) })
  console.log('ready')
}
