import { randomBytes } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { claimFolder } from './data-folder.ts'
import { StartError } from './start-error.ts'

export type Secrets = {
  /** Signs bearer tokens. */
  tokenSecret: string
  /** Encrypt what is kept of a card: the first encrypts, every one decrypts. */
  cardKeys: string[]
}

/** The secrets that were given, and for those that were not, ones made at first start and kept in the data folder (0600). */
export async function loadSecrets(config: Config): Promise<Secrets> {
  const { tokenSecret, cardKeys } = config
  if (tokenSecret && cardKeys.length > 0) return { tokenSecret, cardKeys }
  const kept = await readOrMake(config.dataDirectory)
  return {
    tokenSecret: tokenSecret ?? kept.tokenSecret,
    cardKeys: cardKeys.length > 0 ? cardKeys : kept.cardKeys,
  }
}

async function readOrMake(directory: string): Promise<Secrets> {
  const file = join(claimFolder(directory), 'secrets.json')
  const made: Secrets = {
    tokenSecret: randomBytes(32).toString('base64url'),
    cardKeys: [randomBytes(32).toString('base64url')],
  }
  try {
    await writeFile(file, `${JSON.stringify(made)}\n`, { mode: 0o600, flag: 'wx' })
    return made
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StartError(`Cannot keep secrets in ${directory}: ${(error as Error).message}`)
  }
  await chmod(file, 0o600)
  return JSON.parse(await readFile(file, 'utf8')) as Secrets
}

/** What in the settings would open the platform to a network, or lose its secrets: a line for each. */
export function securityFaults(config: Config): string[] {
  const missing = [
    config.apiKeys.length === 0 && 'COMPTOIR_API_KEYS',
    !config.tokenSecret && 'COMPTOIR_TOKEN_SECRET',
    config.cardKeys.length === 0 && 'COMPTOIR_CARD_KEYS',
  ].filter(name => name !== false)
  const faults: string[] = []
  if (config.environment === 'production' && missing.length > 0)
    faults.push(`NODE_ENV is production: set ${missing.join(', ')}`)
  const loopback = /^(localhost|::1|\[::1\]|127(\.\d+){3})$/.test(config.host)
  if (!loopback && config.apiKeys.length === 0)
    faults.push(`HOST ${config.host} is not loopback: set COMPTOIR_API_KEYS, or listen on 127.0.0.1`)
  return faults
}
