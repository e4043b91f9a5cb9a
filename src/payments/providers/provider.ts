import type { IncomingHttpHeaders } from 'node:http'
import type { DisputeState, Outcome } from '../tables.ts'

/** A card as the customer enters it. Its number and security code are sent only to the provider and never stored. */
export type Card = { cardNumber: string; expirationDate: string; cardHolderName: string; cvc?: string }

/** A payment in its provider's terms. */
export type Charge = { token: string; authorizationId: string; montantCents: number; devise: string }

/** A payment on the provider's own page. */
export type Checkout = Omit<Charge, 'token'> & {
  orderId: string | null
  /** The URL to which the page returns after the payment, and the one for a customer who gives up. */
  returnUrl: string
  cancelUrl: string
  /** The customer's e-mail address, if it is known. */
  courriel: string | null
  language: 'fr' | 'en'
  /** The real time. */
  now: Date
}

/** A provider's notification with the time of its arrival. */
export type SignedMessage = { body: string; headers: IncomingHttpHeaders; now: Date }

/** The refunds and disputes of a payment, in their current state at the provider. */
export type Aftermath = {
  /** Oldest first. `id` is the refund of this platform that requested it; undefined if it was made at the provider. */
  refunds: { reference: string; id: number | undefined; montantCents: number; failed: boolean }[]
  dispute: DisputeState | null
}

/** A payment as its provider reports it. */
export type PaymentReport = Charge & { outcome: Outcome | 'en_attente'; aftermath?: Aftermath }

/**
 * A payment service. The platform stores its token for a card or payment, never a card number. A provider accepts
 * cards (`tokenise`) or has its own page (`begin`). Repeated calls for a payment or refund have no further effect; a
 * call throws if the provider cannot be reached.
 */
export type Provider = {
  /** The name in URLs: `/api/publique/<name>/card-payment`. */
  name: string
  tokenise?(card: Card): Promise<string>
  begin?(checkout: Checkout): Promise<{ token: string; redirectUrl: string }>
  /** Charges the card or returns the current status: `en_attente` while the provider waits for the customer or a bank. */
  settle(charge: Charge): Promise<Outcome | 'en_attente'>
  /** Prevents the payment from being made and returns `annule`. If it is too late, returns the current status. */
  abandon?(charge: Charge): Promise<Outcome | 'en_attente'>
  /** Refunds money. Absent if there is no money to move. */
  refund?(charge: Charge, refund: { id: number; montantCents: number }): Promise<void>
  /**
   * Parses a signed message and returns a function that reads the payment it is about, if any; undefined for a message
   * about something else. Throws 401 for a wrong or expired signature, and another error for an unreadable message.
   */
  parseNotification?(message: SignedMessage): Promise<(() => Promise<PaymentReport | undefined>) | undefined>
}
