import { chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from '../support/free-port.ts'
import { readPrintedBlock } from '../support/printed-block.ts'
import { startSeverableProxy } from '../support/severable.ts'
import { provideProgram, startProgram } from './programs.ts'

const NOBODY = { uid: 65534, gid: 65534 }

export const providePooler = () => provideProgram('pgbouncer')

/** Returns the configuration that docs/deploy.md shows, with these values instead of its own. */
function printedConfiguration(database: string, values: Record<string, string | number>) {
  const lines = readPrintedBlock('[databases]', '[pgbouncer]')
    .replace(/^comptoir = .*$/m, database)
    .split('\n')
  const others = lines.filter(line => !Object.keys(values).includes(line.split(' = ', 1)[0] ?? ''))
  return [...others, ...Object.entries(values).map(([name, value]) => `${name} = ${value}`), ''].join('\n')
}

type Mode = 'session' | 'transaction'

/** Returns the settings of the platform for a pooler in transaction mode that docs/deploy.md shows, without addresses. */
export const readPooledSettings = (): Record<string, string> =>
  Object.fromEntries(
    [...readPrintedBlock('DATABASE_SESSION_URL=').matchAll(/^(COMPTOIR_\w+)=(\S+)/gm)].map(
      ([, name, value]) => [name, value],
    ),
  )

/** Starts PgBouncer, configured as docs/deploy.md shows, before the databases of a server. `url` leads to the same one. */
export async function startPooler(
  program: string,
  serverUrl: string,
  { mode = 'transaction' }: { mode?: Mode } = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  // PgBouncer refuses to run as root, and another user may not reach the socket of the embedded PostgreSQL.
  const hasSocket = new URL(serverUrl).searchParams.has('host')
  const url = new URL(hasSocket ? (await startSeverableProxy(serverUrl)).url : serverUrl)
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-pooler-'))
  const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')]
  const port = await findFreePort()
  const values = {
    ...{ listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '' },
    ...{ auth_type: 'trust', auth_file: users, pool_mode: mode },
  }
  writeFileSync(users, `"${url.username}" ""\n`)
  writeFileSync(file, printedConfiguration(`* = host=127.0.0.1 port=${url.port}`, values))
  const ids = process.getuid?.() === 0 ? NOBODY : {}
  if (ids === NOBODY) for (const path of [folder, file, users]) chownSync(path, NOBODY.uid, NOBODY.gid)
  const pooled = new URL(url)
  pooled.port = String(port)
  const isUp = async () => {
    const client = new pg.Client(pooled.href)
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      return false
    }
  }
  const { stop } = await startProgram([program, file], { ...ids, cwd: '/', folder, isUp })
  return { url: pooled.href, stop }
}
