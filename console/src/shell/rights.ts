import { defineTexts, useTexts } from '../language/language.tsx'
import type { Right } from './session.tsx'

/** Rights of keys and members of staff, in the order shown. */
export const RIGHTS: readonly Right[] = [
  'shop',
  'till',
  'warehouse',
  'catalogue',
  'support',
  'admin',
  'metrics',
  'peer',
]

export const rightTexts = defineTexts({
  fr: {
    shop: 'Boutique en ligne',
    till: 'Caisse',
    warehouse: 'Entrepôt',
    catalogue: 'Catalogue',
    support: 'Service client',
    admin: 'Administration',
    metrics: 'Mesures',
    peer: 'Entre domaines',
    shopHint: 'commandes, paniers et paiements pour la boutique',
    tillHint: 'encaisser, commandes et clients en magasin',
    warehouseHint: 'stocks, bons, réparations, réassort',
    catalogueHint: 'produits, promotions, imports',
    supportHint: 'commandes, remboursements, clients, courriels',
    adminHint: 'tout, y compris l’équipe et les clés',
    metricsHint: 'lire les mesures, pour Prometheus',
    peerHint: 'pour les serveurs de la plateforme seulement',
  },
  en: {
    shop: 'Web shop',
    till: 'Till',
    warehouse: 'Warehouse',
    catalogue: 'Catalogue',
    support: 'Support',
    admin: 'Administration',
    metrics: 'Metrics',
    peer: 'Between areas',
    shopHint: 'orders, baskets and payments for the shop',
    tillHint: 'cash, orders and customers in the store',
    warehouseHint: 'stocks, slips, repairs, restocking',
    catalogueHint: 'products, promotions, imports',
    supportHint: 'orders, refunds, customers, mails',
    adminHint: 'everything, including staff and keys',
    metricsHint: 'reading metrics, for Prometheus',
    peerHint: 'only for the servers of the platform',
  },
})

/** Returns a function that lists the translated names of rights, in a fixed order. */
export function useRightNames() {
  const texts = useTexts(rightTexts)
  return (rights: readonly Right[]) =>
    RIGHTS.filter(right => rights.includes(right))
      .map(right => texts[right])
      .join(', ')
}

/** The named sets of rights of staff. A key has single rights. */
export const ROLES = ['vendeur', 'service', 'acheteur', 'administrateur'] as const
export type Role = (typeof ROLES)[number]

export const RIGHTS_OF_ROLE: Record<Role, readonly Right[]> = {
  vendeur: ['till', 'warehouse'],
  service: ['support'],
  acheteur: ['warehouse', 'catalogue'],
  administrateur: ['admin'],
}

export const roleTexts = defineTexts({
  fr: {
    vendeur: 'Vendeur',
    service: 'Service client',
    acheteur: 'Acheteur',
    administrateur: 'Administrateur',
    vendeurHint: 'encaisse, prépare et remet les commandes, compte les stocks, tient les réparations',
    serviceHint: 'suit, annule et rembourse les commandes, aide les clients, décide des rétractations',
    acheteurHint: 'tient les produits, les prix et les promotions, les stocks et le réassort',
    administrateurHint: 'peut tout, y compris l’équipe, les clés et le journal',
  },
  en: {
    vendeur: 'Sales assistant',
    service: 'Customer service',
    acheteur: 'Buyer',
    administrateur: 'Administrator',
    vendeurHint: 'takes payments, prepares and hands over orders, counts stocks, handles repairs',
    serviceHint: 'follows, cancels and refunds orders, helps customers, decides on withdrawals',
    acheteurHint: 'maintains products, prices and promotions, stocks and restocking',
    administrateurHint: 'may do everything, including staff, keys and the journal',
  },
})

/** Returns the role with exactly these rights, if there is one. */
export const roleOf = (rights: readonly Right[]): Role | undefined =>
  ROLES.find(role => [...RIGHTS_OF_ROLE[role]].sort().join() === [...rights].sort().join())

/** Returns the roles that include one of these rights; `admin` includes all of them. */
export const rolesWith = (rights: readonly Right[]): Role[] =>
  ROLES.filter(role => RIGHTS_OF_ROLE[role].some(right => right === 'admin' || rights.includes(right)))
