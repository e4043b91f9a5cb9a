import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'wouter-preact'

/** A newly opened page starts at the top; going back restores the scroll position. */
export function useScroll() {
  const [path] = useLocation()
  const isBack = useRef(true)
  useEffect(() => {
    const back = () => {
      isBack.current = true
    }
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  useEffect(() => {
    if (!isBack.current) window.scrollTo(0, 0)
    isBack.current = false
  }, [path])
}
