import { useSearchParams } from 'wouter'

/** Filters of a list, stored in its address: it can be shared, and the back button restores it. */
export function useSearchState() {
  const [params, setParams] = useSearchParams()
  return {
    get: (name: string) => params.get(name) ?? '',
    page: Math.max(1, Number(params.get('page')) || 1),
    /** Changes some; an empty one goes. Another filter begins at the first page. */
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
