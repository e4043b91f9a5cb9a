import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { eventually } from '../support/eventually.ts'
import { findFreePort } from '../support/free-port.ts'
import { startSeverableProxy } from '../support/severable.ts'
import { installPackages } from './apt.ts'

const DOCUMENT = fileURLToPath(new URL('../../docs/deploy.md', import.meta.url))
const WITHIN_MS = 10_000
const NOBODY = { uid: 65534, gid: 65534 }

const find = () =>
  ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)]
    .map(folder => join(folder, 'pgbouncer'))
    .find(path => existsSync(path))

/** Returns the path of PgBouncer, which apt-get installs if it is missing; undefined if that is not possible. */
export async function providePooler(): Promise<string | undefined> {
  return find() ?? ((await installPackages('pgbouncer')) ? find() : undefined)
}

/** Returns the configuration that docs/deploy.md shows, with these values instead of its own. */
function printedConfiguration(database: string, values: Record<string, string | number>) {
  const [block] = readFileSync(DOCUMENT, 'utf8').match(/^\[databases\]\n[\s\S]*?(?=^```)/m) ?? []
  if (!block) throw new Error(`${DOCUMENT} shows no configuration of PgBouncer`)
  const lines = block
    .trimEnd()
    .replace(/^comptoir = .*$/m, database)
    .split('\n')
  const others = lines.filter(line => !Object.keys(values).includes(line.split(' = ', 1)[0] ?? ''))
  return [...others, ...Object.entries(values).map(([name, value]) => `${name} = ${value}`), ''].join('\n')
}

type Mode = 'session' | 'transaction'

/** Starts PgBouncer, configured as docs/deploy.md shows, before the databases of a server. `url` leads to the same one. */
export async function startPooler(
  program: string,
  serverUrl: string,
  { mode = 'transaction' }: { mode?: Mode } = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  // PgBouncer refuses to run as root, and another user may not reach the socket of PostgreSQL.
  const url = new URL((await startSeverableProxy(serverUrl)).url)
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
  const child = spawn(program, [file], { ...ids, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const exited = once(child, 'close')
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  url.port = String(port)
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error('PgBouncer has ended')
    const client = new pg.Client(url.href)
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      return false
    }
  }
  await eventually('PgBouncer accepts connections', isUp, WITHIN_MS).catch(async error => {
    await stop()
    throw new Error(`${error.message}: ${output}`)
  })
  return { url: url.href, stop }
}
