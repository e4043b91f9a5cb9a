import {
  IconActivity,
  IconAdjustments,
  IconBuildingStore,
  IconClipboardList,
  IconCreditCard,
  IconDiscount,
  IconHistory,
  IconHome,
  IconKey,
  IconMail,
  IconPackages,
  IconShoppingCart,
  IconTag,
  IconTicket,
  IconTool,
  IconTruckDelivery,
  IconTruckLoading,
  IconTruckReturn,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '../parts/icons.tsx'

type Icon = typeof IconTag

/** A group of the menu: its icon, its title, and the paths of its pages with their icons, in order. */
export type Group = {
  key: string
  Icon: Icon
  title: { fr: string; en: string }
  pages: readonly (readonly [path: string, Icon: Icon])[]
}

/** The menu. A test requires each page in exactly one group. */
export const GROUPS: readonly Group[] = [
  {
    key: 'vente',
    Icon: IconShoppingCart,
    title: { fr: 'Vente', en: 'Sales' },
    pages: [
      ['/aujourdhui', IconHome],
      ['/commandes', IconShoppingCart],
      ['/bons', IconClipboardList],
      ['/paiements', IconCreditCard],
      ['/retractations', IconTruckReturn],
    ],
  },
  {
    key: 'catalogue',
    Icon: IconTag,
    title: { fr: 'Catalogue', en: 'Catalogue' },
    pages: [
      ['/produits', IconTag],
      ['/promotions', IconDiscount],
      ['/codes', IconTicket],
    ],
  },
  {
    key: 'magasins',
    Icon: IconBuildingStore,
    title: { fr: 'Magasins', en: 'Stores' },
    pages: [
      ['/magasins', IconBuildingStore],
      ['/stocks', IconPackages],
      ['/reassort', IconTruckLoading],
      ['/reparations', IconTool],
    ],
  },
  {
    key: 'clients',
    Icon: IconUsers,
    title: { fr: 'Clients', en: 'Customers' },
    pages: [
      ['/clients', IconUsers],
      ['/courriels', IconMail],
    ],
  },
  {
    key: 'reglages',
    Icon: IconAdjustments,
    title: { fr: 'Réglages', en: 'Settings' },
    pages: [
      ['/boutique', IconBuildingStore],
      ['/livraison', IconTruckDelivery],
      ['/equipe', IconUsersGroup],
      ['/cles', IconKey],
      ['/webhooks', IconWebhook],
      ['/journal', IconHistory],
      ['/systeme', IconActivity],
      ['/compte', IconUserCircle],
    ],
  },
]
