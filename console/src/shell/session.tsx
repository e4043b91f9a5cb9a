import { useQuery } from '@tanstack/react-query'
import { createContext, lazy, type ReactNode, Suspense, useContext } from 'react'
import { answerOf, api, isSignedOut, type Shapes } from '../api/client.ts'
import { SESSION } from '../api/queries.ts'
import { ErrorAlert } from '../parts/error-alert.tsx'
import { Loading } from '../parts/loading.tsx'

const SignIn = lazy(() => import('./sign-in.tsx'))
const SessionEnded = lazy(() => import('./session-ended.tsx'))

export type StaffSession = Shapes['SessionPersonnel']
export type Right = StaffSession['droits'][number]

const Current = createContext<StaffSession | undefined>(undefined)

/**
 * Renders its children for a signed-in user. If the session ends, the page and its input stay behind the sign-in
 * dialog.
 */
export function Session({ children }: { children: ReactNode }) {
  const { data, error, failureReason } = useQuery({
    queryKey: SESSION,
    queryFn: () => answerOf(api.GET('/api/v1/publique/sessions-personnel')),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: 'always',
  })
  if (data === undefined) {
    if (isSignedOut(error))
      return (
        <Suspense fallback={<Loading />}>
          <SignIn />
        </Suspense>
      )
    if (error ?? failureReason) return <ErrorAlert error={error ?? failureReason} />
    return <Loading />
  }
  return (
    <Current.Provider value={data}>
      {children}
      {isSignedOut(error) && (
        <Suspense>
          <SessionEnded />
        </Suspense>
      )}
    </Current.Provider>
  )
}

/** The signed-in member of staff. */
export function useSession(): StaffSession {
  const session = useContext(Current)
  if (!session) throw new Error('Outside a session')
  return session
}

/**
 * Returns a function that tells whether the user has one of the given rights; `admin` includes all. The server checks
 * the rights independently.
 */
export function useMay() {
  const { droits } = useSession()
  return (...rights: readonly Right[]) =>
    droits.includes('admin') || rights.some(right => droits.includes(right))
}

/**
 * Like `useMay`, but false for a user whose rights are limited to stores: pages and routes that concern no single store
 * are closed to them.
 */
export function useMayInAllStores() {
  const may = useMay()
  const { magasins } = useSession()
  return (...rights: readonly Right[]) => magasins === null && may(...rights)
}
