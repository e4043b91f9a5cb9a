import Type, { type Static } from 'typebox'
import { inProduction as fault } from '../platform/production.ts'
import { List, most, secret, setting } from '../platform/settings.ts'

export const PaymentsSettings = Type.Object({
  cardKeys: secret(
    'COMPTOIR_CARD_KEYS',
    List('Keys that encrypt what is kept of a card; the first encrypts, all decrypt'),
  ),
  returnOrigins: setting(
    'COMPTOIR_RETURN_ORIGINS',
    List('Origins that a payment may return to and that may frame its page', 'origin'),
  ),
  shopLogo: setting(
    'COMPTOIR_SHOP_LOGO',
    Type.Optional(
      Type.String({ description: 'File of the logo that the payment page shows: SVG, PNG, JPEG or WebP' }),
    ),
  ),
  paymentDelayMs: setting(
    'COMPTOIR_PAYMENT_DELAY_MS',
    Type.Integer({
      default: 10_000,
      minimum: 0,
      maximum: 3_600_000,
      description: 'From the creation of a payment to its processing, in milliseconds of the clock',
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
          'Signs what Stripe sends to /api/v1/publique/prestataires/stripe/notifications; absent: payments are polled alone',
      }),
    ),
  ),
  linksAMinute: setting(
    'COMPTOIR_LIMIT_LINKS',
    most(30, 'Payment links that one address without a key may ask for in a minute'),
  ),
  cardsAMinute: setting(
    'COMPTOIR_LIMIT_CARDS',
    most(20, 'Cards that one address without a key may try in a minute, on the page or for a test'),
  ),
  refusedCards: setting('COMPTOIR_LIMIT_REFUSED_CARDS', most(3, 'Refused cards that end a payment link')),
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

/** Errors for settings that must not have their defaults in production. */
export const inProduction = ({ returnOrigins, paymentProvider, simulatedPayments }: PaymentsSettings) => [
  ...(returnOrigins.length > 0
    ? []
    : [fault('set COMPTOIR_RETURN_ORIGINS, the shops that a payment may return to')]),
  ...(paymentProvider !== 'simule' || simulatedPayments === '1'
    ? []
    : [
        fault(
          'the simulated provider takes no money: set COMPTOIR_PAYMENT_PROVIDER, or COMPTOIR_SIMULATED_PAYMENTS=1',
        ),
      ]),
]
