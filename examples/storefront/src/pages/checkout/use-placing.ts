import { useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { ComptoirError } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import type { Pricing } from '../../basket/price-basket.ts'
import { delivery, details } from '../../state/checkout.ts'
import { type CodeRefusal, refuseCode, refusedCode } from '../../state/codes.ts'
import { AlreadyPaidError, placeOrder } from './place-order.ts'

/**
 * Errors without a message, because the newly priced basket shows their cause: changed prices, articles no longer sold,
 * a code that can no longer be used, or a delivery that must be chosen.
 */
const TOLD_BY_THE_BASKET = new Set([
  ...['panier-change', 'prix-change', 'produit-inconnu', 'produit-hors-vente'],
  ...['code-refuse', 'livraison-requise'],
])

/** Refusals of the chosen method: the shopper chooses again among those offered now. */
const OTHER_METHOD = new Set(['livraison-indisponible', 'livraison-incoherente'])

function apply({ code, codePromotion, statut }: ComptoirError) {
  if (code === 'code-refuse' && codePromotion && statut) refuseCode(codePromotion, statut as CodeRefusal)
  if (OTHER_METHOD.has(code ?? '')) delivery.value = { ...delivery.value, code: undefined }
}

/**
 * Places the order and opens its payment. If that fails, the basket is priced again; if prices or articles have
 * changed, `wasCents` is the total that the shopper had agreed to.
 */
export function usePlacing(priceAgain: () => void) {
  const [, go] = useLocation()
  const [wasCents, keep] = useState<number>()
  const { run, error, isBusy } = useAction(async (priced: Pricing['priced']) => {
    try {
      const ordreId = await placeOrder(priced, details.value, delivery.value)
      refusedCode.value = undefined
      go(priced.totalCents === 0 ? `/commandes/${ordreId}` : `/paiement/${ordreId}`)
    } catch (fault) {
      if (fault instanceof AlreadyPaidError) return go(`/commandes/${fault.ordreId}?paiement=deja`)
      if (fault instanceof ComptoirError) apply(fault)
      priceAgain()
      if (!(fault instanceof ComptoirError) || !TOLD_BY_THE_BASKET.has(fault.code ?? '')) throw fault
      keep(priced.totalCents)
    }
  })
  return { place: run, error, isBusy, wasCents }
}
