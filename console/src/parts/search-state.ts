import { useSearchParams } from 'wouter'

/**
 * Filters of a list, stored in the query string: its address can be shared, and returning to the list restores them.
 */
export function useSearchState() {
  const [params, setParams] = useSearchParams()
  return {
    get: (name: string) => params.get(name) ?? '',
    page: Math.max(1, Number(params.get('page')) || 1),
    /** Changes some filters; empty ones are removed. A change without `page` returns to the first page. */
    set: (changes: Record<string, string | number | undefined>) =>
      setParams(
        before => {
          const next = new URLSearchParams(before)
          if (!('page' in changes)) next.delete('page')
          for (const [name, value] of Object.entries(changes))
            if (value === undefined || value === '') next.delete(name)
            else next.set(name, String(value))
          return next
        },
        { replace: true },
      ),
  }
}
