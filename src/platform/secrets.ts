import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { claimFolder } from './data-folder.ts'
import { isGuarded } from './http/caller.ts'
import { isLoopback } from './http/loopback.ts'
import type { PlatformSettings } from './own-settings.ts'
import { given, type SettingsSchema } from './settings.ts'
import { StartError } from './start-error.ts'

/** A setting that may be made in place of being given: its environment variable and the name that the code gives it. */
export type SecretSetting = { env: string; name: string }

export const secretsNotGiven = (settings: SettingsSchema, env: NodeJS.ProcessEnv): SecretSetting[] =>
  Object.entries(settings.properties).flatMap(([name, schema]) =>
    schema.secret && given(schema, env) === undefined ? [{ name, env: schema.env }] : [],
  )

/**
 * The secrets that were not given, by their environment variables: each made at the first start that needs it, and kept in a
 * file of the data folder (0600).
 */
export async function keptSecrets(
  secrets: readonly SecretSetting[],
  directory: string,
): Promise<Record<string, string>> {
  if (secrets.length === 0) return {}
  const root = claimFolder(directory)
  const folder = join(root, 'secrets')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const former = await formerSecrets(root)
    const values = secrets.map(async ({ env, name }) => [
      env,
      former[name]?.toString() ?? (await readOrMake(join(folder, env))),
    ])
    return Object.fromEntries(await Promise.all(values))
  } catch (error) {
    throw new StartError(
      `Cannot keep secrets in ${directory}: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** Made whole beside and linked, so that of two starts at once both have the one that came first. */
async function readOrMake(file: string): Promise<string> {
  const made = `${file}.${randomUUID()}`
  const known = await read(file)
  if (known !== undefined) return known
  await writeFile(made, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    await link(made, file)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    await rm(made, { force: true })
  }
  return readFile(file, 'utf8')
}

/** Data folders used to keep all secrets in one file, by the names that the code gives them. A list has one. */
async function formerSecrets(root: string): Promise<Record<string, string | string[]>> {
  return JSON.parse((await read(join(root, 'secrets.json'))) ?? '{}')
}

const read = (file: string) =>
  readFile(file, 'utf8').catch(error => {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  })

const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

type Security = Pick<PlatformSettings, 'environment' | 'host'> & {
  apiKeys: readonly unknown[]
  secretsNotGiven: readonly SecretSetting[]
}

/** What in the settings would open the platform to a network, or lose its secrets: a line for each. */
export function securityFaults({ apiKeys, environment, host, secretsNotGiven }: Security): string[] {
  const missing = [
    ...(isGuarded({ apiKeys }) ? [] : ['COMPTOIR_API_KEYS']),
    ...secretsNotGiven.map(({ env }) => env),
  ]
  const faults: string[] = []
  if (environment === 'production' && missing.length > 0)
    faults.push(`NODE_ENV is production: set ${missing.join(', ')}`)
  if (!isLoopback(host) && !isGuarded({ apiKeys }))
    faults.push(`HOST ${host} is not loopback: set COMPTOIR_API_KEYS, or listen on 127.0.0.1`)
  return faults
}
