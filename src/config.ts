import { readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import Type from 'typebox'
import { RIGHTS } from './accounts/contract.ts'
import type { Area } from './platform/area.ts'
import { type ConfiguredKey, parseKey, peerKeyOf, type Right } from './platform/http/rights.ts'
import { PlatformSettings } from './platform/own-settings.ts'
import { isProduction, servesStorefront } from './platform/production.ts'
import { findMissingSecrets, listConfiguredSecrets, type SecretSetting } from './platform/secrets.ts'
import {
  findUnknownSettings,
  readSettings,
  type SettingsSchema,
  setting,
  splitList,
  throwSettingErrors,
  Url,
} from './platform/settings.ts'
import { withoutFinalSlashes } from './platform/text.ts'

export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** Settings that apply only to `npm start`. */
const StartSettings = Type.Object({
  sample: setting(
    'COMPTOIR_SAMPLE',
    Type.Enum(['0', '1'], { default: '1', description: '0: no sample shop in an empty database' }),
  ),
})

/** All settings: those of the platform, of `npm start` and of the areas, and the addresses of areas. */
export type Config = Omit<PlatformSettings, 'apiKeys'> & {
  apiKeys: ConfiguredKey[]
  /** Whether to serve the web shop. */
  servesStorefront: boolean
  sample: boolean
  /** Base addresses of areas in other processes, by name. */
  areaUrls: Record<string, string>
  /** The values of each area's own `settings`, by its name. */
  ofAreas: Record<string, Record<string, unknown>>
  /** The variables of the environment that have a value. */
  given: string[]
  missingSecrets: SecretSetting[]
  configuredSecrets: ReturnType<typeof listConfiguredSecrets>
  /** A line for each unknown COMPTOIR_ variable, which is probably misspelled. */
  unknown: string[]
}

/** Returns the schema of the settings that give the addresses of areas in other processes. */
const urlsOf = (areas: readonly Area[]) =>
  Type.Object(
    Object.fromEntries(
      areas.map(({ name }) => [
        name,
        setting(`COMPTOIR_${name.toUpperCase()}_URL`, Url('http-url', `Base address of the ${name} area`)),
      ]),
    ),
  )

/** Returns the schemas of all settings, by owner. */
export const settingsOf = (areas: readonly Area[]): Record<string, SettingsSchema> => ({
  platform: PlatformSettings,
  start: StartSettings,
  ...Object.fromEntries(areas.flatMap(({ name, settings }) => (settings ? [[name, settings]] : []))),
  addresses: urlsOf(areas),
})

/**
 * Reads the environment. Throws a StartError with a line for each invalid value, each error that `rules` finds in the
 * combination of settings and, if there are any of these, each unknown variable.
 */
export function readConfig(
  env: NodeJS.ProcessEnv,
  areas: readonly Area[],
  rules: (config: Config) => string[] = () => [],
): Config {
  const own = readSettings(PlatformSettings, env)
  const start = readSettings(StartSettings, env)
  const addresses = readSettings(urlsOf(areas), env)
  const ofAreas = areas.flatMap(({ name, settings }) =>
    settings ? [{ name, settings, ...readSettings(settings, env) }] : [],
  )
  const schemas = Object.values(settingsOf(areas))
  const variables = schemas.flatMap(({ properties }) => Object.values(properties).map(({ env }) => env))
  const keys = own.values.apiKeys.map(text => parseKey(text, RIGHTS))
  const config: Config = {
    ...own.values,
    apiKeys: keys.flatMap(key => key ?? []),
    servesStorefront: servesStorefront(own.values),
    sample: start.values.sample === '1',
    areaUrls: Object.fromEntries(
      Object.entries(addresses.values).flatMap(([name, url]) =>
        url ? [[name, withoutFinalSlashes(url)]] : [],
      ),
    ),
    ofAreas: Object.fromEntries(ofAreas.map(({ name, values }) => [name, values])),
    given: variables.filter(name => env[name]),
    missingSecrets: schemas.flatMap(schema => findMissingSecrets(schema, env)),
    configuredSecrets: schemas.flatMap(schema => listConfiguredSecrets(schema, env)),
    unknown: findUnknownSettings(env, variables),
  }
  const errors = [own, start, ...ofAreas, addresses].flatMap(({ errors }) => errors)
  errors.push(...keyErrors(keys), ...rules(config))
  // A misspelled name may be the reason that another setting is missing.
  throwSettingErrors(errors.length > 0 ? [...errors, ...config.unknown] : [])
  return config
}

const list = (rights: readonly Right[]) =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(rights)

/** Keys are secrets, so an error identifies a key by its position. */
function keyErrors(keys: readonly (ConfiguredKey | undefined)[]): string[] {
  const errors = keys.flatMap((key, i) =>
    key ? [] : [`COMPTOIR_API_KEYS: key ${i + 1} names a right that is none; there are ${list(RIGHTS)}`],
  )
  if (errors.length === 0 && keys.length > 0 && !peerKeyOf(keys.flatMap(key => key ?? [])))
    errors.push('COMPTOIR_API_KEYS: no key has the right peer, by which areas ask one another')
  return errors
}

/** Validates the settings of each area, in production also by its stricter rules. Returns a line for each error. */
export function findAreaErrors(config: Config, areas: readonly Area[]): string[] {
  const production = isProduction(config)
  return areas.flatMap(({ name, validate, inProduction }) => {
    const values = config.ofAreas[name] ?? {}
    return [...(validate?.(values) ?? []), ...((production && inProduction?.(values)) || [])]
  })
}

const EVERY_ADDRESS: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Returns the public address of a server with these settings, or else one that reaches it from its own machine. */
export function addressOf({ publicUrl, host, port }: Config): string {
  const address = EVERY_ADDRESS[host] ?? host
  return publicUrl ?? `http://${isIPv6(address) ? `[${address}]` : address}:${port}`
}

/** Returns the first key of a list that has the right `admin`, otherwise the first valid key; undefined without one. */
export function adminKeyOf(setting: string): string | undefined {
  const keys = splitList(setting).flatMap(text => parseKey(text, RIGHTS) ?? [])
  return (keys.find(({ rights }) => rights.includes('admin')) ?? keys[0])?.key
}
