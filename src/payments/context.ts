import type { Platform } from '../platform/area.ts'
import type { Picture } from '../platform/pages/pictures.ts'
import { type CardVault, openVault } from './cards/card-vault.ts'
import { readLogo } from './page/logo.ts'
import { type Providers, providersOf } from './providers/configured.ts'
import type { PaymentsSettings } from './settings.ts'

type Ground = Platform<'orders' | 'accounts' | 'loyalty', PaymentsSettings>

/** What the payments area works with. */
export type Context = Ground & {
  vault: CardVault
  providers: Providers
  /** As the payment page shows it. */
  logo: Picture | undefined
}

export const contextOf = (platform: Ground): Context => ({
  ...platform,
  // Of an address, its origin counts.
  settings: {
    ...platform.settings,
    returnOrigins: platform.settings.returnOrigins.map(address => new URL(address).origin),
  },
  vault: openVault(platform.settings.cardKeys),
  providers: providersOf(platform.settings),
  logo: platform.settings.shopLogo === undefined ? undefined : readLogo(platform.settings.shopLogo),
})
