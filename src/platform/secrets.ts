import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { claimFolder } from './data-folder.ts'
import { errorCode, StartError } from './problem.ts'
import { readVariable, type SettingsSchema } from './settings.ts'

/** A secret that is generated if it is not configured: its environment variable and its name in the code. */
export type SecretSetting = { env: string; name: string }

export const findMissingSecrets = (settings: SettingsSchema, env: NodeJS.ProcessEnv): SecretSetting[] =>
  Object.entries(settings.properties).flatMap(([name, schema]) =>
    schema.secret && readVariable(schema, env) === undefined ? [{ name, env: schema.env }] : [],
  )

/** Returns the configured secrets with their values. */
export const listConfiguredSecrets = (settings: SettingsSchema, env: NodeJS.ProcessEnv) =>
  Object.values(settings.properties).flatMap(schema => {
    const texts = schema.secret ? readVariable(schema, env) : undefined
    return texts === undefined ? [] : [{ env: schema.env, texts: [texts].flat() }]
  })

/**
 * Returns the values of these secrets by environment variable. Each is generated at the first start, before the database
 * of the folder is created, unless an earlier version stored one, and is stored in a file of the data folder (mode
 * 0600). Throws a StartError if the folder has a database but not its secrets, or if one cannot be read or stored.
 */
export async function loadSecrets(
  secrets: readonly SecretSetting[],
  directory: string,
): Promise<Record<string, string>> {
  if (secrets.length === 0) return {}
  const root = claimFolder(directory)
  const folder = join(root, 'secrets')
  // Checked before the secrets: a concurrent first start stores them before it creates the database.
  const hasDatabase = existsSync(join(root, 'postgres'))
  try {
    const former = await formerSecrets(root)
    const lost = secrets.filter(
      ({ env, name }) => former[name] === undefined && !existsSync(join(folder, env)),
    )
    if (hasDatabase && lost.length > 0) throw lostSecrets(root, lost)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const values = secrets.map(async ({ env, name }) => [
      env,
      former[name]?.toString() ?? (await readOrCreate(join(folder, env))),
    ])
    return Object.fromEntries(await Promise.all(values))
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `Cannot store secrets in ${directory}: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** New secrets could not decrypt what the database stores, and would end every session. */
function lostSecrets(root: string, lost: readonly SecretSetting[]) {
  const names = lost.map(({ env }) => env)
  const files = names.map(env => `secrets/${env}`)
  return new StartError(
    `${root} contains a database without ${files.join(', ')}: copy them from the previous data folder or set ${names.join(', ')}; if they are lost, set new ones`,
  )
}

/**
 * Reads a secret from its file. If there is none, writes a new one to a temporary file and links it, so that two
 * concurrent starts use the same secret.
 */
async function readOrCreate(file: string): Promise<string> {
  const made = `${file}.${randomUUID()}`
  const existing = await read(file)
  if (existing !== undefined) return existing
  await writeFile(made, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    await link(made, file)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(made, { force: true })
  }
  return readFile(file, 'utf8')
}

/**
 * Reads the file in which earlier versions stored all secrets by their names in the code. The value of a list setting
 * is a list there.
 */
async function formerSecrets(root: string): Promise<Record<string, string | string[]>> {
  return JSON.parse((await read(join(root, 'secrets.json'))) ?? '{}')
}

const read = (file: string) =>
  readFile(file, 'utf8').catch(error => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
