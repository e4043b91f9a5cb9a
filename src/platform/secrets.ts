import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { claimFolder } from './data-folder.ts'
import { errorCode, StartError } from './problem.ts'
import { given, type SettingsSchema } from './settings.ts'

/** A setting that may be made in place of being given: its environment variable and the name that the code gives it. */
export type SecretSetting = { env: string; name: string }

export const secretsNotGiven = (settings: SettingsSchema, env: NodeJS.ProcessEnv): SecretSetting[] =>
  Object.entries(settings.properties).flatMap(([name, schema]) =>
    schema.secret && given(schema, env) === undefined ? [{ name, env: schema.env }] : [],
  )

/** The secrets that were given, with their texts. */
export const secretsGiven = (settings: SettingsSchema, env: NodeJS.ProcessEnv) =>
  Object.values(settings.properties).flatMap(schema => {
    const texts = schema.secret ? given(schema, env) : undefined
    return texts === undefined ? [] : [{ env: schema.env, texts: [texts].flat() }]
  })

/**
 * The secrets that were not given, by their environment variables: each made at the first start that needs it, and kept in a
 * file of the data folder (0600).
 */
export async function loadSecrets(
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
    if (errorCode(error) !== 'EEXIST') throw error
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
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
