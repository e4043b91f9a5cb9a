import Type, { type Static } from 'typebox'
import { productionMessage as fault } from '../platform/production.ts'
import { List, Maximum, secret, setting } from '../platform/settings.ts'

export const PaymentsSettings = Type.Object({
  cardKeys: secret('COMPTOIR_CARD_KEYS', List('Keys for stored card data; the first encrypts, all decrypt')),
  returnOrigins: setting(
    'COMPTOIR_RETURN_ORIGINS',
    List('Origins to which a payment may return and that may embed its page', 'origin'),
  ),
  shopLogo: setting(
    'COMPTOIR_SHOP_LOGO',
    Type.Optional(Type.String({ description: 'Logo file for the payment page: SVG, PNG, JPEG or WebP' })),
  ),
  paymentDelayMs: setting(
    'COMPTOIR_PAYMENT_DELAY_MS',
    Type.Integer({
      default: 10_000,
      minimum: 0,
      maximum: 3_600_000,
      description:
        "Delay from the creation of a payment to its processing, in milliseconds of the platform's clock",
    }),
  ),
  paymentProvider: setting(
    'COMPTOIR_PAYMENT_PROVIDER',
    Type.String({
      default: 'simule',
      minLength: 1,
      description: 'Provider of new payments: `simule`, or `stripe` once COMPTOIR_STRIPE_KEY is set',
    }),
  ),
  stripeKey: setting(
    'COMPTOIR_STRIPE_KEY',
    Type.Optional(Type.String({ minLength: 1, description: "Stripe's secret key" })),
  ),
  stripeWebhookSecret: setting(
    'COMPTOIR_STRIPE_WEBHOOK_SECRET',
    Type.Optional(
      Type.String({
        minLength: 1,
        description:
          "Secret that verifies Stripe's notifications to /api/v1/publique/prestataires/stripe/notifications; without it, payments are only polled",
      }),
    ),
  ),
  linksAMinute: setting(
    'COMPTOIR_LIMIT_LINKS',
    Maximum(30, 'Maximum payment links per minute from one address without a key'),
  ),
  cardsAMinute: setting(
    'COMPTOIR_LIMIT_CARDS',
    Maximum(
      20,
      'Maximum card attempts per minute from one address without a key, on the page or in a simulation',
    ),
  ),
  refusedCards: setting(
    'COMPTOIR_LIMIT_REFUSED_CARDS',
    Maximum(3, 'Number of refused cards after which a payment link is closed'),
  ),
  simulatedPayments: setting(
    'COMPTOIR_SIMULATED_PAYMENTS',
    Type.Enum(['0', '1'], {
      default: '0',
      description: '1: the simulated provider, which takes no money, may be used in production',
    }),
  ),
  stripeUrl: setting(
    'COMPTOIR_STRIPE_URL',
    Type.String({
      default: 'https://api.stripe.com',
      format: 'http-url',
      description: "Stripe's interface, or a stand-in for it",
    }),
  ),
})
export type PaymentsSettings = Static<typeof PaymentsSettings>

/**
 * Returns the errors of these settings in production: missing return origins, and the simulated provider unless it is
 * explicitly allowed.
 */
export const validateProductionSettings = ({
  returnOrigins,
  paymentProvider,
  simulatedPayments,
}: PaymentsSettings) => [
  ...(returnOrigins.length > 0
    ? []
    : [fault('set COMPTOIR_RETURN_ORIGINS to the origins to which a payment may return')]),
  ...(paymentProvider !== 'simule' || simulatedPayments === '1'
    ? []
    : [
        fault(
          'the simulated provider charges nothing: set COMPTOIR_PAYMENT_PROVIDER, or COMPTOIR_SIMULATED_PAYMENTS=1',
        ),
      ]),
]
