import { type Process, startServer } from '../support/server.ts'
import { type Changes, watchChanges } from './changes.ts'
import { type Client, createClient } from './client.ts'
import { type Operation, readOperations } from './operations.ts'
import { createStories, type Stories } from './stories.ts'

/** A server in a separate process, with everything needed to make and judge calls. */
export type Target = {
  url: string
  key: string | undefined
  operations: Operation[]
  client: Client
  changes: Changes
  stories: Stories
  /** The complete log of the server. */
  log(): string
  /** The server's memory in bytes. */
  memory(): Promise<number>
  close(): Promise<void>
}

export const KEY = 'une-cle-pour-tous-les-droits-du-fuzz'

const SETTINGS = {
  COMPTOIR_SAMPLE: '0',
  COMPTOIR_PAYMENT_DELAY_MS: '2000',
  COMPTOIR_TOKEN_SECRET: 'a secret of the tests alone',
  COMPTOIR_CARD_KEYS: 'a key of the tests alone',
  COMPTOIR_TRUSTED_PROXIES: '127.0.0.1',
  COMPTOIR_RETURN_ORIGINS: 'https://boutique.example',
  LOG_LEVEL: 'error',
}

type Options = { databaseUrl: string; guarded: boolean }

export async function openTarget({ databaseUrl, guarded }: Options): Promise<Target> {
  const key = guarded ? KEY : undefined
  const server = await startServer(['start'], {
    ...SETTINGS,
    DATABASE_URL: databaseUrl,
    ...(key ? { COMPTOIR_API_KEYS: key } : {}),
  })
  return inspect(server, { databaseUrl, key }).catch(async error => {
    await server.end('SIGKILL')
    throw new Error(`${error.message}\n${server.output().slice(-3_000)}`)
  })
}

async function inspect(
  { url, output, end }: Process,
  { databaseUrl, key }: { databaseUrl: string; key: string | undefined },
): Promise<Target> {
  const client = createClient(url)
  const changes = await watchChanges(databaseUrl)
  const stories = createStories({ url, key })
  await stories.renew()
  const headers: Record<string, string> = key ? { 'x-api-key': key } : {}
  return {
    ...{ url, key, client, changes, stories, log: output },
    operations: await readOperations(url),
    async memory() {
      const figures = await (await fetch(`${url}/metrics`, { headers })).text()
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(figures)?.[1])
    },
    async close() {
      client.close()
      await changes.close()
      await end('SIGTERM')
    },
  }
}
