import type { ShopPage } from '../pages/index.ts'
import { lazy } from '../shell/lazy.tsx'

export const accountPages: ShopPage[] = [
  { path: '/inscription', page: lazy(() => import('./register/index.tsx')) },
  { path: '/mot-de-passe-oublie', page: lazy(() => import('./forgotten/index.tsx')) },
  { path: '/compte', page: lazy(() => import('./overview/index.tsx')) },
  { path: '/compte/factures/:ordreId', page: lazy(() => import('./invoice/index.tsx')) },
]
