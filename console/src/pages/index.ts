import type { ComponentType } from 'react'
import { createLoadedPage } from '../parts/loaded-page.tsx'
import type { Right } from '../shell/session.tsx'
import Today from './today/index.tsx'

/** A page of the console: its path, the key that opens it after `g`, its title, and the rights of which it requires one. */
export type Entry = {
  path: string
  key: string
  title: { fr: string; en: string }
  rights: readonly Right[]
  Page: ComponentType
  /** Loads the files of a page that is not in the main bundle. */
  load?: () => Promise<unknown>
}

const entry = (
  path: string,
  key: string,
  title: Entry['title'],
  rights: readonly Right[],
  load: () => Promise<{ default: ComponentType }>,
): Entry => ({ path, key, title, rights, load, Page: createLoadedPage(load) })

/** A user's start page is the first one that their rights include. `groups.ts` has the order of the menu. */
export const PAGES: readonly Entry[] = [
  {
    path: '/aujourdhui',
    key: 'h',
    title: { fr: 'Aujourd’hui', en: 'Today' },
    rights: ['support', 'warehouse'],
    // The start page is part of the main bundle.
    Page: Today,
  },
  entry(
    '/commandes',
    'c',
    { fr: 'Commandes', en: 'Orders' },
    ['support', 'warehouse', 'till'],
    () => import('./orders/index.tsx'),
  ),
  entry(
    '/bons',
    'b',
    { fr: 'Bons de préparation', en: 'Delivery slips' },
    ['warehouse'],
    () => import('./slips/index.tsx'),
  ),
  entry(
    '/clients',
    'l',
    { fr: 'Clients', en: 'Customers' },
    ['support', 'till'],
    () => import('./clients/index.tsx'),
  ),
  entry(
    '/paiements',
    'e',
    { fr: 'Paiements', en: 'Payments' },
    ['support'],
    () => import('./payments/index.tsx'),
  ),
  entry(
    '/retractations',
    't',
    { fr: 'Rétractations', en: 'Withdrawals' },
    ['support'],
    () => import('./withdrawals/index.tsx'),
  ),
  entry(
    '/produits',
    'p',
    { fr: 'Produits', en: 'Products' },
    ['catalogue', 'warehouse', 'shop', 'till', 'support'],
    () => import('./products/index.tsx'),
  ),
  entry('/stocks', 's', { fr: 'Stocks', en: 'Stocks' }, ['warehouse'], () => import('./stocks/index.tsx')),
  entry(
    '/reassort',
    'a',
    { fr: 'Réassort', en: 'Restocking' },
    ['warehouse'],
    () => import('./restocking/index.tsx'),
  ),
  entry(
    '/reparations',
    'r',
    { fr: 'Réparations', en: 'Repairs' },
    ['warehouse'],
    () => import('./repairs/index.tsx'),
  ),
  entry(
    '/promotions',
    'o',
    { fr: 'Promotions', en: 'Promotions' },
    ['catalogue'],
    () => import('./promotions/index.tsx'),
  ),
  entry(
    '/codes',
    'd',
    { fr: 'Codes promotionnels', en: 'Promotion codes' },
    ['catalogue', 'support'],
    () => import('./codes/index.tsx'),
  ),
  entry(
    '/livraison',
    'v',
    { fr: 'Livraison', en: 'Delivery' },
    ['catalogue', 'support', 'shop', 'till'],
    () => import('./delivery/index.tsx'),
  ),
  entry(
    '/magasins',
    'm',
    { fr: 'Magasins', en: 'Stores' },
    ['shop', 'till', 'warehouse', 'catalogue', 'support'],
    () => import('./stores/index.tsx'),
  ),
  entry('/courriels', 'i', { fr: 'Courriels', en: 'Mails' }, ['support'], () => import('./mails/index.tsx')),
  entry('/boutique', 'x', { fr: 'Boutique', en: 'Shop' }, ['admin'], () => import('./shop/index.tsx')),
  entry('/equipe', 'q', { fr: 'Équipe', en: 'Staff' }, ['admin'], () => import('./team/index.tsx')),
  entry('/cles', 'k', { fr: 'Clés', en: 'Keys' }, ['admin'], () => import('./keys/index.tsx')),
  entry(
    '/webhooks',
    'w',
    { fr: 'Webhooks', en: 'Webhooks' },
    ['admin'],
    () => import('./webhooks/index.tsx'),
  ),
  entry('/journal', 'j', { fr: 'Journal', en: 'Journal' }, ['admin'], () => import('./journal/index.tsx')),
  entry('/systeme', 'y', { fr: 'Système', en: 'System' }, ['admin'], () => import('./system/index.tsx')),
  entry(
    '/compte',
    'u',
    { fr: 'Mon compte', en: 'My account' },
    ['shop', 'till', 'warehouse', 'catalogue', 'support', 'metrics', 'peer'],
    () => import('./account/index.tsx'),
  ),
]

/** The paths of the pages for users whose rights are limited to stores; the others show what concerns no single store. */
export const PAGES_PER_STORE: readonly string[] = [
  '/aujourdhui',
  '/commandes',
  '/bons',
  '/retractations',
  '/stocks',
  '/magasins',
  '/compte',
]
