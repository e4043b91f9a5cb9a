import { Checkbox, Stack } from '@mantine/core'
import { defineTexts, useTexts } from '../../language/language.tsx'
import type { Right } from '../../shell/session.tsx'

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

/** Rights that only programs need. */
const FOR_PROGRAMS: readonly Right[] = ['metrics', 'peer']

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

/** Selects the rights of a key or of a member of staff. `forKey` also offers the rights that only programs need. */
export function RightsInput({
  label,
  value,
  onChange,
  error,
  forKey = false,
}: {
  label: string
  value: readonly Right[]
  onChange: (rights: Right[]) => void
  error?: string | undefined
  forKey?: boolean
}) {
  const words = useTexts(rightTexts)
  const offered = RIGHTS.filter(right => forKey || !FOR_PROGRAMS.includes(right) || value.includes(right))
  return (
    <Checkbox.Group
      label={label}
      value={[...value]}
      onChange={chosen => onChange(RIGHTS.filter(right => chosen.includes(right)))}
      error={error}
      withAsterisk
    >
      <Stack gap="xs" mt="xs">
        {offered.map(right => (
          <Checkbox key={right} value={right} label={words[right]} description={words[`${right}Hint`]} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
