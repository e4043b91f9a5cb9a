import type { ComponentType } from 'preact'
import { accountPages } from '../account/index.ts'
import { lazy } from '../shell/lazy.tsx'
import { Home } from './home/index.tsx'

export type ShopPage = { path: string; page: ComponentType }

/**
 * All pages with their paths relative to the shop's. The home page is in the main bundle; others are loaded on first use.
 */
export const pages: ShopPage[] = [
  { path: '/', page: Home },
  { path: '/recherche', page: lazy(() => import('./search/index.tsx')) },
  { path: '/produits/:id', page: lazy(() => import('./product/index.tsx')) },
  { path: '/panier', page: lazy(() => import('./basket/index.tsx')) },
  { path: '/commande', page: lazy(() => import('./checkout/index.tsx')) },
  { path: '/paiement/:ordreId', page: lazy(() => import('./payment/index.tsx')) },
  { path: '/retour', page: lazy(() => import('./return/index.tsx')) },
  { path: '/commandes', page: lazy(() => import('./orders/index.tsx')) },
  { path: '/commandes/:ordreId', page: lazy(() => import('./order/index.tsx')) },
  { path: '/suivre', page: lazy(() => import('./follow/index.tsx')) },
  { path: '/informations/:page', page: lazy(() => import('./information/index.tsx')) },
  { path: '/connexion', page: lazy(() => import('./sign-in/index.tsx')) },
  ...accountPages,
]
