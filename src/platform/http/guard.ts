/**
 * Whether callers need keys or sessions: always once API keys are configured, otherwise once an administrator has
 * claimed the platform. A guard that has closed stays closed until the process ends.
 */
export type Guard = {
  readonly on: boolean
  /** Whether it is not known yet whether the platform is claimed; it is closed meanwhile. */
  readonly isUnknown: boolean
  close(): void
  /** Opens an `unknown` guard, unless it has been closed meanwhile. */
  open(): void
}

/** `unknown`: closed until it is known whether the platform is claimed. */
export function createGuard(initial: 'open' | 'closed' | 'unknown'): Guard {
  let state = initial
  return {
    get on() {
      return state !== 'open'
    },
    get isUnknown() {
      return state === 'unknown'
    },
    close() {
      state = 'closed'
    },
    open() {
      if (state === 'unknown') state = 'open'
    },
  }
}
