import { useSyncExternalStore } from 'react'

const meta = document.querySelector('meta[name="comptoir-shop"]')
const listeners = new Set<() => void>()

/** The name of the shop when the page was loaded, or as this page has changed it. */
const shopName = () => meta?.getAttribute('content') || 'Comptoir'

/** Shows a new name on all parts of the page at once. */
export function changeShopName(name: string | null) {
  meta?.setAttribute('content', name ?? '')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useShopName = () => useSyncExternalStore(subscribe, shopName)

/** The page of the shop to which a customer returns from a payment. */
export const RETURN_ADDRESS =
  document.querySelector('meta[name="comptoir-return"]')?.getAttribute('content') || '/'
