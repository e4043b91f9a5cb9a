import { useRef } from 'react'
import { createKeyHeader } from '../api/client.ts'

/**
 * Returns a function from the body of a call that must take effect once to its idempotency key. Consecutive calls with
 * the same body share the key, so that a call can be repeated after a lost response; a different body gets a new key.
 */
export function useCallKey() {
  const last = useRef<{ body: string; key: ReturnType<typeof createKeyHeader> }>(undefined)
  return (body: unknown) => {
    const text = JSON.stringify(body)
    if (last.current?.body !== text) last.current = { body: text, key: createKeyHeader() }
    return last.current.key
  }
}
