import { useLocation, useSearch } from 'wouter-preact'

/** The target of a sign-in: the page of the shop that requested it (`?vers=/panier`), else the home page. */
export function useSignInTarget() {
  const [, go] = useLocation()
  const wanted = new URLSearchParams(useSearch()).get('vers') ?? '/'
  // Two leading slashes would name another host.
  const onwards = /^\/(?![/\\])/.test(wanted) ? wanted : '/'
  return {
    goOn: () => go(onwards, { replace: true }),
    /** The address of a page that passes the same target on. */
    keeping: (path: string) => `${path}?vers=${encodeURIComponent(onwards)}`,
  }
}
