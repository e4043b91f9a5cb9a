import { splitDeliveryByRate } from './delivery/terms.ts'
import type { LegalSettings } from './invoice-settings.ts'
import { paidLines } from './paid-lines.ts'
import { amountsByRate, STANDARD_RATE } from './pricing/vat.ts'
import type { Order } from './tables.ts'

type Priced = Pick<Order, 'lignes' | 'montantTotalCents' | 'conditionsLivraison'>

/** Returns the VAT at each rate that the total of an order contains, as its invoice states it; none if the seller is exempt. */
export function containedVat(
  order: Priced,
  { legalVatExempt }: Pick<LegalSettings, 'legalVatExempt'>,
): { tauxTva: number; tvaCents: number }[] {
  if (legalVatExempt === '1') return []
  const goods = paidLines(order).map(line => ({ ...line, tauxTva: line.tauxTva ?? STANDARD_RATE }))
  const { conditionsLivraison: terms } = order
  const delivery = terms ? splitDeliveryByRate(terms, goods) : []
  return amountsByRate([...goods, ...delivery]).flatMap(({ tauxTva, tvaCents }) =>
    tvaCents > 0 ? { tauxTva, tvaCents } : [],
  )
}
