import type { Outcome } from '../tables.ts'

/** A card as a customer gives it. It goes to the provider, and nowhere else. */
export type Card = { cardNumber: string; expirationDate: string; cardHolderName: string; cvc?: string }

/** Who moves the money. It takes a card once and gives a token for it; the platform keeps the token, never the number. */
export type Provider = {
  /** Stands in addresses: `/api/publique/<name>/card-payment`. */
  name: string
  tokenise(card: Card): Promise<string>
  /** Takes the money. Asked again for the same authorization it answers the same. */
  settle(payment: {
    token: string
    authorizationId: string
    montantCents: number
    devise: string
  }): Promise<Outcome>
}
