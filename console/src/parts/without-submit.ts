import type { KeyboardEvent } from 'react'

/** Enter in a list of choices must not send its form, as it does while the choices are still loading or none matches. */
export function withoutSubmit(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault()
}
