import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isAway } from './client.ts'

/** Whether a query of the page fails because the server is unavailable. */
export function useAway(): boolean {
  const client = useQueryClient()
  return useSyncExternalStore(
    tell => client.getQueryCache().subscribe(tell),
    () =>
      client
        .getQueryCache()
        .getAll()
        .some(query => query.isActive() && isAway(query.state.fetchFailureReason)),
  )
}
