import pg from 'pg'
import type { connectionOf } from './connections.ts'

/**
 * The PostgreSQL routine that issues the warning. It identifies the warning, whose text is in the server's language.
 */
const WAIT_ROUTINE = 'SyncRepWaitForLSN'

/**
 * When commits wait for a replica (`synchronous_standby_names`) and the wait is canceled, PostgreSQL still reports the
 * commit, with a warning. Returns a function that checks whether a client has received that warning since the last check.
 */
export function watchCommits(pool: pg.Pool): (client: pg.PoolClient) => boolean {
  const warned = new WeakSet<pg.PoolClient>()
  pool.on('connect', client =>
    client.on('notice', ({ routine }) => {
      if (routine === WAIT_ROUTINE) warned.add(client)
    }),
  )
  return client => warned.delete(client)
}

/** The properties of a client that identify its session on the server. */
type Session = {
  host: string
  port: number
  ssl: pg.ClientConfig['ssl']
  processID: number
  secretKey: number
}

type CancelConnection = ReturnType<typeof connectionOf> & {
  connect(port: number | string, host?: string): void
  requestSsl(): void
  cancel(processID: number, secretKey: number): void
}

const CANCEL_MS = 5_000

/**
 * Asks the server to cancel the running statement of a client, over a separate connection outside the pool. The server
 * closes that connection without an answer, so errors are ignored.
 */
function cancelStatement(client: pg.ClientBase) {
  // The types of pg omit some of these properties of a client.
  const { host, port, ssl, processID, secretKey } = client as unknown as Session
  // The types of pg omit these methods of a connection.
  const connection = new pg.Connection({ ssl }) as unknown as CancelConnection
  const { stream } = connection
  const send = () => connection.cancel(processID, secretKey)
  connection.on('error', () => {})
  connection.on('connect', () => (ssl ? connection.requestSsl() : send()))
  connection.on('sslconnect', send)
  stream.setTimeout(CANCEL_MS, () => stream.destroy())
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
  else connection.connect(port, host)
}

/**
 * Settles as the commit does. Every `ms` milliseconds until then, cancels it: no time limit of PostgreSQL ends its wait
 * for a replica, during which the transaction has its locks and its connection. The request may arrive after the commit,
 * so the connection must not be used again once `onCancel` was called.
 */
export async function cancelIfLate<T>(
  client: pg.ClientBase,
  ms: number,
  commit: Promise<T>,
  onCancel: () => void,
): Promise<T> {
  const timer = setInterval(() => {
    onCancel()
    cancelStatement(client)
  }, ms)
  try {
    return await commit
  } finally {
    clearInterval(timer)
  }
}
