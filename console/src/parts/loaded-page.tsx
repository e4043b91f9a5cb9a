import { type ComponentType, useEffect, useState } from 'react'
import { Loading } from './loading.tsx'

/**
 * Returns a component whose files are loaded when it is first shown. `React.lazy` would show it 300 ms after the waiting
 * state at the earliest, even if it was loaded in 40.
 */
export function createLoadedPage(load: () => Promise<{ default: ComponentType }>): ComponentType {
  let Loaded: ComponentType | undefined
  return function LoadedPage() {
    const [state, setState] = useState<{ Content?: ComponentType | undefined; error?: unknown }>({
      Content: Loaded,
    })
    useEffect(() => {
      if (Loaded) return
      load().then(
        ({ default: Content }) => {
          Loaded = Content
          setState({ Content })
        },
        (error: unknown) => setState({ error }),
      )
    }, [])
    // The boundary around the pages shows it.
    if (state.error !== undefined) throw state.error
    return state.Content ? <state.Content /> : <Loading />
  }
}
