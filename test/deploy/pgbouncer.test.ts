import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { playScenario } from '../../src/commands/scenario/play.ts'
import { createPool } from '../../src/platform/database/database.ts'
import { inspectDatabase } from '../../src/platform/database/inspect.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { providePooler, startPooler } from '../servers/pgbouncer.ts'
import { afterwards } from '../support/afterwards.ts'
import { createTestDatabase } from '../support/database.ts'
import { runCommand, startServer } from '../support/server.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const program = await providePooler()
const skip = program ? false : 'no PgBouncer, and none can be installed'

/** Reads the time limits that apply to a statement. */
const limits = sql<{ limits: string }>`
  select concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'),
    current_setting('idle_in_transaction_session_timeout')) as limits`
const LIMITS = '30s 10s 1min'

type Options = Parameters<typeof createPool>[1]
function openPool(url: string, options: Partial<Options> = {}) {
  const pool = createPool(url, { size: 4, onError: () => {}, ...options })
  afterwards(() => pool.close())
  return pool
}

async function startBefore(databaseUrl: string, mode: 'session' | 'transaction') {
  const pooler = await startPooler(program!, databaseUrl, { mode })
  afterwards(() => pooler.stop())
  return pooler.url
}

suite('through PgBouncer in session mode', { skip }, () => {
  test('every connection has the time limits, and the start finds no pooler to configure', async () => {
    const url = await startBefore(await createTestDatabase(), 'session')
    const pool = openPool(url)
    assert.equal(await pool.value(limits), LIMITS)
    assert.equal(await pool.value(limits.pointRead()), LIMITS)
    assert.equal(await pool.transaction(tx => tx.value(limits)), LIMITS)
    const { isTransactionPooled, hasNamedStatements } = await inspectDatabase(url)
    assert.deepEqual([isTransactionPooled, hasNamedStatements], [false, true])
  })
})

suite('through PgBouncer in transaction mode, configured as docs/deploy.md shows', { skip }, () => {
  let direct: string
  let pooled: string
  before(async () => {
    direct = await createTestDatabase()
    pooled = await startBefore(direct, 'transaction')
  })

  const MISSING = [
    [{}, /: set DATABASE_SESSION_URL to an address of the database without it( and COMPTOIR_\w+ to 0)? \(/],
    [{ COMPTOIR_PREPARED_STATEMENTS: '0' }, /: set DATABASE_SESSION_URL to [\w ]+ \(/],
  ] as const
  for (const [settings, message] of MISSING)
    test(`a start without DATABASE_SESSION_URL and with ${JSON.stringify(settings)} stops with one line`, async () => {
      const { code, output } = await runCommand(['migrate'], { DATABASE_URL: pooled, ...settings })
      assert.equal(code, 1)
      assert.match(output, /^comptoir: DATABASE_URL leads through a pooler in transaction mode: .*\n$/)
      assert.match(output, message)
    })

  test('named statements that the pooler does not support stop the start with one line', async t => {
    const { hasNamedStatements } = await inspectDatabase(pooled)
    if (hasNamedStatements) return t.skip('this PgBouncer supports named statements')
    const settings = { DATABASE_URL: pooled, DATABASE_SESSION_URL: direct }
    const { code, output } = await runCommand(['migrate'], settings)
    assert.equal(code, 1)
    assert.match(output, /^comptoir: .* transaction mode: set COMPTOIR_PREPARED_STATEMENTS to 0 \(.*\n$/)
  })

  test('DATABASE_SESSION_URL is refused if it leads through the pooler or to another database', async () => {
    const other = await createTestDatabase()
    for (const [url, message] of [
      [pooled, /^comptoir: DATABASE_SESSION_URL leads through a pooler in transaction mode: .*\n$/],
      [other, /^comptoir: DATABASE_SESSION_URL leads to another database than DATABASE_URL: .*\n$/],
    ] as const) {
      const settings = { DATABASE_URL: pooled, DATABASE_SESSION_URL: url, COMPTOIR_PREPARED_STATEMENTS: '0' }
      const { code, output } = await runCommand(['migrate'], settings)
      assert.equal(code, 1)
      assert.match(output, message)
    }
  })

  test('the time limits apply to each read and transaction, and statements that fail leave no transaction open', async () => {
    const pool = openPool(pooled, { pooled: true, prepared: false, size: 1 })
    for (const statement of [limits, limits.pointRead()]) assert.equal(await pool.value(statement), LIMITS)
    assert.equal(await pool.transaction(tx => tx.value(limits)), LIMITS)
    assert.equal(await pool.transaction(tx => tx.value(limits), { durable: false }), LIMITS)
    await assert.rejects(pool.value(sql`select 1 / 0`), { code: '22012' })
    assert.equal(await pool.value(limits), LIMITS)
  })

  test('two copies sell: orders, payments, jobs and events work', { timeout: 120_000 }, async () => {
    const settings = {
      ...{ DATABASE_URL: pooled, DATABASE_SESSION_URL: direct, COMPTOIR_PREPARED_STATEMENTS: '0' },
      ...{ COMPTOIR_PAYMENT_DELAY_MS: '500', COMPTOIR_DATA: createTemporaryFolder('pooled') },
    }
    const first = await startServer(['start'], settings)
    const second = await startServer(['start'], settings)
    const silent = { step() {}, call() {}, holds() {}, waiting() {} }
    for (const { url } of [first, second]) await playScenario({ url }, silent)
    for (const server of [first, second]) {
      assert.equal(await server.end('SIGTERM'), 0)
      assert.doesNotMatch(server.output(), /prepared statement|"level":50/)
    }
  })
})
