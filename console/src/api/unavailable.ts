import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isUnavailable } from './client.ts'

/** Whether a query of the page fails because the server is unavailable. */
export function useUnavailable(): boolean {
  const client = useQueryClient()
  return useSyncExternalStore(
    tell => client.getQueryCache().subscribe(tell),
    () =>
      client
        .getQueryCache()
        .getAll()
        .some(query => query.isActive() && isUnavailable(query.state.fetchFailureReason)),
  )
}
