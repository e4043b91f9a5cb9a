import type { ComponentType } from 'preact'
import { accountPages } from '../account/index.ts'
import { lazy } from '../shell/lazy.tsx'
import { Home } from './home/index.tsx'

export type ShopPage = { path: string; page: ComponentType }

/** Every page with its address below the shop's own. The home page comes with the first script, the others when they are opened. */
export const pages: ShopPage[] = [
  { path: '/', page: Home },
  { path: '/connexion', page: lazy(() => import('./sign-in/index.tsx')) },
  ...accountPages,
]
