import { useEffect, useSyncExternalStore } from 'react'
import type { AroundNavHandler } from 'wouter'

type Leave = () => void

/** The number of forms with unsaved input on the current page. */
let forms = 0
let isAllowed = false
/** The navigation that waits for the answer of the user. */
let waiting: Leave | undefined
const listeners = new Set<() => void>()

function setWaiting(leave: Leave | undefined) {
  waiting = leave
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Navigates without a question, for example after the input was saved. */
export function leaveWithoutWarning(leave: Leave) {
  isAllowed = true
  try {
    leave()
  } finally {
    isAllowed = false
  }
}

/** Asks before a link of the console leaves a page with unsaved input. Links to the same page do not leave it. */
export const guardNavigation: AroundNavHandler = (navigate, to, options) => {
  const leave = () => navigate(to, options)
  const isSamePage = new URL(to, window.location.href).pathname === window.location.pathname
  if (forms === 0 || isAllowed || isSamePage) leave()
  else setWaiting(leave)
}

/** The navigation that waits for an answer, as functions that continue or cancel it; undefined if none waits. */
export function useWaitingNavigation() {
  const leave = useSyncExternalStore(subscribe, () => waiting)
  return (
    leave && {
      stay: () => setWaiting(undefined),
      leave: () => {
        setWaiting(undefined)
        leaveWithoutWarning(leave)
      },
    }
  )
}

/** The address of the page with unsaved input. */
let here = ''

/**
 * Asks before the back button leaves a page with unsaved input. The history has moved by then, so the address is
 * restored until the answer. The router listens to this event too: its listener is added later, with its first page.
 */
window.addEventListener('popstate', event => {
  const to = window.location.href
  if (forms === 0 || new URL(to).pathname === new URL(here).pathname) return
  event.stopImmediatePropagation()
  window.history.pushState(null, '', here)
  setWaiting(() => window.history.pushState(null, '', to))
})

/**
 * While `isActive`, the user is asked before the page is left: by the browser if the console is closed or reloaded, else
 * by the console.
 */
export function useLeaveWarning(isActive: boolean) {
  useEffect(() => {
    if (!isActive) return
    here = window.location.href
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    forms += 1
    window.addEventListener('beforeunload', ask)
    return () => {
      forms -= 1
      window.removeEventListener('beforeunload', ask)
    }
  }, [isActive])
}
