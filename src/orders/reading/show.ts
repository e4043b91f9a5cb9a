import { paymentOf } from '../payment-state.ts'
import type { ShownOrder } from '../store/orders.ts'

/** An order as it is read. */
export const shown = ({ paiement, livraison: mode, magasinId, ...order }: ShownOrder) => ({
  ...order,
  livraison: { mode, magasinId },
  paiement: paymentOf(paiement),
})
