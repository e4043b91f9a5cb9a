import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Rabbit } from '../rabbitmq.ts'
import { waitUntilReady } from './ready.ts'

const run = promisify(execFile)
const READY_WITHIN_MS = 120_000

/** Starts a RabbitMQ container; undefined if Docker cannot run one. Throws if the broker does not become ready. */
export async function startContainer(): Promise<Rabbit | undefined> {
  let id: string
  try {
    await run('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: 3000 })
    const { stdout } = await run('docker', [
      'run',
      '--rm',
      '-d',
      '-p',
      '127.0.0.1::5672',
      'rabbitmq:4-alpine',
    ])
    id = stdout.trim()
  } catch {
    return undefined
  }
  const stop = async () => {
    await run('docker', ['rm', '--force', '--volumes', id]).catch(() => {})
  }
  try {
    const { stdout } = await run('docker', ['port', id, '5672/tcp'])
    const port = Number(stdout.trim().split('\n')[0]!.split(':').at(-1))
    await waitUntilReady(port, READY_WITHIN_MS, () => undefined)
    return { url: `amqp://guest:guest@127.0.0.1:${port}`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
