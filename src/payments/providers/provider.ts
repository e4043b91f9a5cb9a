import type { IncomingHttpHeaders } from 'node:http'
import type { Outcome } from '../tables.ts'

/** A card as a customer gives it. It goes to the provider, and nowhere else. */
export type Card = { cardNumber: string; expirationDate: string; cardHolderName: string; cvc?: string }

/** A payment as its provider knows it. */
export type Charge = { token: string; authorizationId: string; montantCents: number; devise: string }

/** A payment to be made on the provider's own page, and where that page sends the customer back to. */
export type Checkout = Omit<Charge, 'token'> & { orderId: string | null; returnUrl: string }

/** The end of a payment as its provider reports it. */
export type Notice = Charge & { outcome: Outcome }

/**
 * Moves the money. The platform keeps the token that it gives for a card or a payment, never a card's number. It takes
 * cards (`tokenise`) or has a page of its own (`begin`). Every call may be made again for the same payment or refund and
 * has its effect once; a failure to reach the provider is thrown.
 */
export type Provider = {
  /** Stands in addresses: `/api/publique/<name>/card-payment`. */
  name: string
  tokenise?(card: Card): Promise<string>
  begin?(checkout: Checkout): Promise<{ token: string; redirectUrl: string }>
  /** Takes the money, or says how it stands: `en_attente` while the provider waits for the customer or a bank. */
  settle(charge: Charge): Promise<Outcome | 'en_attente'>
  /** Sees to it that the payment cannot be made any more: `annule`, or what it has come to already. */
  abandon?(charge: Charge): Promise<Outcome | 'en_attente'>
  /** Gives money back. Absent: there is nothing to move. */
  refund?(charge: Charge, refund: { id: number; montantCents: number }): Promise<void>
  /** Reads a signed message of the provider's. 401 not signed by it, or too long ago; undefined when it ends no payment. */
  notified?:
    | ((message: { body: string; headers: IncomingHttpHeaders; now: Date }) => Promise<Notice | undefined>)
    | undefined
}
