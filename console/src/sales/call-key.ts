import { useRef } from 'react'
import { newKey } from '../api/client.ts'

/**
 * The key of a call that must not happen twice: the same while what is sent stays the same, so that it can be sent again after
 * its answer was lost; another for another call.
 */
export function useCallKey() {
  const last = useRef<{ body: string; key: ReturnType<typeof newKey> }>(undefined)
  return (body: unknown) => {
    const text = JSON.stringify(body)
    if (last.current?.body !== text) last.current = { body: text, key: newKey() }
    return last.current.key
  }
}
