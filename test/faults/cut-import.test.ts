import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { serverFlags } from '../../launcher/flags.js'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { findFreePort } from '../support/free-port.ts'
import { type Process, runCommand, serverScript, startServer } from '../support/server.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const ROWS = 60_000

let folder: string
let file: string
let settings: Record<string, string>
let server: Process
let database: pg.Client

before(async () => {
  folder = createTemporaryFolder('cut')
  file = join(folder, 'produits.json')
  writeFileSync(
    file,
    JSON.stringify(
      Array.from({ length: ROWS }, (_, i) => ({
        ean: `C${i}`,
        nom: `Article ${i}`,
        prixDeVenteCents: i,
        description: 'Une lampe de bureau en laiton, avec variateur.',
      })),
    ),
  )
  settings = {
    DATABASE_URL: await createTestDatabase(),
    COMPTOIR_DATA: join(folder, 'data'),
    COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9',
    PORT: String(await findFreePort()),
    TMPDIR: folder,
  }
  server = await startServer(['serve'], settings)
  database = new pg.Client({ connectionString: settings.DATABASE_URL })
  await database.connect()
})

after(async () => {
  await database.end()
  await server.end('SIGTERM')
})

const countStored = async () =>
  Number((await database.query('select count(*) from reference.produit')).rows[0].count)
/** Whether a transaction has begun to write products, as an import does. */
const isWriting = async () =>
  (
    await database.query(`select from pg_locks l join pg_class c on c.oid = l.relation
      where c.relname = 'produit' and l.mode = 'RowExclusiveLock'`)
  ).rowCount! > 0
const importing = () => runCommand(['import', 'produits', file, '--url', server.url], {})

/** Starts an import whose command can be killed. */
function startImport() {
  const child = spawn(
    process.execPath,
    [...serverFlags, serverScript, 'import', 'produits', file, '--url', server.url],
    { stdio: 'ignore' },
  )
  return { child, ended: once(child, 'exit') }
}

test('a command killed during its import stores nothing, and the uploaded file is deleted', async () => {
  const { child, ended } = startImport()
  await eventually('the import writes', isWriting)
  child.kill('SIGKILL')
  await ended
  await eventually('the import has ended', async () => !(await isWriting()))
  assert.equal(await countStored(), 0)
  await eventually('the uploaded file is removed', async () =>
    readdirSync(folder).every(name => !name.startsWith('comptoir-import-')),
  )
})

test('a server killed during an import stores nothing, and the same command completes it after a restart', async () => {
  const { ended } = startImport()
  await eventually('the import writes', isWriting)
  await server.end('SIGKILL')
  const [code] = await ended
  assert.equal(code, 1)
  await eventually('PostgreSQL has ended the transaction', async () => !(await isWriting()))
  assert.equal(await countStored(), 0)
  server = await startServer(['serve'], settings)

  const { code: again, output } = await importing()
  assert.equal(again, 0, output)
  assert.match(
    output,
    new RegExp(`produits: ${ROWS} created, 0 failed, in [\\d.]+ s \\(\\d+ rows per second\\)`),
  )
  assert.equal(await countStored(), ROWS)
})

test('a repeated import changes nothing and reports it', async () => {
  const { code, output } = await importing()
  assert.equal(code, 1)
  assert.match(output, new RegExp(`0 created, ${ROWS} failed`))
  assert.match(output, /10000 lines skipped, because the record already exists/)
  assert.equal(await countStored(), ROWS)
})
