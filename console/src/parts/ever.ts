import { useRef } from 'react'

/** Whether this is true, or was: what is drawn from then on, and not before. */
export function useEver(now: boolean): boolean {
  const ever = useRef(false)
  ever.current ||= now
  return ever.current
}
