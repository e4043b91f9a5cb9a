/** How long goods stay reserved for an order that nobody pays. */
export const UNPAID_MS = 30 * 60_000

/** How long they do while a payment is pending, which it is for 48 hours at most. */
export const PAYMENT_MS = 49 * 3_600_000
