import { useEffect } from 'preact/hooks'
import { useLocation, useSearch } from 'wouter-preact'
import type { Shapes } from '../../api/client.ts'
import { rememberOrder } from '../../state/orders.ts'

/** Stores an order that was opened by a mailed link, and removes the link's token from the address. */
export function useMailedLink(order: Shapes['Commande'] | undefined) {
  const jeton = new URLSearchParams(useSearch()).get('jeton')
  const [path, go] = useLocation()
  useEffect(() => {
    if (!order || !jeton) return
    const { ordreId, createdAt, montantTotalCents: totalCents } = order
    rememberOrder({ ordreId, createdAt, totalCents, jeton })
    go(path, { replace: true })
  }, [order, jeton, path, go])
}
