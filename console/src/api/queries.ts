import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isAway, isSignedOut } from './client.ts'

export const SESSION = ['session']

/** A session that has ended is asked for again, which opens the sign-in over the page. */
const onError = (error: unknown) => {
  if (isSignedOut(error)) void queryClient.invalidateQueries({ queryKey: SESSION })
}

/**
 * A server that is away is asked until it is back, and the page goes on
 * by itself; what it refuses is not asked again. What is written is never repeated by itself.
 */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { queryKey }) => queryKey !== SESSION && onError(error) }),
  // A wrong password is told where it was typed.
  mutationCache: new MutationCache({
    onError: (error, _given, _kept, { meta }) => meta?.isSignIn || onError(error),
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 5_000,
      retry: (_times, error) => isAway(error),
      retryDelay: times => Math.min(1_000 * 2 ** times, 5_000),
    },
    mutations: { networkMode: 'always' },
  },
})
