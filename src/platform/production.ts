import { isGuarded } from './http/caller.ts'
import { hostOf, isLoopback } from './http/origins.ts'
import type { ConfiguredKey } from './http/rights.ts'
import type { PlatformSettings } from './own-settings.ts'
import type { SecretSetting } from './secrets.ts'

/** The minimum length of a secret in production, so that it cannot be guessed. */
const MIN_SECRET_LENGTH = 24

type Reach = Pick<PlatformSettings, 'environment' | 'host' | 'publicUrl'>

/**
 * Whether the public address is valid and not loopback. An invalid address is reported by the validation of the setting
 * and must not cause a second error.
 */
const isPublic = (url = '') => /^https?:/i.test(url) && hostOf(url) !== '' && !isLoopback(hostOf(url))

/**
 * Whether the server is in production: unless NODE_ENV is `development` or `test`, or is unset and only this machine can
 * reach the server.
 */
export function isProduction({ environment, host, publicUrl }: Reach): boolean {
  if (environment) return environment !== 'development' && environment !== 'test'
  return !isLoopback(host) || isPublic(publicUrl)
}

/** Whether the platform serves the web shop: outside production, unless the setting decides. */
export const servesStorefront = ({ storefront, ...reach }: Reach & { storefront?: '0' | '1' }) =>
  (storefront ?? (isProduction(reach) ? '0' : '1')) === '1'

type Security = Reach & {
  apiKeys: readonly ConfiguredKey[]
  configuredSecrets: readonly { env: string; texts: readonly string[] }[]
  missingSecrets: readonly SecretSetting[]
}

/**
 * Returns a line for each security error: missing API keys on a network address; in production also missing API keys or
 * secrets, short ones, and a public address without https.
 */
export function findSecurityErrors(config: Security): string[] {
  const { apiKeys, host } = config
  const errors: string[] = []
  if (isProduction(config)) errors.push(...productionErrors(config))
  if (!isLoopback(host) && !isGuarded({ apiKeys }))
    errors.push(`HOST ${host} is not loopback: set COMPTOIR_API_KEYS, or listen on 127.0.0.1`)
  return errors
}

function productionErrors({ apiKeys, publicUrl, configuredSecrets, missingSecrets }: Security): string[] {
  const missing = [
    ...(isGuarded({ apiKeys }) ? [] : ['COMPTOIR_API_KEYS']),
    ...missingSecrets.map(({ env }) => env),
  ]
  const configured = [
    { env: 'COMPTOIR_API_KEYS', texts: apiKeys.map(({ key }) => key) },
    ...configuredSecrets,
  ]
  const short = configured.filter(({ texts }) => texts.some(text => text.length < MIN_SECRET_LENGTH))
  return [
    ...(missing.length > 0 ? [productionMessage(`set ${missing.join(', ')}`)] : []),
    ...short.map(({ env }) =>
      productionMessage(`each value in ${env} must have at least ${MIN_SECRET_LENGTH} characters`),
    ),
    ...(isPublic(publicUrl) && !publicUrl?.startsWith('https:')
      ? [productionMessage('COMPTOIR_PUBLIC_URL must begin with https://')]
      : []),
  ]
}

/** Returns a warning if the public address implies a proxy, because the server speaks plain HTTP, and none is trusted. */
export const findProxyWarnings = ({
  publicUrl,
  trustedProxies,
}: Pick<PlatformSettings, 'publicUrl' | 'trustedProxies'>): string[] =>
  isPublic(publicUrl) && publicUrl?.startsWith('https:') && trustedProxies.length === 0
    ? [
        'COMPTOIR_PUBLIC_URL is https, so a proxy is in front, but COMPTOIR_TRUSTED_PROXIES names none: its callers count as one address',
      ]
    : []

/** Returns the message of an error that applies only in production. */
export const productionMessage = (what: string) =>
  `In production (NODE_ENV, or reached from outside): ${what}`
