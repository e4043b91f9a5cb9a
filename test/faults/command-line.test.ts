import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '../support/database.ts'
import { runCommand, startServer } from '../support/server.ts'
import { startSeverableProxy } from '../support/severable.ts'
import { createDataFolder, createTemporaryFolder } from '../support/temporary-folder.ts'

const folder = () => createTemporaryFolder('cli')

/** Returns the address of a database for a role that has no rights in it. */
async function createForeignDatabase() {
  const url = new URL(await createTestDatabase('template0'))
  const role = `stranger_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`create role ${role} login password 'x'`)
  await admin.end()
  return Object.assign(url, { username: role, password: 'x' }).href
}

test('an error that the operator can fix is one clear line with exit code 1', { concurrency: 3 }, async t => {
  const busy = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => busy.once('listening', resolve))
  const { port } = busy.address() as { port: number }
  const foreign = folder()
  writeFileSync(join(foreign, 'precious.txt'), 'mine')
  const breaking = await startSeverableProxy(await createTestDatabase())
  void breaking.breakAt('platform.clock_origin', 'cut')
  const none = { COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9' }
  const cases: [string, string[], Record<string, string>, RegExp][] = [
    [
      'a port in use',
      ['serve'],
      { ...none, PORT: String(port) },
      /Port \d+ on 127\.0\.0\.1 is in use \(PORT\)/,
    ],
    [
      'a foreign data folder',
      ['serve'],
      { ...none, PORT: '0', COMPTOIR_DATA: foreign },
      /is not a Comptoir data folder/,
    ],
    [
      'an unreachable database',
      ['serve'],
      { ...none, PORT: '0', DATABASE_URL: 'postgres://u:hidden@127.0.0.1:9/shop' },
      /Cannot use the database shop at 127\.0\.0\.1:9 \(DATABASE_URL\)/,
    ],
    [
      'an address for sessions without a database',
      ['serve'],
      { ...none, PORT: '0', DATABASE_SESSION_URL: 'postgres://u:hidden@127.0.0.1:9/shop' },
      /DATABASE_SESSION_URL requires DATABASE_URL, which is not set/,
    ],
    [
      'a database that breaks its connections during the start',
      ['serve'],
      { ...none, PORT: '0', DATABASE_URL: breaking.url, COMPTOIR_DATA: folder() },
      /The database became unavailable during the start: Connection terminated unexpectedly/,
    ],
    [
      'a role that may not create schemas',
      ['migrate'],
      { DATABASE_URL: await createForeignDatabase() },
      /^comptoir: permission denied for database \S+: let the role of DATABASE_URL own the database$/m,
    ],
    ['a bad value', ['serve'], { PORT: 'http' }, /PORT is http; it must be a whole number from 0 to 65535/],
    ['an unknown area', ['serve', 'kitchen'], {}, /Unknown area kitchen/],
    ['some areas without a broker', ['serve', 'orders'], {}, /requires AMQP_URL/],
    ['a public address without keys', ['serve'], { HOST: '0.0.0.0' }, /not loopback/],
    [
      'restocking without its upstream',
      ['serve'],
      { PORT: '0', DATABASE_URL: await createTestDatabase(), COMPTOIR_DATA: folder() },
      /COMPTOIR_PURCHASING_URL/,
    ],
    [
      'an import of a missing file',
      ['import', 'produits', '/nowhere.json'],
      {},
      /Cannot read \/nowhere\.json/,
    ],
    [
      "a backup of a PostgreSQL of one's own",
      ['backup'],
      { DATABASE_URL: 'postgres://u:hidden@127.0.0.1:9/shop' },
      /^comptoir: DATABASE_URL names an external PostgreSQL/,
    ],
    ['a backup without data', ['backup'], { COMPTOIR_DATA: '/nowhere' }, /\/nowhere contains no data/],
    [
      'a restore of a missing file',
      ['restore', '/nowhere.tar.zst'],
      {},
      /\/nowhere\.tar\.zst does not exist/,
    ],
    [
      'a restore with an invalid invoice number',
      ['restore', '/nowhere.tar.zst', '--last-invoice', '137'],
      {},
      /--last-invoice is 137; it must be a number such as 2026-000042/,
    ],
    ['a demo without a server', ['demo', '--url', 'http://127.0.0.1:2'], {}, /does not answer/],
    [
      'a demo of the server at PORT and HOST',
      ['demo'],
      { HOST: '127.0.0.2', PORT: '2' },
      /http:\/\/127\.0\.0\.2:2 does not answer/,
    ],
  ]
  await Promise.all(
    cases.map(([what, command, settings, message]) =>
      t.test(what, async () => {
        const { code, output } = await runCommand(command, settings)
        assert.equal(code, 1, output)
        assert.match(output, message)
        assert.equal(output.trim().split('\n').length, 1, output)
        assert.doesNotMatch(output, /hidden|node:internal/)
      }),
    ),
  )
  busy.close()
})

test('all errors in the settings are reported at once', async () => {
  const { code, output } = await runCommand(['serve'], {
    HOST: '0.0.0.0',
    PORT: 'http',
    LOG_LEVEL: 'verbose',
    COMPTOIR_APIKEYS: 'a-key',
  })
  assert.equal(code, 1)
  const errors = [
    'PORT is http; it must be a whole number from 0 to 65535',
    'LOG_LEVEL is verbose; it must be fatal, error, warn, info, debug, trace or silent',
    'HOST 0.0.0.0 is not loopback: set COMPTOIR_API_KEYS, or listen on 127.0.0.1',
    'COMPTOIR_APIKEYS is not a setting; did you mean COMPTOIR_API_KEYS?',
  ]
  assert.equal(JSON.parse(output).msg, errors.join('; '))
})

test('an unknown COMPTOIR_ variable causes a warning, and SIGTERM ends the server cleanly: streams end, PostgreSQL stops, exit code 0', async () => {
  const server = await startServer(['start'], {
    COMPTOIR_DATA: createDataFolder('cli'),
    COMPTOIR_SAMPLE: '0',
    COMPTOIR_PAYMNT_DELAY: '1',
  })
  assert.match(
    server.output(),
    /COMPTOIR_PAYMNT_DELAY is not a setting; did you mean COMPTOIR_PAYMENT_DELAY_MS\?/,
  )
  const stream = await fetch(`${server.url}/api/clock/update-sse`)
  const text = stream.text()
  assert.equal(await server.end('SIGTERM'), 0)
  assert.match(await text, /^data: /)
})
