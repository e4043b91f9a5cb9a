import type { Order } from '../tables.ts'

export const PAYMENT_STATES = ['aucun', 'en_attente', 'paye', 'rembourse_en_partie', 'rembourse'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** The payment of an order that counts, as its row says; null where there is none. */
export type PaymentRow = {
  etat: Exclude<PaymentState, 'aucun'>
  montantCents: number
  rembourseCents: number
}

/** How an order is paid: `payeCents` before refunds. A confirmed one is paid, though its payment's message may be on its way. */
export function paymentOf(
  { confirmeeLe, montantTotalCents }: Pick<Order, 'confirmeeLe' | 'montantTotalCents'>,
  row: PaymentRow | null,
) {
  if (row && row.etat !== 'en_attente')
    return { statut: row.etat, payeCents: row.montantCents, rembourseCents: row.rembourseCents }
  if (confirmeeLe) return { statut: 'paye' as const, payeCents: montantTotalCents, rembourseCents: 0 }
  return { statut: row?.etat ?? ('aucun' as const), payeCents: 0, rembourseCents: 0 }
}
