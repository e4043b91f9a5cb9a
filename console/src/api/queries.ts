import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isSignedOut, isUnavailable } from './client.ts'

export const SESSION = ['session']

/** Queries the session again after a 401; if it has ended, this fails and the sign-in dialog opens over the page. */
const onError = (error: unknown) => {
  if (isSignedOut(error)) void queryClient.invalidateQueries({ queryKey: SESSION })
}

/**
 * Queries are retried while the server is unavailable, so that the page recovers without the user. Mutations, and
 * queries that the server refuses, are not retried.
 */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { queryKey }) => queryKey !== SESSION && onError(error) }),
  // A form that sends a password or a code shows a 401 as a wrong password or code.
  mutationCache: new MutationCache({
    onError: (error, _given, _kept, { meta }) => meta?.isSignIn || onError(error),
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      retry: (_times, error) => isUnavailable(error),
      retryDelay: times => Math.min(1_000 * 2 ** times, 5_000),
    },
    mutations: { networkMode: 'always' },
  },
})
