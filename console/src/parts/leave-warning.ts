import { useEffect } from 'react'

/** The browser asks before the page is left, while something would be lost by it. */
export function useLeaveWarning(isActive: boolean) {
  useEffect(() => {
    if (!isActive) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isActive])
}
