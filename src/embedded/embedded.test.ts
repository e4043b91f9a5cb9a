import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import pg from 'pg'
import { eventually } from '../../test/support/eventually.ts'
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts'
import { StartError } from '../platform/problem.ts'
import { startEmbedded } from './embedded.ts'
import { prepareFolder } from './folder.ts'

type Server = Awaited<ReturnType<typeof startEmbedded>>

const folders: string[] = []
const servers: Server[] = []
const owners: ChildProcess[] = []

afterEach(async () => {
  for (const owner of owners.splice(0)) await killed(owner)
  for (const server of servers.splice(0)) await server.stop()
  for (const folder of folders.splice(0)) {
    const pid = serverPid(folder)
    if (pid) process.kill(pid, 'SIGQUIT')
    await eventually('the server has exited', () => !serverPid(folder))
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
})

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-embedded-'))
  folders.push(folder)
  return folder
}

let created: Promise<string> | undefined

/** Returns a copy of a data folder that is created once, because `initdb` takes seconds. */
const folderWithData = async () => {
  created ??= createData()
  const folder = newFolder()
  execFileSync('cp', ['-a', `${await created}/.`, folder])
  return folder
}

async function createData() {
  const folder = createTemporaryFolder('embedded')
  const server = await startEmbedded({ directory: folder, durable: false })
  await server.stop()
  return folder
}

const start = async (directory: string, options: { exclusive?: boolean } = {}) => {
  const server = await startEmbedded({ directory, durable: false, ...options })
  servers.push(server)
  return server
}

/** Starts the server in another process, which never stops it. */
const startProcess = async (directory: string) => {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(new URL('embedded.ts', import.meta.url).href)})
    await startEmbedded({ directory: ${JSON.stringify(directory)} }).then(
      () => console.log('started'),
      error => console.log(error.message),
    )`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  owners.push(owner)
  const [output] = await once(owner.stdout, 'data')
  return { owner, logged: String(output).trim() }
}

const startElsewhere = async (directory: string) => {
  const { owner, logged } = await startProcess(directory)
  assert.equal(logged, 'started')
  return owner
}

const killed = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const query = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  // A lost connection rejects the query and also emits `error`, which would end the process without a listener.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const serverPid = (folder: string) => {
  try {
    return Number.parseInt(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8'), 10)
  } catch {
    return undefined
  }
}

const refusal = (pattern: RegExp) => (error: unknown) =>
  error instanceof StartError && pattern.test(error.message)

test('the first start creates a database in UTF-8 and UTC that nobody else can access', async () => {
  const folder = newFolder()
  const { url } = await start(folder)

  const [row] = await query(
    url,
    `select current_database() as name, upper('é') as letter, current_setting('server_encoding') as encoding,
       current_setting('TimeZone') as zone, current_setting('listen_addresses') as addresses,
       current_setting('server_version_num')::int / 10000 as major`,
  )
  assert.deepEqual(row, {
    name: 'comptoir',
    letter: 'É',
    encoding: 'UTF8',
    zone: 'UTC',
    addresses: '',
    major: 18,
  })
  assert.equal(statSync(join(folder, 'postgres')).mode & 0o777, 0o700)
  assert.equal(statSync(join(folder, 'postgres.log')).mode & 0o077, 0)
  assert.equal(statSync(folder).mode & 0o007, 0)
})

test('after stop() the server has ended, and a second start finds the data', async () => {
  const folder = await folderWithData()
  const first = await start(folder)
  await query(first.url, 'create table kept as select 42 as value')
  await first.stop()
  assert.equal(serverPid(folder), undefined)
  await assert.rejects(query(first.url, 'select 1'), { code: 'ENOENT' })

  const second = await start(folder)

  assert.deepEqual(await query(second.url, 'select value from kept'), [{ value: 42 }])
})

test('data survive a crash unless `durable` is false', async () => {
  const settings = `select name, setting from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by name`
  const values = async (durable: boolean) => {
    const server = await startEmbedded({ directory: await folderWithData(), durable })
    servers.push(server)
    return (await query(server.url, settings)).map(row => row.setting)
  }
  assert.deepEqual(await values(true), ['on', 'on', 'on'])
  assert.deepEqual(await values(false), ['off', 'off', 'off'])
})

test('a server whose owner was killed is adopted with its data, and stopped on shutdown', async () => {
  const folder = await folderWithData()
  const owner = await startElsewhere(folder)
  const pid = serverPid(folder)!
  await killed(owner)

  const server = await start(folder)
  assert.equal(serverPid(folder), pid)
  await query(server.url, 'select 1')
  await server.stop()

  assert.equal(serverPid(folder), undefined)
  await assert.rejects(query(server.url, 'select 1'), { code: 'ENOENT' })
})

test('a server that was killed together with its owner is restarted with all committed data', async () => {
  const folder = await folderWithData()
  const owner = await startElsewhere(folder)
  const shared = await start(folder, { exclusive: false })
  await query(shared.url, 'create table kept as select 42 as value')
  await killed(owner)
  process.kill(serverPid(folder)!, 'SIGKILL')

  const server = await start(folder)

  assert.deepEqual(await query(server.url, 'select value from kept'), [{ value: 42 }])
})

test('a second owner of a folder is refused', async () => {
  const folder = await folderWithData()
  await startElsewhere(folder)

  await assert.rejects(start(folder), refusal(/^The data folder .* is in use by another comptoir process$/))
})

test('a process that shares a running server does not stop it', async () => {
  const folder = await folderWithData()
  const owner = await start(folder)
  const guest = await start(folder, { exclusive: false })
  assert.equal(guest.url, owner.url)

  await guest.stop()

  await query(owner.url, 'select 1')
})

test('one of several concurrent starts owns the folder, and the others are refused', async () => {
  const folder = newFolder()
  const startFour = async () => {
    const starts = await Promise.all(Array.from({ length: 4 }, () => startProcess(folder)))
    return starts.map(({ logged }) => logged).sort()
  }
  const inUse = `The data folder ${folder} is in use by another comptoir process`
  assert.deepEqual(await startFour(), [inUse, inUse, inUse, 'started'])

  for (const owner of owners.splice(0)) await killed(owner)
  await (await start(folder)).stop()

  assert.deepEqual(await startFour(), [inUse, inUse, inUse, 'started'])
})

test('the owner still owns the folder after the server restarts from a crash', async () => {
  const folder = await folderWithData()
  const { url } = await start(folder)
  const holder = async (): Promise<number | undefined> =>
    (await query(url, `select pid from pg_locks where locktype = 'advisory'`))[0]?.pid
  const first = await holder()
  process.kill(first!, 'SIGKILL')
  await eventually('the owner has locked the folder again', async () => {
    const now = await holder().catch(() => undefined)
    return now !== undefined && now !== first
  })

  await assert.rejects(start(folder), refusal(/in use/))
})

test('the owner restarts a server that ended, still owns the folder, logs it once, and stops the server on shutdown', async () => {
  const folder = await folderWithData()
  const events: string[] = []
  const log = { error: () => events.push('ended'), warn: () => events.push('back') }
  const server = await startEmbedded({ directory: folder, log })
  servers.push(server)
  await query(server.url, 'create table kept as select 42 as value')
  const settings = join(folder, 'postgres/postgresql.conf')
  const right = readFileSync(settings)
  writeFileSync(settings, 'work_mem = nonsense\n')

  process.kill(serverPid(folder)!, 'SIGKILL')
  await eventually('its end is reported', () => events.length > 0)
  writeFileSync(settings, right)
  await eventually('the server is available again', () => events.length > 1)

  assert.deepEqual(await query(server.url, 'select value from kept'), [{ value: 42 }])
  assert.deepEqual(events, ['ended', 'back'])
  await assert.rejects(start(folder), refusal(/in use/))
  await server.stop()
  assert.equal(serverPid(folder), undefined)
})

test('a stale postmaster.pid whose number belongs to another program does not prevent the start', async () => {
  const folder = await folderWithData()
  const data = join(folder, 'postgres')
  // Runs as the user of the server, because PostgreSQL itself detects processes of other users.
  const other = spawn('sleep', ['60'], { uid: statSync(data).uid, stdio: 'ignore' })
  owners.push(other)
  writeFileSync(join(data, 'postmaster.pid'), `${other.pid}\n${data}\n0\n5432\n${data}\n\n\nready\n`)

  const server = await start(folder)

  await query(server.url, 'select 1')
})

test('the lock file of a server that is still starting is not removed, although it is empty', async () => {
  const folder = await folderWithData()
  const lock = join(folder, 'postgres/postmaster.pid')
  writeFileSync(lock, '', { mode: 0o644 })
  const starting = start(folder)
  const log = () => readFileSync(prepareFolder(folder).log, 'utf8')
  await eventually(
    'several attempts have found the lock file',
    () => (log().match(/lock file .* is empty/g)?.length ?? 0) >= 3,
  )

  assert.ok(existsSync(lock))

  rmSync(lock)
  await query((await starting).url, 'select 1')
})

test('an empty lock file that a power cut left is removed', async () => {
  const folder = await folderWithData()
  const lock = join(folder, 'postgres/postmaster.pid')
  writeFileSync(lock, '', { mode: 0o644 })
  const anHourAgo = statSync(lock).mtimeMs / 1000 - 3600
  utimesSync(lock, anHourAgo, anHourAgo)

  await query((await start(folder)).url, 'select 1')
})

test('a folder works even if its path is too long for a socket', async () => {
  const folder = join(newFolder(), 'x'.repeat(120))
  const first = await start(folder)
  await query(first.url, 'create table kept as select 42 as value')
  await first.stop()

  const second = await start(folder)

  assert.deepEqual(await query(second.url, 'select value from kept'), [{ value: 42 }])
})

test('an interrupted first start does not affect the next one', async () => {
  const folder = await folderWithData()
  rmSync(join(folder, 'postgres'), { recursive: true })
  mkdirSync(join(folder, 'postgres.new-999999999'))
  writeFileSync(join(folder, 'postgres.new-999999999/PG_VERSION'), '18\n')

  const server = await start(folder)

  await query(server.url, 'select 1')
  assert.equal(statSync(join(folder, 'postgres.new-999999999'), { throwIfNoEntry: false }), undefined)
})

test('after an interrupted restore the data are the old or the restored ones, and the files of the restore are removed', async () => {
  const folder = await folderWithData()
  const data = join(folder, 'postgres')
  const first = await start(folder)
  await query(first.url, 'create table kept as select 42 as value')
  await first.stop()
  // Simulates a restore killed between its two renames.
  renameSync(data, join(folder, 'postgres.replaced'))
  mkdirSync(join(folder, 'restoring-999999999'))

  const second = await start(folder)
  assert.deepEqual(await query(second.url, 'select value from kept'), [{ value: 42 }])
  await second.stop()
  assert.deepEqual(readdirSync(folder).sort(), ['comptoir-data', 'postgres', 'postgres.log'])

  // Simulates a restore killed after its second rename.
  mkdirSync(join(folder, 'postgres.replaced'))
  const third = await start(folder)
  assert.deepEqual(await query(third.url, 'select value from kept'), [{ value: 42 }])
  assert.equal(existsSync(join(folder, 'postgres.replaced')), false)
})

test('a folder with other files is refused and left unchanged', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'holiday.jpg'), '')

  await assert.rejects(start(folder), refusal(/is not empty and is not a Comptoir data folder$/))
})

test('a file in place of the folder is refused', async () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')

  await assert.rejects(start(file), refusal(/is not a folder$/))
})

test('data of another major version are refused with both versions', async () => {
  const folder = await folderWithData()
  writeFileSync(join(folder, 'postgres/PG_VERSION'), '17\n')

  await assert.rejects(start(folder), refusal(/were created by PostgreSQL 17, but this is PostgreSQL 18/))
})

test('the error of a server that ends while it starts contains the reason', async () => {
  const folder = await folderWithData()
  writeFileSync(join(folder, 'postgres/postgresql.conf'), 'work_mem = nonsense\n')

  await assert.rejects(start(folder), refusal(/^PostgreSQL does not start: .*(work_mem|configuration file)/))
})
