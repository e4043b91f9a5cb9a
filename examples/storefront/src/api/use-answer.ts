import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { getStoredAnswer, storeAnswer } from './answers.ts'
import { isUnavailable } from './client.ts'

export type Answer<Data> = {
  /** The response for the key. While it loads: an earlier one for the same key, else that of the previous key. */
  data: Data | undefined
  error: unknown
  isLoading: boolean
  again(): void
}

const LONGEST_PAUSE_MS = 8_000

/**
 * Requests data whenever `key` changes and aborts the previous request; an undefined key requests nothing. While the server
 * is unavailable, the request is retried with increasing pauses.
 */
export function useAnswer<Data>(
  key: string | undefined,
  ask: (signal: AbortSignal) => Promise<Data>,
): Answer<Data> {
  const [state, change] = useState<{ key: string | undefined; data?: Data; error?: unknown }>({
    key: undefined,
  })
  const [round, nextRound] = useState(0)
  const latest = useRef(ask)
  latest.current = ask

  useEffect(() => {
    if (key === undefined) return
    const ending = new AbortController()
    let pause: ReturnType<typeof setTimeout> | undefined
    async function load(asking: string, tries: number) {
      try {
        const data = await latest.current(ending.signal)
        if (ending.signal.aborted) return
        storeAnswer(asking, data)
        change({ key: asking, data })
      } catch (error) {
        if (ending.signal.aborted) return
        change(({ data }) => ({ key: asking, data, error }))
        if (isUnavailable(error))
          pause = setTimeout(() => load(asking, tries + 1), Math.min(1_000 * 2 ** tries, LONGEST_PAUSE_MS))
      }
    }
    void load(key, 0)
    return () => {
      ending.abort()
      clearTimeout(pause)
    }
  }, [key, round])

  const again = useCallback(() => nextRound(value => value + 1), [])
  const isOwn = state.key === key
  // `storeAnswer` stored a response for this key, so it has the type that `ask` returns.
  const remembered = key === undefined ? undefined : (getStoredAnswer(key) as Data | undefined)
  return {
    data: isOwn ? state.data : (remembered ?? state.data),
    error: isOwn ? state.error : undefined,
    isLoading: key !== undefined && !isOwn,
    again,
  }
}
