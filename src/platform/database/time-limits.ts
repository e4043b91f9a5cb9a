import type pg from 'pg'
import { StandbyError } from './faults.ts'

/** As PostgreSQL shows them. A statement, a wait for a lock and an idle transaction end after these times. */
const LIMITS = {
  statement_timeout: '30s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '1min',
}

const limits = Object.entries(LIMITS)
const assign = (command: string) =>
  limits.map(([name, value]) => `${command} ${name} = '${value}'`).join('; ')

/** Begins a transaction with the time limits, for connections that keep no settings from one transaction to the next. */
export const BEGIN_LIMITED = `begin; ${assign('set local')}`

/** The same, but fails on a standby. */
export const BEGIN_ON_PRIMARY = BEGIN_LIMITED.replace('begin', 'begin read write')

const SET = assign('set')
const SHOW = `select ${limits.map(([name]) => `current_setting('${name}') as ${name}`).join(', ')}`

/** SQLSTATE of connections that cannot be used. */
const CONNECTION_EXCEPTION = '08000'
const ANSWER_MS = 10_000

/**
 * Sets the time limits of a new connection, and throws if the next statement does not have them. Poolers refuse or
 * ignore them as startup parameters.
 */
export async function setTimeLimits(client: pg.ClientBase): Promise<void> {
  const send = (text: string) =>
    client.query<Record<string, string>>({ text, ...{ query_timeout: ANSWER_MS } })
  await send(SET)
  const { rows } = await send(SHOW)
  for (const [name, value] of limits) {
    if (rows[0]?.[name] === value) continue
    const text = `A connection has ${name} = ${rows[0]?.[name]} instead of ${value}: a pooler in transaction mode requires DATABASE_SESSION_URL`
    throw Object.assign(new Error(text), { code: CONNECTION_EXCEPTION })
  }
}

/**
 * Throws if a new connection leads to a standby, to which an address may still lead just after a failover. The parameter
 * `in_hot_standby` does not show that through PgBouncer, which reports the value of the first server it connected to.
 */
export async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const text = 'select pg_is_in_recovery() as standby'
  const { rows } = await client.query<{ standby: boolean }>({ text, ...{ query_timeout: ANSWER_MS } })
  if (rows[0]?.standby) throw new StandbyError()
}
