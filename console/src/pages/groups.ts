import IconActivity from '@tabler/icons-react/icons/IconActivity'
import IconAdjustments from '@tabler/icons-react/icons/IconAdjustments'
import IconBuildingStore from '@tabler/icons-react/icons/IconBuildingStore'
import IconClipboardList from '@tabler/icons-react/icons/IconClipboardList'
import IconCreditCard from '@tabler/icons-react/icons/IconCreditCard'
import IconDiscount from '@tabler/icons-react/icons/IconDiscount'
import IconHistory from '@tabler/icons-react/icons/IconHistory'
import IconHome from '@tabler/icons-react/icons/IconHome'
import IconKey from '@tabler/icons-react/icons/IconKey'
import IconMail from '@tabler/icons-react/icons/IconMail'
import IconPackages from '@tabler/icons-react/icons/IconPackages'
import IconSettings from '@tabler/icons-react/icons/IconSettings'
import IconShoppingCart from '@tabler/icons-react/icons/IconShoppingCart'
import IconTag from '@tabler/icons-react/icons/IconTag'
import IconTicket from '@tabler/icons-react/icons/IconTicket'
import IconTool from '@tabler/icons-react/icons/IconTool'
import IconTruckDelivery from '@tabler/icons-react/icons/IconTruckDelivery'
import IconTruckLoading from '@tabler/icons-react/icons/IconTruckLoading'
import IconTruckReturn from '@tabler/icons-react/icons/IconTruckReturn'
import IconUserCircle from '@tabler/icons-react/icons/IconUserCircle'
import IconUsers from '@tabler/icons-react/icons/IconUsers'
import IconUsersGroup from '@tabler/icons-react/icons/IconUsersGroup'
import IconWebhook from '@tabler/icons-react/icons/IconWebhook'

type Icon = typeof IconTag

/** A group of the menu: its icon, its title, and the paths of its pages with their icons, in order. */
export type Group = {
  key: string
  Icon: Icon
  title: { fr: string; en: string }
  pages: readonly (readonly [path: string, Icon: Icon])[]
}

/** The menu. A test requires each page in exactly one group. Each icon is imported from its own file. */
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
    Icon: IconSettings,
    title: { fr: 'Réglages', en: 'Settings' },
    pages: [
      ['/boutique', IconAdjustments],
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
