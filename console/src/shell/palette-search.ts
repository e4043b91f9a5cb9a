import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { answerOf, api } from '../api/client.ts'
import { asPage } from '../api/lists.ts'
import { findClients } from '../pages/clients/find.ts'
import { customerNameOf } from '../pages/orders/customer.ts'
import { useOwnPages } from './pages.tsx'
import { useMay } from './session.tsx'

/** A record that the search found: its address in the console, its name and a second line. */
export type Found = { path: string; label: string; hint: string }
export type Kind = { path: string; isAllowed: boolean; found: UseQueryResult<Found[]> }

const LIMIT = 5
/** A single character finds too much to be useful. */
const MIN_LENGTH = 2

async function findOrders(search: string, signal: AbortSignal): Promise<Found[]> {
  const query = { search, limit: LIMIT, sort: '-createdAt' as const }
  const { data } = await answerOf(api.GET('/api/v1/privee/commandes', { params: { query }, signal }))
  return data.map(order => ({
    path: `/commandes/${encodeURIComponent(order.ordreId)}`,
    label: order.ordreId,
    hint: customerNameOf(order) ?? '',
  }))
}

async function findCustomers(search: string, mayAskAccounts: boolean, signal: AbortSignal) {
  const { clients, accounts } = await findClients({ search, page: 1, limit: LIMIT, mayAskAccounts, signal })
  const found: Found[] = clients.map(({ idClient, prenom, nom, adresseMail }) => ({
    path: `/clients/${encodeURIComponent(idClient)}`,
    label: `${prenom} ${nom}`,
    hint: adresseMail,
  }))
  return [
    ...found,
    ...accounts.map(({ clientId, email }) => ({
      path: `/clients/${clientId}`,
      label: email,
      hint: clientId,
    })),
  ]
}

async function findProducts(search: string, signal: AbortSignal): Promise<Found[]> {
  const query = { search, limit: LIMIT, fields: 'id,nom,ean', sort: 'nom' }
  const { rows } = asPage(await answerOf(api.GET('/api/publique/produits', { params: { query }, signal })))
  return rows.map(({ id, nom, ean }) => ({ path: `/produits/${id}`, label: nom ?? '', hint: ean ?? '' }))
}

/**
 * Searches the orders, customers and products that the user may see. A search that is no longer wanted is aborted; an
 * unavailable area is reported at once instead of being asked again.
 */
export function useRecordSearch(search: string): Kind[] {
  const may = useMay()
  const own = useOwnPages()
  const kinds = [
    { path: '/commandes', find: findOrders },
    {
      path: '/clients',
      find: (text: string, signal: AbortSignal) => findCustomers(text, may('support'), signal),
    },
    { path: '/produits', find: findProducts },
  ].map(kind => ({ ...kind, isAllowed: own.some(({ path }) => path === kind.path) }))
  const results = useQueries({
    queries: kinds.map(({ path, find, isAllowed }) => ({
      queryKey: ['palette', path, search],
      enabled: isAllowed && search.length >= MIN_LENGTH,
      queryFn: ({ signal }: { signal: AbortSignal }) => find(search, signal),
      retry: false,
    })),
  })
  return kinds.flatMap(({ path, isAllowed }, i) => {
    const found = results[i]
    return found ? [{ path, isAllowed, found }] : []
  })
}
