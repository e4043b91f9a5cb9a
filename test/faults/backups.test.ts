import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { type ArchiveEntry, readArchive, writeArchive } from '../../src/embedded/backup/archive.ts'
import { verifyBackup } from '../../src/embedded/backup/restore-backup.ts'
import { socketUrl } from '../../src/embedded/folder.ts'
import { readPostmaster } from '../../src/embedded/processes.ts'
import { StartError } from '../../src/platform/problem.ts'
import { checkSales, openSales, type Sale } from '../support/backups/sales.ts'
import { chooseDatabaseDirectory } from '../support/database-directory.ts'
import { eventually } from '../support/eventually.ts'
import { waitUntilReconciled } from '../support/reconciled.ts'
import { runCommand, startServer } from '../support/server.ts'

const root = mkdtempSync(join(chooseDatabaseDirectory(), 'comptoir-backups-'))
const data = join(root, 'data')
const settings = {
  COMPTOIR_DATA: data,
  COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9/',
  COMPTOIR_PAYMENT_DELAY_MS: '0',
  // If a confirmation was interrupted, the platform confirms the order within the test.
  COMPTOIR_CONFIRM_DELAY_MS: '1000',
}
const { signal } = new AbortController()
let file = ''
let sold: Sale[]
let begun = 0
let ended = 0

/** The shop sells during the backup. The purchase history is locked, so that its messages wait in the outbox. */
before(async () => {
  const server = await startServer(['serve'], settings)
  const { sales, sellUntil, refusal } = await openSales(server.url)
  sold = sales
  let over = false
  const selling = sellUntil(() => over)
  const output = await whileItSells(sales)
    .finally(() => {
      over = true
    })
    .catch(error => {
      throw new Error(`${error.message}: ${refusal()}`)
    })
  await selling
  assert.equal(await server.end('SIGTERM'), 0)
  file = backupIn(root)
  assert.match(output, new RegExp(`^${file}: [\\d.]+ MB from [\\d.]+ MB of data`))
  assert.match(output, /does not contain secrets\/COMPTOIR_CARD_KEYS, secrets\/COMPTOIR_TOKEN_SECRET/)
})
after(() => rm(root, { recursive: true, force: true, maxRetries: 10 }))

async function whileItSells(sales: Sale[]): Promise<string> {
  const confirmed = () => sales.filter(sale => sale.confirmed).length
  await eventually('ten orders are confirmed', async () => confirmed() > 10)
  const holder = await connect(data)
  try {
    await holder.query('begin; lock table purchases.achat in access exclusive mode')
    const confirmedBefore = confirmed()
    await eventually('ten more orders are confirmed', async () => confirmed() > confirmedBefore + 10)
    begun = performance.now()
    const { code, output } = await runCommand(['backup', '--to', root], settings)
    ended = performance.now()
    assert.equal(code, 0, output)
    await eventually('orders are placed after the backup', async () =>
      sales.some(({ placed = 0 }) => placed > ended + 100),
    )
    const restored = await runCommand(['restore', backupIn(root), '--replace'], settings)
    assert.equal(restored.code, 1)
    assert.match(restored.output, /is in use: stop the server first/)
    return output
  } finally {
    await holder.end()
  }
}

async function connect(directory: string) {
  const postmaster = readPostmaster(join(directory, 'postgres'))
  const client = new pg.Client(socketUrl(postmaster?.socket ?? '', 'comptoir'))
  await client.connect()
  return client
}

function backupIn(folder: string): string {
  const [name = ''] = readdirSync(folder).filter(name => /^comptoir-.*Z\.tar\.zst$/.test(name))
  return join(folder, name)
}

test('only the owner can read a backup, and it contains no secret of the data folder', async () => {
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const bytes = zstdDecompressSync(readFileSync(file))
  for (const name of readdirSync(join(data, 'secrets')))
    assert.equal(bytes.includes(readFileSync(join(data, 'secrets', name))), false, name)
})

test('a backup overwrites no file', async () => {
  const { code, output } = await runCommand(['backup', '--to', file], settings)
  assert.equal(code, 1)
  assert.match(output, /^comptoir: .* already exists; a backup does not overwrite files\n$/)
})

/** The entries of the backup, which several tests change; they are read only once. */
let files: Promise<{ name: string; bytes?: Buffer }[]> | undefined

/** Reads every entry of the backup; folders have no bytes. */
async function readBackup() {
  const found: { name: string; bytes?: Buffer }[] = []
  await readArchive(file, signal, async ({ name, body }) => {
    found.push(name.endsWith('/') ? { name } : { name, bytes: await buffer(body) })
  })
  return found
}

/**
 * Writes a copy of the backup with changed files, without those for which `change` returns undefined. Returns the path
 * of the copy.
 */
async function changed(name: string, change: (name: string, bytes: Buffer) => Buffer | string | undefined) {
  files ??= readBackup()
  const pieces = (await files).flatMap(({ name, bytes }): ArchiveEntry[] => {
    if (!bytes) return [{ name, size: 0 }]
    const content = change(name, bytes)
    if (content === undefined) return []
    const body = Buffer.from(content)
    return [{ name, size: body.length, body: [body] }]
  })
  const path = join(root, name)
  async function* all() {
    yield* pieces
  }
  await writeArchive(path, all(), new Date(0), signal)
  return path
}

/** Returns a change that replaces a text in `backup.json` and empties the other files. */
const described = (from: RegExp | string, to: string) => (name: string, bytes: Buffer) =>
  name === 'backup.json' ? bytes.toString().replace(from, to) : ''

const refused = (path: string, why: RegExp) =>
  assert.rejects(verifyBackup(path, signal), error => error instanceof StartError && why.test(error.message))

/** The first test and the two groups run concurrently, because each has its own data folder. */
describe('from one backup', { concurrency: true }, () => {
  test('a backup taken during sales restores every order acknowledged before it, and unsent events are sent', async () => {
    const other = { ...settings, COMPTOIR_DATA: join(root, 'other') }
    const { code, output } = await runCommand(['restore', file, '--last-invoice', '2026-000137'], other)
    assert.equal(code, 0, output)
    assert.match(output, /copy secrets\/COMPTOIR_CARD_KEYS, secrets\/COMPTOIR_TOKEN_SECRET/)
    assert.match(output, /request their erasure again/)
    const without = await runCommand(['serve'], { ...other, PORT: '0' })
    assert.equal(without.code, 1)
    assert.match(without.output, /^\{.*"level":"fatal".*other contains a database without secrets\/.*\}\n$/)
    cpSync(join(data, 'secrets'), join(other.COMPTOIR_DATA, 'secrets'), { recursive: true })

    const server = await startServer(['serve'], other)
    const { wrong, confirmed, absent } = await checkSales(server.url, sold, begun, ended)
    assert.deepEqual(wrong, [])
    assert.ok(confirmed > 20 && absent > 0, `${confirmed} confirmed, ${absent} absent`)
    const db = await connect(other.COMPTOIR_DATA)
    const { rows: series } = await db.query('select annee, rang from orders.serie')
    assert.deepEqual(series, [{ annee: 2026, rang: 137 }])
    const confirmedBefore = sold.filter(({ confirmed }) => confirmed !== undefined && confirmed < begun)
    await eventually('all confirmed orders are in the purchase history', async () => {
      const { rows } = await db.query('select "ordreId" from purchases.achat')
      const written = new Set(rows.map(({ ordreId }) => ordreId))
      return confirmedBefore.every(({ ordreId }) => written.has(ordreId))
    }).finally(() => db.end())
    await waitUntilReconciled(server.url)
    assert.equal(await server.end('SIGTERM'), 0)
  })

  describe('into the folder of the backup', { concurrency: 1 }, () => {
    test('a restore replaces existing data only on request, and completely', async () => {
      const { code, output } = await runCommand(['restore', file], settings)
      assert.equal(code, 1)
      assert.match(output, /^comptoir: .* already contains data; use --replace to replace it\n$/)

      const replaced = await runCommand(['restore', file, '--replace'], settings)
      assert.equal(replaced.code, 0, replaced.output)
      assert.doesNotMatch(replaced.output, /secrets/)
      assert.deepEqual(readdirSync(data).sort(), ['comptoir-data', 'postgres', 'postgres.log', 'secrets'])
      const server = await startServer(['serve'], settings)
      const { wrong, absent } = await checkSales(server.url, sold, begun, ended)
      assert.deepEqual(wrong, [])
      assert.ok(absent > 0)
      await server.end('SIGTERM')
    })

    test('a backup whose PostgreSQL does not start is not installed', async () => {
      const broken = await changed('broken.tar.zst', (name, bytes) =>
        /^postgres\/pg_wal\/[0-9A-F]{24}$/.test(name) ? undefined : bytes,
      )
      const before = statSync(join(data, 'postgres')).ino
      const { code, output } = await runCommand(['restore', broken, '--replace'], settings)
      assert.equal(code, 1)
      assert.match(output, /^comptoir: The restored database does not start: .*\n$/)
      assert.equal(statSync(join(data, 'postgres')).ino, before)
      assert.deepEqual(readdirSync(data).sort(), ['comptoir-data', 'postgres', 'postgres.log', 'secrets'])
    })
  })

  describe('of another file', { concurrency: 1 }, () => {
    test('a truncated or changed file is refused before anything is modified', async () => {
      const bytes = readFileSync(file)
      const path = join(root, 'damaged.tar.zst')
      for (const length of [0, 100, bytes.length >> 1, bytes.length - 1]) {
        writeFileSync(path, bytes.subarray(0, length))
        await refused(path, /is not a complete backup/)
      }
      for (const at of [10, bytes.length >> 2, bytes.length >> 1, bytes.length - 2]) {
        const other = Buffer.from(bytes)
        other[at]! ^= 1
        writeFileSync(path, other)
        await refused(path, /is not a complete backup/)
      }
      // The checksum of the compression does not detect this change, because the file is compressed again.
      const plain = zstdDecompressSync(bytes)
      const within = plain.indexOf('backup_label') + 512
      plain[within]! ^= 1
      writeFileSync(path, zstdCompressSync(plain))
      await refused(path, /postgres\/backup_label was modified/)

      const nowhere = join(root, 'nowhere')
      const { code, output } = await runCommand(['restore', path], { ...settings, COMPTOIR_DATA: nowhere })
      assert.equal(code, 1)
      assert.match(output, /^comptoir: .* is not a complete backup: .*\n$/)
      assert.equal(existsSync(nowhere), false)
    })

    test('the error names a file that is not a backup, or is from another PostgreSQL or machine', async () => {
      const none = await changed('none.tar.zst', name => (name === 'backup.json' ? undefined : ''))
      await refused(none, /is not a backup that this version of comptoir can read/)
      await refused(
        await changed('17.tar.zst', described(/"postgres": "\d+"/, '"postgres": "17"')),
        /was created by PostgreSQL 17/,
      )
      await refused(
        await changed('vax.tar.zst', described(/"system": "[^"]+"/, '"system": "vms-vax"')),
        /created on vms-vax/,
      )
    })

    test('a backup with a newer schema is refused and changes nothing', async () => {
      const newer = await changed('newer.tar.zst', described('"0200-orders.sql"', '"0999-orders.sql"'))
      const nowhere = join(root, 'nowhere')
      const { code, output } = await runCommand(['restore', newer], { ...settings, COMPTOIR_DATA: nowhere })
      assert.equal(code, 1)
      assert.match(
        output,
        /^comptoir: .* the migration orders\/0999-orders\.sql, which this version .* does not have.*\n$/,
      )
      assert.equal(existsSync(nowhere), false)
    })

    test('a backup of a version before 0.2 is refused and changes nothing', async () => {
      const older = await changed(
        'older.tar.zst',
        described('"0200-platform.sql"', '"0001-ground-floor.sql"'),
      )
      const nowhere = join(root, 'nowhere')
      const { code, output } = await runCommand(['restore', older], { ...settings, COMPTOIR_DATA: nowhere })
      assert.equal(code, 1)
      assert.match(
        output,
        /^comptoir: .* contains data of a version before 0\.2, .*with the version that created it\n$/,
      )
      assert.equal(existsSync(nowhere), false)
    })
  })
})
