import type { Platform } from '../platform/area.ts'
import { type CardVault, openVault } from './card-vault.ts'
import type { Provider } from './providers/provider.ts'
import { simulated } from './providers/simulated.ts'

/** What the payments area works with. */
export type Context = Platform<'orders' | 'accounts' | 'loyalty'> & {
  vault: CardVault
  providers: { byDefault: Provider; named(name: string): Provider | undefined }
  /** Whether API keys are configured, and callers are told apart. */
  guarded: boolean
}

const providers = [simulated]

export const contextOf = (platform: Platform<'orders' | 'accounts' | 'loyalty'>): Context => ({
  ...platform,
  vault: openVault(platform.secrets.cardKeys),
  providers: { byDefault: simulated, named: name => providers.find(provider => provider.name === name) },
  guarded: platform.config.apiKeys.length > 0,
})
