import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'

/** SQLSTATE of a write that is sent to a server that takes none. */
const READ_ONLY = '25006'

type Reported = { parameterName: string; parameterValue: string }
type Inside = { connection: EventEmitter & { stream: Socket } }

/**
 * A connection to a server that takes writes, as `target_session_attrs=primary` asks for in other clients. One that follows
 * another says so while the connection begins (from version 14 on): where the primary has just changed, an address may lead
 * to the wrong one of the two for a moment, and a pool would keep what it got there.
 */
export class PrimaryClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // The types of pg do not know a client's connection, which tells what the server reports of itself.
    const { connection } = this as unknown as Inside
    connection.on('parameterStatus', ({ parameterName, parameterValue }: Reported) => {
      if (parameterName !== 'in_hot_standby' || parameterValue !== 'on') return
      const error = new Error('This PostgreSQL follows another and takes no writes')
      connection.stream.destroy(Object.assign(error, { code: READ_ONLY }))
    })
  }
}
