import { useEffect } from 'react'

/** While `isActive`, the browser asks for confirmation before the console is left; links within the console do not ask. */
export function useLeaveWarning(isActive: boolean) {
  useEffect(() => {
    if (!isActive) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isActive])
}
