import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useOwnPages } from './pages.tsx'

const ShortcutHelp = lazy(() => import('./shortcut-help.tsx'))

/** Maximum time between `g` and the key of a page. */
const SEQUENCE_MS = 1_500
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/**
 * `g` and a letter open a page, `/` focuses the search field of the current page, `?` lists the shortcuts. Ctrl or Cmd and
 * `K` call `onFind`, also while the user types in a field of the page.
 */
export function Shortcuts({ onFind }: { onFind: () => void }) {
  const pages = useOwnPages()
  const [, navigate] = useLocation()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const goneAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k'
      // Otherwise some browsers move to their address bar.
      if (isFind) event.preventDefault()
      if (document.querySelector('[role="dialog"]')) return
      if (isFind) return onFind()
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const isSecond = event.timeStamp - goneAt.current < SEQUENCE_MS
      goneAt.current = Number.NEGATIVE_INFINITY
      const page = isSecond && pages.find(({ key }) => key === event.key)
      if (page) navigate(page.path)
      else if (event.key === 'g') goneAt.current = event.timeStamp
      else if (event.key === '?') setOpen(true)
      else if (event.key === '/') {
        document.querySelector<HTMLInputElement>('#content input[type="search"]')?.focus()
        event.preventDefault()
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [pages, navigate, onFind])

  return (
    isOpen && (
      <Suspense>
        <ShortcutHelp pages={pages} onClose={close} />
      </Suspense>
    )
  )
}
