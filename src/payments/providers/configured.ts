import { Problem, StartError } from '../../platform/problem.ts'
import type { PaymentsSettings } from '../settings.ts'
import { simulatedProvider } from './simulated.ts'
import { createStripeProvider } from './stripe.ts'

export type Providers = ReturnType<typeof createProviders>

/**
 * Returns the configured providers. The simulated one is always included, to finish the payments it made; unless it is
 * the default, no URL selects it, because its payments take no money. Throws if the default provider is not configured.
 */
export function createProviders(settings: PaymentsSettings) {
  const { paymentProvider, stripeKey } = settings
  const configured = [simulatedProvider, ...(stripeKey ? [createStripeProvider(stripeKey, settings)] : [])]
  /** Returns undefined for a payment in cash, and for a provider that is no longer configured. */
  const byName = (name: string | null) => configured.find(provider => provider.name === name)
  const byDefault = byName(paymentProvider)
  if (!byDefault)
    throw new StartError(
      `COMPTOIR_PAYMENT_PROVIDER: ${paymentProvider} is not configured; one of ${configured.map(({ name }) => name).join(', ')}`,
    )
  return {
    byDefault,
    byName,
    /** Returns the provider of a payment; undefined for cash. Throws 503 for a provider that is no longer configured. */
    getOfPayment(name: string | null) {
      const provider = byName(name)
      if (name !== null && !provider)
        throw new Problem(503, 'service-indisponible', `The payment provider ${name} is no longer configured`)
      return provider
    },
    /** Returns the provider named in a URL; `provider` means the default one. Throws 404 if no URL may select it. */
    fromUrl(segment: string) {
      const provider = segment === 'provider' ? byDefault : byName(segment)
      const isFree = provider === simulatedProvider && byDefault !== simulatedProvider
      if (!provider || isFree)
        throw new Problem(404, 'prestataire-inconnu', `The payment provider ${segment} is not configured`)
      return provider
    },
  }
}
