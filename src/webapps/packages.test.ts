import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import fastify from 'fastify'
import { pino } from 'pino'
import { afterwards } from '../../test/support/afterwards.ts'
import { eventually } from '../../test/support/eventually.ts'
import { openRegistry, writeFiles } from '../../test/support/package-registry.ts'
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts'
import { html } from '../platform/pages/html.ts'
import { createPackages } from './packages.ts'
import { webAppRoutes } from './routes.ts'
import type { WebApp } from './web-app.ts'

/** npm is a separate process and takes seconds on a busy machine. */
const NPM_MS = 120_000

let registry: Awaited<ReturnType<typeof openRegistry>>
let root: string
const environment = { ...process.env }
before(async () => {
  registry = await openRegistry()
})
beforeEach(async () => {
  // A separate cache, so that no package comes from an earlier installation.
  process.env.npm_config_cache = createTemporaryFolder('npm-cache')
  root = createTemporaryFolder('project')
  await writeProject('1.0.0')
  registry.requests.length = 0
})
// A plain object as `process.env` would hide later changes from `os.tmpdir` and native code.
after(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
})

/** Writes a project with two web apps that need one package. */
async function writeProject(version: string) {
  const tiny = await registry.add('tiny', { 'text.txt': `the text of ${version}` }, version)
  const webApp = (name: string) => ({ name, version: '1.0.0', devDependencies: { tiny: version } })
  const project = { name: 'project', version: '1.0.0', workspaces: ['console', 'examples/storefront'] }
  const workspaces = { console: webApp('console'), 'examples/storefront': webApp('storefront') }
  writeFiles(root, {
    'package.json': project,
    'console/package.json': workspaces.console,
    'examples/storefront/package.json': workspaces['examples/storefront'],
    'package-lock.json': {
      ...{ name: 'project', version: '1.0.0', lockfileVersion: 3, requires: true },
      packages: {
        '': project,
        ...workspaces,
        'node_modules/console': { resolved: 'console', link: true },
        'node_modules/storefront': { resolved: 'examples/storefront', link: true },
        'node_modules/tiny': { ...tiny, dev: true },
      },
    },
  })
}

const textIn = (folder: string) => readFileSync(join(folder, 'node_modules/tiny/text.txt'), 'utf8')

const webApp: WebApp = {
  ...{ folder: 'essai', title: 'La page d’essai', base: '/essai', jsx: 'react' },
  page: ({ script }) => html`<p>${script}</p>`,
  policy: () => ["default-src 'none'"],
}

/** Opens a server whose web app is built from the installed packages. */
async function openServer() {
  const packages = createPackages(root)
  const lines: string[] = []
  const app = fastify()
  const build = async () => ({ script: textIn((await packages.find())!), style: '', files: [] })
  const log = pino({}, { write: line => lines.push(line) })
  await app.register(webAppRoutes, { webApp, log, packages, build })
  afterwards(() => app.close())
  const get = (url = '/essai') => app.inject({ url })
  const whenInstalled = () =>
    eventually('the installation has ended', async () => packages.progress() === undefined, NPM_MS)
  return { get, lines, packages, whenInstalled }
}

test('visitors see the progress of one installation until a reload shows the web app', async () => {
  const { get, whenInstalled } = await openServer()
  registry.hold()
  const pages = await Promise.all([get(), get('/essai/une/page'), get()])

  for (const { statusCode, headers, body } of pages) {
    assert.equal(statusCode, 503)
    assert.equal(headers.refresh, '2')
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    assert.match(body, /La page d’essai se prépare/)
    assert.match(body, /Installation des paquets/)
  }
  const file = await get('/essai/fichiers/main.js')
  assert.equal(file.statusCode, 503)
  await eventually('npm requests a package', async () => registry.requests.length > 0, NPM_MS)
  registry.release()
  await whenInstalled()

  const page = await get()
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /the text of 1\.0\.0/)
  assert.equal(registry.requests.length, 1)
})

test('an unreachable registry is reported on the page and in the log, and a reload tries again', async () => {
  const { get, lines, whenInstalled } = await openServer()
  await registry.close()
  await get()
  await whenInstalled()

  const failed = await get()
  assert.equal(failed.statusCode, 503)
  assert.equal(failed.headers.refresh, undefined)
  assert.match(failed.body, /registre de paquets npm ne répond pas/)
  assert.match(failed.body, /Réessayer/)
  assert.match(lines.join(), /ECONNREFUSED/)

  await registry.open()
  assert.equal((await get()).headers.refresh, '2')
  await whenInstalled()
  assert.equal((await get()).statusCode, 200)
})

test('the page says if npm is missing or the folder is not writable', async () => {
  const { get, whenInstalled } = await openServer()
  const { PATH, npm_execpath } = process.env
  process.env.PATH = ''
  delete process.env.npm_execpath
  await get()
  await whenInstalled()
  assert.match((await get()).body, /commande npm est introuvable/)
  Object.assign(process.env, { PATH, ...(npm_execpath ? { npm_execpath } : {}) })

  // A file in place of the folder is not writable for root either.
  rmSync(join(root, 'node_modules'), { recursive: true, force: true })
  writeFiles(root, { 'node_modules/.cache': '' })
  await get()
  await whenInstalled()
  assert.match((await get()).body, /pas accessible en écriture/)
})

test('an interrupted installation is not used, and is removed by the next one', async () => {
  const { pid } = spawnSync('true')
  const abandoned = `node_modules/.cache/comptoir/installing-${pid}`
  writeFiles(root, { [`${abandoned}/node_modules/tiny/text.txt`]: 'half' })
  const first = createPackages(root)
  registry.hold()
  const installing = first.install()
  const rejection = assert.rejects(installing)
  await eventually('npm requests a package', async () => registry.requests.length > 0, NPM_MS)
  first.stop()
  registry.release()
  await rejection
  const next = createPackages(root)
  assert.equal(await next.find(), undefined)

  const folder = await next.install()

  assert.equal(textIn(folder), 'the text of 1.0.0')
  assert.equal(await createPackages(root).find(), folder)
  assert.deepEqual(globSync('node_modules/.cache/comptoir/installing-*', { cwd: root }), [])
})

test('another lock file causes a new installation, which replaces the first', async () => {
  const packages = createPackages(root)
  await packages.install()
  await writeProject('1.0.1')
  assert.equal(await packages.find(), undefined)

  assert.equal(textIn(await packages.install()), 'the text of 1.0.1')

  assert.equal(globSync('node_modules/.cache/comptoir/packages-*', { cwd: root }).length, 1)
})

test('packages next to the server are used unless they have another version', async () => {
  const installed = (version: string) =>
    writeFileSync(
      join(root, 'node_modules/.package-lock.json'),
      JSON.stringify({ packages: { 'node_modules/tiny': { version } } }),
    )
  writeFiles(root, { 'node_modules/.package-lock.json': '{}' })
  assert.equal(await createPackages(root).find(), undefined)
  installed('0.9.0')
  assert.equal(await createPackages(root).find(), undefined)
  installed('1.0.0')
  assert.equal(await createPackages(root).find(), root)
})
