import { type ComponentType, lazy } from 'react'
import type { Right } from '../shell/session.tsx'

type Page = { default: ComponentType }

/** A page of the console: where it is, the key that leads to it after `g`, what it is called, and who may see it. */
export type Entry = {
  path: string
  key: string
  title: { fr: string; en: string }
  rights: readonly Right[]
  Page: ReturnType<typeof lazy<ComponentType>>
}

const entry = (
  path: string,
  key: string,
  title: Entry['title'],
  rights: readonly Right[],
  load: () => Promise<Page>,
): Entry => ({ path, key, title, rights, Page: lazy(load) })

/** In the order of the menu. The first that somebody may see is where they begin. */
export const PAGES: readonly Entry[] = [
  entry(
    '/magasins',
    'm',
    { fr: 'Magasins', en: 'Stores' },
    ['shop', 'till', 'warehouse', 'catalogue', 'support'],
    () => import('./stores/index.tsx'),
  ),
]
