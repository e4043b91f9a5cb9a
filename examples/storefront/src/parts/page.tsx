import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { config } from '../config.ts'

type Props = {
  /** The page's heading, and its name in the browser's history. */
  title: string
  /** Beside the heading. */
  aside?: ComponentChildren
  class?: string
  children: ComponentChildren
}

let isFirst = true

/** A page: its title, and its heading, which takes the focus, so that who does not see it hears where they are. */
export function Page({ title, aside, class: name, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The first page is announced by the browser; who is typing goes on typing.
    if (!isFirst && document.activeElement?.tagName !== 'INPUT')
      heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])
  useEffect(() => {
    document.title = `${title} · ${config.shop}`
  }, [title])
  return (
    <div class={name ? `page ${name}` : 'page'}>
      <div class="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {aside}
      </div>
      {children}
    </div>
  )
}
