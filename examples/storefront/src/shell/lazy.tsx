import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Loading } from '../parts/loading.tsx'

type Module = { default: ComponentType }

/** A page whose script is loaded when it is first opened. */
export function lazy(load: () => Promise<Module>): ComponentType {
  let Found: ComponentType | undefined
  return function Lazy() {
    const [fault, tell] = useState<unknown>()
    const [, draw] = useState(0)
    useEffect(() => {
      if (Found) return
      let isGone = false
      load().then(
        ({ default: component }) => {
          Found = component
          if (!isGone) draw(1)
        },
        error => !isGone && tell(error),
      )
      return () => {
        isGone = true
      }
    }, [])
    // The error boundary around the pages reports it.
    if (fault) throw fault
    return Found ? <Found /> : <Loading />
  }
}
