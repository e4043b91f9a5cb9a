import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { installPackages } from './apt.ts'

const WITHIN_MS = 10_000

/** The check by which HAProxy finds the primary of these PostgreSQL servers, and the address of each, with options. */
export type ProxiedServers = { check: 'httpchk' | 'tcp-check'; servers: readonly string[] }

const find = () =>
  ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)]
    .map(folder => join(folder, 'haproxy'))
    .find(path => existsSync(path))

/** Returns the path of HAProxy, which apt-get installs if it is missing; undefined if that is not possible. */
export async function provideProxy(): Promise<string | undefined> {
  return find() ?? ((await installPackages('haproxy')) ? find() : undefined)
}

export type RunningProxy = { stop(): Promise<void>; output(): string }

/** Starts HAProxy with this configuration and waits until it listens on `port`; throws with its output otherwise. */
export async function startProxy(
  program: string,
  configuration: string,
  port: number,
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-proxy-'))
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration)
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const exited = once(child, 'close')
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  const isUp = () => {
    if (child.exitCode !== null) throw new Error('HAProxy has ended')
    return listens(port)
  }
  await eventually('HAProxy listens', isUp, WITHIN_MS).catch(async error => {
    await stop()
    throw new Error(`${error.message}: ${output}`)
  })
  return { stop, output: () => output }
}

const listens = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
