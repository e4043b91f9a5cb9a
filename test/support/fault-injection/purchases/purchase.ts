/** The responses that one buyer has received for their one purchase. */
export type Purchase = {
  /** Unique; the keys of creating calls are derived from it. */
  name: string
  email: string
  productId: number
  units: number
  cents: number
  /** The promotion code that the order names. */
  promotionCode?: string
  clientId?: string
  ordreId?: string
  transactionId?: number
  authorizationId?: string
  isConfirmed?: boolean
  isDelivered?: boolean
  isCancelled?: boolean
  refund?: { id: number; cents: number }
  /** A call whose process died, which locks its key for a minute: its outcome is unknown. */
  open?: { path: string; body: unknown; key: string }
}

export type Product = { id: number; name: string; cents: number }
