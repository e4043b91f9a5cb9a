import { openVault } from './card-vault.ts'
import type { Context, PaymentsPlatform } from './context.ts'
import { createKeepPayment } from './creating/keep-payments.ts'
import { readLogo } from './logo.ts'
import { createEndPayment } from './processing/end-payments.ts'
import { providersOf } from './providers/configured.ts'

export function contextOf(platform: PaymentsPlatform): Context {
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
