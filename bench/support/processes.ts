import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { serverFlags } from '../../launcher/flags.js'
import type { Scope } from './scope.ts'

export type Running = {
  base: string
  pid: number
  /** Resolves once the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

type Program = {
  args: string[]
  port: number
  ready: string
  env?: Record<string, string>
}

/** Starts a script of the project and waits until it prints `ready`. Throws if it ends before. */
export async function start(scope: Scope, program: Program): Promise<Running> {
  const { args, port, ready, env } = program
  // Folder for CPU profiles, each written when its process ends.
  const profiles = process.env.BENCH_PROFILES
  const profiling = profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : []
  const child = spawn(process.execPath, [...serverFlags, ...profiling, ...args], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  scope.atEnd(() => stop())
  let said = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += chunk
    if (said.includes(ready)) break
  }
  if (!said.includes(ready)) throw new Error(`${args.join(' ')} ended before it was ready: ${said}`)
  child.stdout.resume()
  return { base: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop }
}
