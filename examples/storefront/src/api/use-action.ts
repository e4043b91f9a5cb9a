import { useRef, useState } from 'preact/hooks'

/** An action that runs once at a time: a call while it runs has no effect. If it fails, `error` is set. */
export function useAction<Given extends unknown[]>(act: (...given: Given) => Promise<void>) {
  const [state, change] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false })
  const running = useRef(false)
  async function run(...given: Given) {
    if (running.current) return
    running.current = true
    change({ isBusy: true })
    try {
      await act(...given)
      change({ isBusy: false })
    } catch (error) {
      change({ isBusy: false, error })
    } finally {
      running.current = false
    }
  }
  return { ...state, run, forget: () => change({ isBusy: false }) }
}
