import type { Platform } from '../platform/area.ts'
import type { Picture } from '../platform/pages/pictures.ts'
import { type CardVault, openVault } from './cards/card-vault.ts'
import { createKeepPayment, type KeepPayment } from './creating/keep-payments.ts'
import { readLogo } from './page/logo.ts'
import { createEndPayment, type EndPayment } from './processing/end-payments.ts'
import { type Providers, providersOf } from './providers/configured.ts'
import type { PaymentsSettings } from './settings.ts'

type Given = Platform<'orders' | 'accounts' | 'loyalty', PaymentsSettings>

export type Ground = Given & {
  vault: CardVault
  providers: Providers
  /** As the payment page shows it. */
  logo: Picture | undefined
}

/** What the payments area works with. */
export type Context = Ground & {
  keepPayment: KeepPayment
  endPayment: EndPayment
}

export function contextOf(platform: Given): Context {
  const { settings } = platform
  const ground = {
    ...platform,
    // Of an address, its origin counts.
    settings: { ...settings, returnOrigins: settings.returnOrigins.map(address => new URL(address).origin) },
    vault: openVault(settings.cardKeys),
    providers: providersOf(settings),
    logo: settings.shopLogo === undefined ? undefined : readLogo(settings.shopLogo),
  }
  return { ...ground, keepPayment: createKeepPayment(ground), endPayment: createEndPayment(ground) }
}
