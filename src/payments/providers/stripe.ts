import type Stripe from 'stripe'
import { Problem, StartError } from '../../platform/problem.ts'
import type { PaymentsSettings } from '../settings.ts'
import type { Outcome } from '../tables.ts'
import type { Charge, Checkout, Provider, ReportedOutcome } from './provider.ts'
import { createStripeClient, Refusal, unwrapResponse } from './stripe-client.ts'

type Session = Pick<
  Stripe.Checkout.Session,
  'id' | 'client_reference_id' | 'status' | 'payment_status' | 'payment_intent' | 'amount_total' | 'currency'
>

/** The maximum age of a signed message, against replays. */
const TOLERANCE_S = 5 * 60

function outcomeOf({ status, payment_status, payment_intent }: Session): Outcome | 'en_attente' {
  if (status === 'expired') return 'annule'
  if (status === 'open') return 'en_attente'
  if (payment_status !== 'unpaid') return 'accepte'
  // A bank debit succeeds or fails days after the customer has left the page. A failed one requires another payment
  // method.
  const failed = typeof payment_intent === 'object' && payment_intent?.status === 'requires_payment_method'
  return failed ? 'refuse' : 'en_attente'
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

  async function begin({ authorizationId, montantCents, devise, orderId, returnUrl }: Checkout) {
    const { checkout } = await opened
    const name = orderId === null ? 'Paiement' : `Commande ${orderId}`
    const session = await unwrapResponse(
      checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: authorizationId,
          success_url: returnUrl,
          cancel_url: returnUrl,
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: devise.toLowerCase(),
                unit_amount: montantCents,
                product_data: { name },
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
        await unwrapResponse(checkout.sessions.expire(charge.token))
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
        const { webhooks } = await opened
        const signature = headers['stripe-signature'] ?? ''
        let event: Stripe.Event
        try {
          event = webhooks.constructEvent(
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
        return reportedOutcome(event)
      },
    }),
  }
}

/** Returns the outcome that an event reports; undefined if the payment stays pending or the event is not about one. */
function reportedOutcome(event: Stripe.Event): ReportedOutcome | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed': {
      const { object: session } = event.data
      const failed = event.type === 'checkout.session.async_payment_failed'
      const outcome = failed ? 'refuse' : outcomeOf(session)
      const { id: token, client_reference_id: authorizationId, amount_total, currency } = session
      if (outcome === 'en_attente' || authorizationId === null) return undefined
      const devise = (currency ?? '').toUpperCase()
      return { authorizationId, token, outcome, montantCents: amount_total ?? 0, devise }
    }
    default:
      return undefined
  }
}
