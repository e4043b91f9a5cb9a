import { useRef } from 'react'

/** Whether `now` is true or was true in an earlier render: content is mounted on first use and then stays. */
export function useOnceTrue(now: boolean): boolean {
  const ever = useRef(false)
  ever.current ||= now
  return ever.current
}
