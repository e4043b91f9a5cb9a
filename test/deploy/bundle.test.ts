import assert from 'node:assert/strict'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { before, test } from 'node:test'
import pg from 'pg'
import { buildServer, fillCompileCache } from '../../src/release/build-server.ts'
import { afterwards } from '../support/afterwards.ts'
import { createTestDatabase } from '../support/database.ts'
import { rabbitUrl, withoutRabbit } from '../support/rabbit.ts'
import { runCommand, startServer } from '../support/server.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const CACHE = 'node_modules/.cache'
let bundle: string
const PIXEL = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
)

before(async () => {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'bundle-'))
  afterwards(() => rmSync(folder, { recursive: true }))
  await buildServer(join(process.cwd(), folder))
  bundle = join(folder, 'comptoir.js')
})

const settings = async () => ({
  DATABASE_URL: await createTestDatabase(),
  COMPTOIR_DATA: createTemporaryFolder('bundle'),
})

test('a bundle contains its compile cache', async () => {
  await fillCompileCache(dirname(bundle))
  const caches = globSync(join(dirname(bundle), 'compiled/*/*'))
  assert.ok(caches.length > 50, `${caches.length} modules`)
})

test('the bundled server imports the sample shop and completes a sale', async () => {
  const server = await startServer(
    ['start'],
    { ...(await settings()), COMPTOIR_CLOCK_MULTIPLIER: '20' },
    bundle,
  )
  assert.equal((await fetch(`${server.url}/ready`)).status, 200)
  const { code, output } = await runCommand(['demo', '--url', server.url], {}, bundle)
  assert.equal(code, 0, output)
  for (const page of ['/', '/api/swagger', '/console', '/boutique'])
    assert.equal((await fetch(server.url + page, { headers: { accept: 'text/html' } })).status, 200, page)
  // The decoder is a separate process, and its package remains in node_modules.
  const form = new FormData()
  form.set('image', new File([PIXEL], 'pixel.png'))
  const uploaded = await fetch(`${server.url}/api/v1/privee/images`, { method: 'POST', body: form })
  assert.equal(uploaded.status, 201, await uploaded.text())
  // A page's script is the source text of server functions, which a bundler may rename.
  const address = `${server.url}/paiement/retour`
  const page = await (await fetch(address, { headers: { accept: 'text/html' } })).text()
  const [, script = ''] = /href="([^"]*card\.js)"/.exec(page) ?? []
  const exported = await (await fetch(new URL(script, address))).text()
  const imported = readFileSync('src/payments/page/page.js', 'utf8')
  const [, names = ''] = /import \{([^}]+)\} from '\.\/card\.js'/.exec(imported) ?? []
  assert.ok(names.includes('validateCardFields'), names)
  for (const name of names
    .split(',')
    .map(each => each.trim())
    .filter(Boolean))
    assert.match(exported, new RegExp(`^export function ${name}\\(`, 'm'))
  assert.equal(await server.end('SIGTERM'), 0, server.output())
})

test('an error in the bundled server is logged with the source lines', async () => {
  const given = await settings()
  const server = await startServer(
    ['serve'],
    { ...given, COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9' },
    bundle,
  )
  const database = new pg.Client({ connectionString: given.DATABASE_URL })
  await database.connect()
  await database.query('alter table reference.produit rename to elsewhere')
  await database.end()
  assert.equal((await fetch(`${server.url}/api/publique/produits/1`)).status, 500)
  await server.end('SIGTERM')
  const [, file = '', line = ''] =
    /\(\S*?(src\/reference\/lists\/routes\.ts):(\d+):\d+\)/.exec(server.output()) ?? []
  assert.match(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]!, /await/, server.output())
})

test('one bundled area can run alone', { skip: withoutRabbit }, async () => {
  const server = await startServer(
    ['serve', 'orders'],
    { ...(await settings()), AMQP_URL: rabbitUrl! },
    bundle,
  )
  assert.equal((await fetch(`${server.url}/ready`)).status, 200)
  assert.equal((await fetch(`${server.url}/api/commandes/none`)).status, 404)
  assert.equal((await fetch(`${server.url}/api/publique/produits`)).status, 404)
  assert.equal(await server.end('SIGTERM'), 0, server.output())
})
