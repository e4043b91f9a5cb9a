import { useRef } from 'react'
import { createKeyHeader } from '../api/client.ts'

/**
 * The idempotency key of a call that must take effect once: calls with the same body share it, so that one can be repeated
 * after a lost response; a different body gets a new key.
 */
export function useCallKey() {
  const last = useRef<{ body: string; key: ReturnType<typeof createKeyHeader> }>(undefined)
  return (body: unknown) => {
    const text = JSON.stringify(body)
    if (last.current?.body !== text) last.current = { body: text, key: createKeyHeader() }
    return last.current.key
  }
}
