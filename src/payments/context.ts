import type { Platform } from '../platform/area.ts'
import { type CardVault, openVault } from './cards/card-vault.ts'
import { type Providers, providersOf } from './providers/configured.ts'

type Ground = Platform<'orders' | 'accounts' | 'loyalty'>

/** What the payments area works with. */
export type Context = Ground & {
  vault: CardVault
  providers: Providers
  /** Whether API keys are configured, and callers are told apart. */
  guarded: boolean
}

export const contextOf = (platform: Ground): Context => ({
  ...platform,
  vault: openVault(platform.secrets.cardKeys),
  providers: providersOf(platform.config),
  guarded: platform.config.apiKeys.length > 0,
})
