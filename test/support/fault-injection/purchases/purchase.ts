/** What one buyer has been told of the one purchase that they make. */
export type Purchase = {
  /** Told by no other purchase; it makes the keys of the calls that create. */
  name: string
  email: string
  productId: number
  units: number
  cents: number
  clientId?: string
  ordreId?: string
  transactionId?: number
  authorizationId?: string
  isConfirmed?: boolean
  isDelivered?: boolean
  isCancelled?: boolean
  refund?: { id: number; cents: number }
  /** A call that a process died of, which keeps its key for a minute: nobody knows whether it was done. */
  open?: { path: string; body: unknown; key: string }
}

export type Product = { id: number; name: string; cents: number }
