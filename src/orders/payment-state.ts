export const PAYMENT_STATES = ['aucun', 'en_attente', 'paye', 'rembourse_en_partie', 'rembourse'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** The payment of an order that counts, as its row says; null where there is none. */
export type PaymentRow = {
  etat: Exclude<PaymentState, 'aucun'>
  montantCents: number
  rembourseCents: number
}

/** How an order is paid: `payeCents` before refunds. */
export const paymentOf = (row: PaymentRow | null) =>
  row === null || row.etat === 'en_attente'
    ? { statut: row?.etat ?? ('aucun' as const), payeCents: 0, rembourseCents: 0 }
    : { statut: row.etat, payeCents: row.montantCents, rembourseCents: row.rembourseCents }
