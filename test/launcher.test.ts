import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { findNpm } from '../launcher/npm.js'
import { afterwards } from './support/afterwards.ts'
import { eventually } from './support/eventually.ts'
import { openRegistry, writeFiles } from './support/package-registry.ts'
import { createTemporaryFolder } from './support/temporary-folder.ts'

const LAUNCHER = ['flags', 'install', 'launch', 'npm', 'root', 'run', 'runtime', 'terminal']

/** Writes a project with this launcher, one package of each kind, and Node.js as a package of that version. */
async function writeProject(nodeVersion: string) {
  const registry = await openRegistry()
  const root = createTemporaryFolder('project')
  const node = `node-${process.platform}-${process.arch}`
  const [served, tested, runtime] = [
    await registry.add('served', {}),
    await registry.add('tested', {}),
    await registry.add(
      node,
      {
        'bin/node': `#!/bin/sh\nPACKAGED=1 exec '${process.execPath}' "$@"\n`,
        ...{ 'include/node/node.h': '', 'share/man/node.1': '', 'CHANGELOG.md': '' },
      },
      nodeVersion,
    ),
  ]
  const project = {
    ...{ name: 'project', version: '1.0.0', type: 'module', workspaces: ['client', 'launcher'] },
    ...{ dependencies: { served: '1.0.0' }, devDependencies: { tested: '1.0.0' } },
  }
  const client = { name: 'client', version: '1.0.0' }
  const launcher = { name: 'launcher', version: '1.0.0', optionalDependencies: { [node]: nodeVersion } }
  const script =
    'const { PACKAGED } = process.env\nconsole.log(PACKAGED ? "packaged" : "installed", process.argv[2])\n'
  for (const name of LAUNCHER)
    cpSync(new URL(`../launcher/${name}.js`, import.meta.url), join(root, `launcher/${name}.js`))
  writeFiles(root, {
    'package.json': project,
    'client/package.json': client,
    'launcher/package.json': { ...launcher, type: 'module' },
    'src/script.js': script,
    'test/script.js': script,
    'package-lock.json': {
      ...{ name: 'project', version: '1.0.0', lockfileVersion: 3, requires: true },
      packages: {
        '': project,
        ...{ client, launcher },
        'node_modules/client': { resolved: 'client', link: true },
        'node_modules/launcher': { resolved: 'launcher', link: true },
        'node_modules/served': served,
        'node_modules/tested': { ...tested, dev: true },
        [`node_modules/${node}`]: { ...runtime, optional: true },
      },
    },
  })
  const env = { ...process.env, npm_config_cache: createTemporaryFolder('npm-cache') }
  return {
    requests: registry.requests,
    has: (path: string) => existsSync(join(root, 'node_modules', path.replace('NODE', node))),
    /** Runs the launcher in a process; rejects if its exit code is not 0. */
    async run(path: string) {
      const args = [join(root, 'launcher/run.js'), path, 'argument']
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env })
      return { stdout, isInstalling: stderr.includes('Installing') }
    },
  }
}

test('a start installs the production packages, the tests add the others, and neither installs twice', async () => {
  const { run, has } = await writeProject('1.0.0')

  assert.deepEqual(await run('src/script.js'), { stdout: 'installed argument\n', isInstalling: true })
  assert.deepEqual([has('served'), has('tested')], [true, false])
  assert.equal((await run('src/script.js')).isInstalling, false)

  assert.equal((await run('test/script.js')).isInstalling, true)
  assert.deepEqual([has('served'), has('tested')], [true, true])
  assert.equal((await run('test/script.js')).isInstalling, false)
  assert.equal((await run('src/script.js')).isInstalling, false)
})

test('a sufficiently recent Node.js is used, and none is downloaded', async () => {
  const { run, has, requests } = await writeProject('1.0.0')

  assert.equal((await run('src/script.js')).stdout, 'installed argument\n')

  assert.equal(has('NODE'), false)
  assert.deepEqual(
    requests.filter(url => url.startsWith('/node')),
    [],
  )
})

test('an older Node.js is replaced by the packaged one, whose headers and manuals are deleted', async () => {
  const { run, has } = await writeProject('999.0.0')

  assert.deepEqual(await run('src/script.js'), { stdout: 'packaged argument\n', isInstalling: true })

  assert.deepEqual(
    ['bin/node', 'package.json', 'include', 'share', 'CHANGELOG.md'].map(name => has(`NODE/${name}`)),
    [true, true, false, false, false],
  )
  assert.deepEqual(await run('src/script.js'), { stdout: 'packaged argument\n', isInstalling: false })
})

const scripts = () => read<{ scripts: { start: string } }>('package.json').scripts

/** A server that prints its own and the launcher's process id, each signal that asks it to end, and its end. */
const SERVER = `
import { createServer } from 'node:net'
const server = createServer().listen(0, '127.0.0.1')
for (const signal of ['SIGTERM', 'SIGINT'])
  process.on(signal, () => { console.log('asked to end by', signal); server.close() })
process.on('exit', () => console.log('ended'))
console.log('running', process.pid, process.ppid)
`

/** Runs `npm start` with this script in a new project and waits for the server. Its npm leads a process group. */
async function startProject(start: string) {
  const root = createTemporaryFolder('started')
  for (const file of ['bin/comptoir.js', ...LAUNCHER.map(name => `launcher/${name}.js`)])
    cpSync(new URL(`../${file}`, import.meta.url), join(root, file))
  const { optionalDependencies } = read<{ optionalDependencies: object }>('launcher/package.json')
  writeFiles(root, {
    'package.json': { name: 'project', version: '1.0.0', type: 'module', scripts: { start } },
    'launcher/package.json': { optionalDependencies, type: 'module' },
    'src/cli.ts': SERVER,
  })
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
  const [file, args] = findNpm()
  const npm = spawn(file, [...args, 'start'], { cwd: root, env, detached: true, stdio: 'pipe' })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', chunk => (output += chunk))
  const hasEnded = () => npm.exitCode !== null || npm.signalCode !== null
  const running = /running (\d+) (\d+)/
  await eventually('the server processes have started', () => running.test(output) || hasEnded(), 60_000)
  const processes = running.exec(output)?.slice(1).map(Number) ?? []
  assert.equal(processes.length, 2, output)
  const isGone = () => !processes.some(isAlive)
  const group = -Number(npm.pid)
  afterwards(() => isGone() || process.kill(group, 'SIGKILL'))
  return { npm, group, hasEnded, isGone, output: () => output }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

for (const [whom, signal] of [
  ['npm', 'SIGTERM'],
  ['npm', 'SIGINT'],
  ['the process group of npm', 'SIGTERM'],
] as const)
  test(`npm start ends after the server when ${signal} is sent to ${whom}`, async () => {
    const { npm, group, hasEnded, isGone, output } = await startProject(scripts().start)
    process.kill(whom === 'npm' ? Number(npm.pid) : group, signal)
    await eventually('npm has exited', hasEnded)
    assert.ok(isGone(), output())
    assert.match(output(), /asked to end by SIG\w+\n(?:.*\n)*ended\n/)
  })

test('a shell of npm that exits without forwarding a signal also ends the server', async () => {
  // A shell with a second command to run cannot replace itself with the first one, so it stays npm's child.
  const { npm, isGone, output } = await startProject(`${scripts().start.replace('exec ', '')}; true`)
  npm.kill('SIGTERM')
  await eventually('the launcher and the server have exited', isGone)
  assert.match(output(), /asked to end by SIGTERM\nended\n/)
})

type Locked = { version?: string; resolved?: string; dev?: boolean; link?: boolean; libc?: string[] }
type Package = Locked & { os?: string | string[]; cpu?: string | string[]; devDependencies?: object }

const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))

/** Returns the packages of package-lock.json that a start installs on Linux, x64 and glibc. */
function productionPackages() {
  const { packages } = read<{ packages: Record<string, Package> }>('package-lock.json')
  const fits = (wanted: string | string[] | undefined, value: string) =>
    wanted === undefined || [wanted].flat().includes(value)
  return Object.entries(packages).filter(
    ([path, { dev, link, os, cpu, libc }]) =>
      path.includes('node_modules/') &&
      !dev &&
      !link &&
      fits(os, 'linux') &&
      fits(cpu, 'x64') &&
      fits(libc, 'glibc'),
  )
}

test('a production install has at most 180 packages, none of them for development or the web apps', () => {
  const names = productionPackages().map(([path]) => path.split('node_modules/').at(-1)!)
  const development = ['package.json', 'console/package.json', 'examples/storefront/package.json'].flatMap(
    path => Object.keys(read<Package>(path).devDependencies ?? {}),
  )
  // Production packages depend on these types, too.
  const shared = ['@types/node', '@types/pg']

  assert.ok(names.length <= 180, `${names.length} packages`)
  assert.ok(names.includes('fastify'))
  assert.deepEqual(
    names.filter(name => development.includes(name) && !shared.includes(name)),
    [],
  )
})

test('package-lock.json contains the address of each package, so that npm requests no metadata first', () => {
  const without = productionPackages().filter(
    ([, { resolved }]) => !resolved?.startsWith('https://registry.npmjs.org/'),
  )
  assert.deepEqual(
    without.map(([path]) => path),
    [],
  )
})
