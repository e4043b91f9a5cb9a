import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { installPackages } from './apt.ts'

const WITHIN_MS = 10_000

const find = (name: string) =>
  ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)]
    .map(folder => join(folder, name))
    .find(path => existsSync(path))

/** Returns the path of a program, whose package apt-get installs if it is missing; undefined if that is not possible. */
export async function provideProgram(name: string, packageName = name): Promise<string | undefined> {
  return find(name) ?? ((await installPackages(packageName)) ? find(name) : undefined)
}

export type RunningProgram = { stop(): Promise<void>; output(): string }

/**
 * Starts a program and waits until it is up; throws with its output otherwise. Its folder is removed when it has
 * stopped.
 */
export async function startProgram(
  [program = '', ...args]: string[],
  { folder, isUp, ...options }: SpawnOptions & { folder: string; isUp: () => Promise<boolean> },
): Promise<RunningProgram> {
  const child = spawn(program, args, { ...options, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (output += chunk))
  const exited = once(child, 'close')
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  const check = () => {
    if (child.exitCode !== null) throw new Error(`${program} has ended`)
    return isUp()
  }
  await eventually(`${program} is up`, check, WITHIN_MS).catch(async error => {
    await stop()
    throw new Error(`${error.message}: ${output}`)
  })
  return { stop, output: () => output }
}
