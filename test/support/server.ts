import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { serverFlags } from '../../launcher/flags.js'
import { afterwards } from './afterwards.ts'
import { eventually } from './eventually.ts'
import { stressFlags } from './stress/flags.ts'

/** The environment without the variables of the test run. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('COMPTOIR_TEST_')),
)

export const serverScript = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))
const READY_WITHIN_MS = 60_000
/** Each connection costs PostgreSQL a process: a small pool makes the tests faster. */
const SMALL = { NODE_ENV: 'development', COMPTOIR_DATABASE_POOL: '4' }

export type Process = {
  url: string
  /** The complete output so far. */
  output(): string
  /** Resolves at the exit with the exit code or the signal. */
  ended: Promise<number | string>
  /** Sends the signal and waits for the exit. Returns the exit code, or the signal that ended the process. */
  end(signal: NodeJS.Signals): Promise<number | string>
}

/** Starts a server in a separate process with `command`; resolves once it listens, or throws with its output. */
export async function startServer(
  command: string[],
  settings: Record<string, string>,
  script = serverScript,
): Promise<Process> {
  const child = spawn(process.execPath, [...serverFlags, ...stressFlags(), script, ...command], {
    env: { ...environment, ...SMALL, LOG_LEVEL: 'warn', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  afterwards(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const exited = once(child, 'close').then(([code, signal]) => (signal ?? code) as number | string)

  const address = () => {
    const [, url] = /"Comptoir listens on ([^"]+)"/.exec(output) ?? []
    if (!url && (child.exitCode !== null || child.signalCode !== null)) throw new Error('The process ended')
    return url
  }
  const url = await eventually('the server listens', address, READY_WITHIN_MS).catch(error => {
    child.kill('SIGKILL')
    throw new Error(`${error.message}: ${output}`)
  })
  return {
    url,
    output: () => output,
    ended: exited,
    end(signal) {
      child.kill(signal)
      return exited
    },
  }
}

/** Runs a command for at most two minutes. Returns its exit code, null after a signal, and its complete output. */
export async function runCommand(command: string[], settings: Record<string, string>, script = serverScript) {
  const child = spawn(process.execPath, [...serverFlags, ...stressFlags(), script, ...command], {
    env: { ...environment, ...SMALL, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const [code] = await once(child, 'close')
  return { code: code as number | null, output }
}
