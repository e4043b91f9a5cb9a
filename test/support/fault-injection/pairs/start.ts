import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeFlags } from '../../../../launcher/flags.js'

const script = fileURLToPath(new URL('process.ts', import.meta.url))
/** The folder stays empty, because the secrets are passed as settings. */
const data = mkdtempSync(join(tmpdir(), 'comptoir-pairs-'))
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(data, { recursive: true, force: true })
})

export type PairProcess = { kill(): Promise<void> }
export type Addresses = { databaseUrl: string; amqpUrl: string; queue: string }

/** Starts a process of the pair area; resolves once it publishes and consumes. `kill` is `kill -9`. */
export async function startPairs({ databaseUrl, amqpUrl, queue }: Addresses): Promise<PairProcess> {
  const child = spawn(process.execPath, [...nodeFlags, script, queue], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: databaseUrl,
      AMQP_URL: amqpUrl,
      COMPTOIR_DATA: data,
      COMPTOIR_TOKEN_SECRET: 'a secret of the tests alone',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const ended = once(child, 'close').then(() => running.delete(child))
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => {
      throw new Error('A process ended before it was ready')
    }),
  ])
  return {
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
