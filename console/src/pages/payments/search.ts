import type { PaymentStatus } from '../../sales/badges.tsx'
import { emptyToUndefined } from '../../sales/filters.tsx'

export type Nature = 'paiement' | 'remboursement'
export const STATUSES: PaymentStatus[] = ['accepte', 'en_attente', 'refuse', 'annule', 'paye']

/** Digits are a payment number; other text is an order or a customer. */
export const parsePaymentId = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)

/** Query of the list, from the page's query string. */
export function queryOf(get: (name: string) => string) {
  const search = get('search')
  const isClient = /^CLI_/i.test(search)
  return {
    status: emptyToUndefined<PaymentStatus>(get('statut')),
    nature: emptyToUndefined<Nature>(get('nature')),
    clientId: isClient ? search.toUpperCase() : undefined,
    orderId: isClient ? undefined : emptyToUndefined(search),
    dateFrom: emptyToUndefined(get('from')),
    dateTo: emptyToUndefined(get('to')),
  }
}
