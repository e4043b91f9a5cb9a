import { Anchor } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ClientLink, pageAddress } from '../../sales/links.tsx'
import { salesTexts } from '../../sales/texts.ts'
import { contactOf, customerNameOf, isGuest } from '../orders/customer.ts'

type Payment = Pick<Shapes['Transaction'], 'orderId' | 'clientId'>

/** A list of orders takes at most this many ids. */
const MAX_IDS = 100

/** Returns a function from a payment to the link to its customer, whom its order names. */
export function useCustomers(payments: readonly Payment[]) {
  const words = useTexts(salesTexts)
  const ids = [...new Set(payments.flatMap(({ orderId }) => orderId || []))].sort().slice(0, MAX_IDS)
  const { data } = useQuery({
    queryKey: ['orders', 'of-payments', ids],
    enabled: ids.length > 0,
    queryFn: async () => {
      const query = { ordreIds: ids.join(), limit: MAX_IDS }
      const { data } = await answerOf(api.GET('/api/v1/privee/commandes', { params: { query } }))
      return new Map(data.map(order => [order.ordreId, order]))
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return ({ orderId, clientId }: Payment) => {
    if (!clientId) return undefined
    const order = data?.get(orderId ?? '')
    const name = order && customerNameOf(order)
    if (!isGuest(clientId)) return <ClientLink id={clientId}>{name}</ClientLink>
    const search = order && (contactOf(order).email ?? name)
    if (!search) return words.guest
    // A guest has no page; the search finds their orders.
    return (
      <Anchor
        component={Link}
        href={pageAddress(`/commandes?search=${encodeURIComponent(search)}`)}
        fz="inherit"
      >
        {name} ({words.guest.toLowerCase()})
      </Anchor>
    )
  }
}
