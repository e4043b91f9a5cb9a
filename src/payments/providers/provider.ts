import type { IncomingHttpHeaders } from 'node:http'
import type { Outcome } from '../tables.ts'

/** A card as the customer enters it. Its number and security code are sent only to the provider and never stored. */
export type Card = { cardNumber: string; expirationDate: string; cardHolderName: string; cvc?: string }

/** A payment in its provider's terms. */
export type Charge = { token: string; authorizationId: string; montantCents: number; devise: string }

/** A payment on the provider's own page, and the URL to which that page returns. */
export type Checkout = Omit<Charge, 'token'> & { orderId: string | null; returnUrl: string }

/** A provider's notification with the time of its arrival. */
export type SignedMessage = { body: string; headers: IncomingHttpHeaders; now: Date }

/** The outcome of a payment as its provider reports it. */
export type ReportedOutcome = Charge & { outcome: Outcome }

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
   * Parses a signed message; undefined if it ends no payment. Throws 401 for a wrong or expired signature, and another
   * error for an unreadable message.
   */
  parseNotification?(message: SignedMessage): Promise<ReportedOutcome | undefined>
}
