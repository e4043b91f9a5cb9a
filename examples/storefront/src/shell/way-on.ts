import { useLocation, useSearch } from 'wouter-preact'

/** Where a sign-in leads: to the page of the shop that asked for it (`?vers=/panier`), else home. */
export function useWayOn() {
  const [, go] = useLocation()
  const wanted = new URLSearchParams(useSearch()).get('vers') ?? '/'
  // An address of another host would begin with two strokes.
  const onwards = /^\/(?![/\\])/.test(wanted) ? wanted : '/'
  return {
    goOn: () => go(onwards, { replace: true }),
    /** The address of a page that leads to the same place in the end. */
    keeping: (path: string) => `${path}?vers=${encodeURIComponent(onwards)}`,
  }
}
