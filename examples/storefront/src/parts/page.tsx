import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { config } from '../config.ts'

type Props = {
  /** The page's heading, and its document title. */
  title: string
  /** Content above the heading. */
  above?: ComponentChildren
  /** Content beside the heading. */
  aside?: ComponentChildren
  class?: string
  children: ComponentChildren
}

let isFirst = true

/** A page with its title. Its heading receives the focus, so that screen readers announce the page. */
export function Page({ title, above, aside, class: name, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The browser announces the first page itself; a focused input keeps the focus.
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
        {above}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {aside}
      </div>
      {children}
    </div>
  )
}
