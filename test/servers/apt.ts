import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
// Debian's packages run this script before they start a service; exit code 101 forbids the start.
const POLICY = '/usr/sbin/policy-rc.d'

let before: Promise<unknown> = Promise.resolve()

/** Installs packages with apt-get without starting their services, one call at a time; returns false if it cannot. */
export function installPackages(...packages: string[]): Promise<boolean> {
  const installed = before.then(() => install(packages))
  before = installed
  return installed
}

async function install(packages: string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.error(`Installing ${packages.join(', ')}…`)
  const apt = (...args: string[]) =>
    run('apt-get', ['-q', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 1 << 26,
    })
  return withoutServices(async () => {
    try {
      await apt('update')
      await apt('install', '-y', '--no-install-recommends', ...packages)
      return true
    } catch (error) {
      const { stderr } = error as { stderr?: string }
      console.error(stderr?.trim().split('\n').at(-1) ?? String(error))
      return false
    }
  })
}

/** Unpacks a package of another Debian release into a folder without installing it. */
export async function unpackPackage(name: string, suite: string, folder: string): Promise<void> {
  const [sources, lists] = [join(folder, 'sources.list'), join(folder, 'lists')]
  mkdirSync(join(lists, 'partial'), { recursive: true })
  writeFileSync(
    sources,
    `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian ${suite} main\n`,
  )
  const settings = [
    `Dir::Etc::sourcelist=${sources}`,
    'Dir::Etc::sourceparts=-',
    `Dir::State::lists=${lists}`,
    'APT::Sandbox::User=root',
  ].flatMap(setting => ['-o', setting])
  const apt = (...args: string[]) => run('apt-get', ['-q', ...settings, ...args], { cwd: folder })
  await apt('update')
  await apt('download', name)
  const [file = ''] = globSync(join(folder, `${name}_*.deb`))
  await run('dpkg', ['-x', file, folder])
}

async function withoutServices<T>(work: () => Promise<T>): Promise<T> {
  if (existsSync(POLICY)) return work()
  writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return await work()
  } finally {
    rmSync(POLICY, { force: true })
  }
}
