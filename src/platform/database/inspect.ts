import pg from 'pg'
import { errorCode } from '../problem.ts'

const CONNECT_MS = 5_000
const ANSWER_MS = 10_000
const ROUNDS = 3

/** The server and the pooler, if any, behind an address. */
export type Inspected = {
  version: number
  /** Differs for each database and each start of its server. */
  identity: string
  /** Whether a pooler gives each transaction any of its server connections. */
  isTransactionPooled: boolean
  hasNamedStatements: boolean
}

/** Opens two sessions at an address and inspects it. Throws if it does not answer. */
export async function inspectDatabase(url: string): Promise<Inspected> {
  const first = createSession(url)
  const sessions = [first, createSession(url)]
  try {
    for (const session of sessions) await session.connect()
    const isTransactionPooled = await sharesBackends(sessions)
    return {
      ...(await describeServer(first)),
      isTransactionPooled,
      hasNamedStatements: !isTransactionPooled || (await keepsNames(sessions)),
    }
  } finally {
    await Promise.all(sessions.map(session => session.end().catch(() => {})))
  }
}

/** A broken session fails its query and also emits an error, which would end the process. */
const createSession = (url: string) =>
  new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
  }).on('error', () => {})

async function describeServer(session: pg.Client) {
  const { rows } = await session.query<{ version: number; identity: string }>(`
    select current_setting('server_version_num')::int as version,
      current_database() || ' ' || extract(epoch from pg_postmaster_start_time()) as identity`)
  // A select without a table returns one row.
  return rows[0]!
}

/**
 * Each session sends twice in turn: a pooler in transaction mode gives the second the connection of the first, or a
 * session another one, whether it takes the connection used last or each in turn.
 */
const turnsOf = (sessions: readonly pg.Client[]) =>
  Array.from({ length: ROUNDS }, () => sessions.flatMap(session => [session, session])).flat()

/** Returns whether two open sessions use the same backend, or one session several. */
async function sharesBackends(sessions: readonly pg.Client[]): Promise<boolean> {
  const pairs = new Set<string>()
  const backends = new Set<number>()
  for (const session of turnsOf(sessions)) {
    const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
    // A select without a table returns one row.
    const { pid } = rows[0]!
    pairs.add(`${sessions.indexOf(session)} ${pid}`)
    backends.add(pid)
  }
  return pairs.size > sessions.length || backends.size < sessions.length
}

/** SQLSTATEs of a named statement that already exists, and of one that does not exist. */
const NAME_ERRORS = ['42P05', '26000']

/** Returns whether the sessions of a pooler in transaction mode keep their named statements. */
async function keepsNames(sessions: readonly pg.Client[]): Promise<boolean> {
  try {
    for (const session of turnsOf(sessions)) await session.query({ name: 'comptoir-probe', text: 'select 1' })
    return true
  } catch (error) {
    if (NAME_ERRORS.includes(errorCode(error))) return false
    throw error
  }
}
