import { keptCents, type Order } from './types.ts'

/** An invoice less its credit notes is what is still paid. */
export function wrongInvoice(order: Order): string[] {
  const { factureAttendue, factureCents, avoirsCents } = order
  if (factureCents === null) return factureAttendue ? ['is not there'] : []
  const left = factureCents - avoirsCents
  const kept = keptCents(order)
  return left === kept ? [] : [`leaves ${left} cents with its credit notes, ${kept} are paid`]
}
