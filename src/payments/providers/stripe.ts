import type Stripe from 'stripe'
import { Problem, StartError } from '../../platform/problem.ts'
import type { PaymentsSettings } from '../settings.ts'
import type { Charge, Checkout, Provider } from './provider.ts'
import { createStripeClient, Refusal, unwrapResponse } from './stripe-client.ts'
import { createReportReader, outcomeOf } from './stripe-report.ts'

/** The maximum age of a signed message, against replays. */
const TOLERANCE_S = 5 * 60

/**
 * How long a session can be paid. Stripe accepts 30 minutes or more by its own clock, as long as goods are reserved for
 * an unpaid order; the rest tolerates a slow clock.
 */
const SESSION_S = 30 * 60 + TOLERANCE_S

/** Addresses that Stripe certainly accepts. For another one it would refuse the session. */
const EMAIL = /^[\w+-]+(\.[\w+-]+)*@[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}$/i

const ARTICLE = {
  fr: (orderId: string | null) => (orderId === null ? 'Paiement' : `Commande ${orderId}`),
  en: (orderId: string | null) => (orderId === null ? 'Payment' : `Order ${orderId}`),
}

/**
 * Creates a provider that uses Stripe's own payment page (Checkout Sessions) and, with a webhook secret, its signed
 * webhooks. Amounts are in minor units on both sides. Throws if the URL has a path.
 */
export function createStripeProvider(
  key: string,
  { stripeUrl, stripeWebhookSecret }: PaymentsSettings,
): Provider {
  const url = new URL(stripeUrl)
  if (url.pathname !== '/') throw new StartError('COMPTOIR_STRIPE_URL must be an address without a path')
  const opened = createStripeClient(key, url)

  async function read({ token, montantCents, devise }: Charge) {
    const { checkout } = await opened
    const session = await unwrapResponse(checkout.sessions.retrieve(token, { expand: ['payment_intent'] }))
    if (session.amount_total !== montantCents || session.currency !== devise.toLowerCase())
      throw new Error(`The amount of Stripe's session ${token} differs from that of the payment`)
    return session
  }

  async function begin(asked: Checkout) {
    const { authorizationId, montantCents, devise, orderId, courriel, language, now } = asked
    const { checkout } = await opened
    // The session precedes the stored payment, whose number does not exist yet.
    const metadata = { transaction: authorizationId, ...(orderId !== null && { order: orderId }) }
    const session = await unwrapResponse(
      checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: authorizationId,
          metadata,
          payment_intent_data: { metadata },
          expires_at: Math.floor(now.getTime() / 1000) + SESSION_S,
          locale: language,
          success_url: asked.returnUrl,
          cancel_url: asked.cancelUrl,
          ...(courriel !== null && EMAIL.test(courriel) && { customer_email: courriel }),
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: devise.toLowerCase(),
                unit_amount: montantCents,
                product_data: { name: ARTICLE[language](orderId) },
              },
            },
          ],
        },
        { idempotencyKey: authorizationId },
      ),
    )
    if (!session.url) throw new Error(`Stripe's session ${session.id} has no URL`)
    return { token: session.id, redirectUrl: session.url }
  }

  return {
    name: 'stripe',
    begin,
    settle: async charge => outcomeOf(await read(charge)),

    async abandon(charge) {
      const { checkout } = await opened
      try {
        await unwrapResponse(
          checkout.sessions.expire(charge.token, {}, { idempotencyKey: `expire-${charge.authorizationId}` }),
        )
        return 'annule'
      } catch (error) {
        // Stripe refuses to expire a session that is no longer open; its status gives the outcome.
        if (error instanceof Refusal) return outcomeOf(await read(charge))
        throw error
      }
    },

    async refund(charge, { id, montantCents }) {
      const { refunds } = await opened
      const { payment_intent } = await read(charge)
      const intent = typeof payment_intent === 'object' ? payment_intent?.id : payment_intent
      if (!intent) throw new Error(`Stripe's session ${charge.token} has no payment to refund`)
      await unwrapResponse(
        refunds.create(
          { payment_intent: intent, amount: montantCents, metadata: { refund: id } },
          { idempotencyKey: `refund-${id}` },
        ),
      )
    },

    ...(stripeWebhookSecret !== undefined && {
      async parseNotification({ body, headers, now }) {
        const stripe = await opened
        const signature = headers['stripe-signature'] ?? ''
        let event: Stripe.Event
        try {
          event = stripe.webhooks.constructEvent(
            body,
            signature,
            stripeWebhookSecret,
            TOLERANCE_S,
            undefined,
            now.getTime(),
          )
        } catch (error) {
          if (error instanceof SyntaxError) throw error
          throw new Problem(401, 'signature-invalide', 'The signature is not valid')
        }
        return createReportReader(stripe, event)
      },
    }),
  }
}
