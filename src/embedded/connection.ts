import pg from 'pg'
import { socketUrl } from './socket.ts'

/** A connection to the server behind this socket, when it is up and serves these data. */
export async function tryConnect(socket: string, data: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: socketUrl(socket, 'postgres'),
    application_name: 'comptoir',
  })
  // It is lost when the server ends; who holds it listens for 'end'.
  client.on('error', () => {})
  try {
    await client.connect()
    // A copied data folder still names the socket of the original.
    const { rows } = await client.query('show data_directory')
    if (rows[0]?.data_directory === data) return client
    await client.end()
  } catch (error) {
    if (!isPassing(error)) throw error
  }
  return undefined
}

/** No socket, no server behind it, or one that is starting, ending or restarting. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(ENOENT|ECONNREFUSED|ECONNRESET|EPIPE|57P0[1-3]|53300)$/.test(code) || /terminated/.test(error.message)
  )
}
