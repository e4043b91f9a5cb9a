import { isGuarded } from './http/caller.ts'
import { hostOf, isLoopback } from './http/origins.ts'
import type { ConfiguredKey } from './http/rights.ts'
import type { PlatformSettings } from './own-settings.ts'
import type { SecretSetting } from './secrets.ts'

/** Too long to guess. */
const SHORTEST_SECRET = 24

type Reach = Pick<PlatformSettings, 'environment' | 'host' | 'publicUrl'>

/**
 * Whether the public address is one that other machines reach. Text that is no such address is reported as a fault of its
 * setting, and no second fault follows from it.
 */
const isPublic = (url = '') => /^https?:/i.test(url) && hostOf(url) !== '' && !isLoopback(hostOf(url))

/** A start counts as production unless it says otherwise, or only this machine reaches it. */
export function isProduction({ environment, host, publicUrl }: Reach): boolean {
  if (environment) return environment !== 'development' && environment !== 'test'
  return !isLoopback(host) || isPublic(publicUrl)
}

type Security = Reach & {
  apiKeys: readonly ConfiguredKey[]
  secretsGiven: readonly { env: string; texts: readonly string[] }[]
  secretsNotGiven: readonly SecretSetting[]
}

/** Settings that would open the platform to a network or lose its secrets: a line for each. */
export function securityErrors(config: Security): string[] {
  const { apiKeys, host } = config
  const faults: string[] = []
  if (isProduction(config)) faults.push(...productionFaults(config))
  if (!isLoopback(host) && !isGuarded({ apiKeys }))
    faults.push(`HOST ${host} is not loopback: set COMPTOIR_API_KEYS, or listen on 127.0.0.1`)
  return faults
}

function productionFaults({ apiKeys, publicUrl, secretsGiven, secretsNotGiven }: Security): string[] {
  const missing = [
    ...(isGuarded({ apiKeys }) ? [] : ['COMPTOIR_API_KEYS']),
    ...secretsNotGiven.map(({ env }) => env),
  ]
  const given = [{ env: 'COMPTOIR_API_KEYS', texts: apiKeys.map(({ key }) => key) }, ...secretsGiven]
  const short = given.filter(({ texts }) => texts.some(text => text.length < SHORTEST_SECRET))
  return [
    ...(missing.length > 0 ? [inProduction(`set ${missing.join(', ')}`)] : []),
    ...short.map(({ env }) => inProduction(`${env} needs ${SHORTEST_SECRET} characters or more in each`)),
    ...(isPublic(publicUrl) && !publicUrl?.startsWith('https:')
      ? [inProduction('COMPTOIR_PUBLIC_URL must begin with https://')]
      : []),
  ]
}

/** A fault that would be none in development. */
export const inProduction = (what: string) => `In production (NODE_ENV, or reached from outside): ${what}`
