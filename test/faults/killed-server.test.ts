import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { playScenario } from '../../src/commands/scenario/play.ts'
import { freshDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { type Process, startServer } from '../support/server.ts'

test('the server is killed between payment and processing: after a restart the payment is processed once and all ends well', async () => {
  const databaseUrl = await freshDatabase()
  const settings = {
    DATABASE_URL: databaseUrl,
    COMPTOIR_DATA: mkdtempSync(join(tmpdir(), 'comptoir-killed-')),
    COMPTOIR_PAYMENT_DELAY_MS: '2000',
    PORT: String(await freePort()),
  }
  let server: Process = await startServer(['start'], settings)
  let killed: number | string | undefined

  await playScenario(
    { url: server.url },
    { step() {}, call() {}, holds() {}, waiting() {} },
    {
      onPaid: async () => {
        killed = await server.end('SIGKILL')
        server = await startServer(['start'], settings)
      },
    },
  )

  assert.equal(killed, 'SIGKILL')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select status from payments.transaction')
  assert.deepEqual(rows, [{ status: 'accepte' }])
  await client.end()
  assert.equal(await server.end('SIGTERM'), 0)
})
