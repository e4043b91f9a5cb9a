import { Anchor, Badge, Button } from '@mantine/core'
import { Link } from 'wouter'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Page } from '../../parts/page.tsx'
import { type DeliveryMethod, useDeliveryDays, useDeliveryMethods } from '../../sales/delivery-methods.ts'
import { useMay } from '../../shell/session.tsx'
import { useCountries } from './countries.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { deliveryTexts } from './texts.ts'

/** Number of zones that the list names. */
const NAMED = 3

/** All delivery methods, and their prices for a basket. */
export function MethodList() {
  const texts = useTexts(deliveryTexts)
  const { euros } = useFormats()
  const may = useMay()
  const methods = useDeliveryMethods()
  const daysOf = useDeliveryDays()
  const zonesOf = useZones()
  return (
    <Page
      title={texts.title}
      actions={
        may('catalogue') && (
          <Button component={Link} href="/nouveau">
            {texts.add}
          </Button>
        )
      }
    >
      <Answer of={methods}>
        {data => (
          <DataTable
            caption={texts.title}
            rows={data}
            rowKey={({ code }) => code}
            empty={texts.empty}
            columns={[
              {
                key: 'nom',
                title: texts.name,
                cell: ({ code, nom }) => (
                  <Anchor component={Link} href={`/${code}`} inherit>
                    {nom}
                  </Anchor>
                ),
              },
              { key: 'type', title: texts.type, cell: ({ type }) => texts[type] },
              { key: 'zones', title: texts.zones, cell: zonesOf },
              {
                key: 'days',
                title: texts.days,
                cell: ({ delaiJours }) => (delaiJours ? daysOf(delaiJours) : '–'),
              },
              {
                key: 'free',
                title: texts.freeFrom,
                isNumber: true,
                cell: ({ offertDesCents }) => (offertDesCents === null ? '–' : euros(offertDesCents)),
              },
              {
                key: 'price',
                title: texts.price,
                isNumber: true,
                cell: ({ tarifs }) => {
                  const lowest = euros(Math.min(...tarifs.map(({ prixCents }) => prixCents)))
                  return tarifs.length > 1 ? texts.fromPrice(lowest) : lowest
                },
              },
              { key: 'state', title: texts.state, cell: method => <StateBadge of={method} /> },
            ]}
          />
        )}
      </Answer>
      <PreviewPanel />
    </Page>
  )
}

export function StateBadge({ of: { actif } }: { of: DeliveryMethod }) {
  const texts = useTexts(deliveryTexts)
  return (
    <Badge variant="light" tt="none" miw="max-content" color={actif ? 'teal' : 'gray'}>
      {actif ? texts.active : texts.inactive}
    </Badge>
  )
}

/** Returns a function that names the first zones of a method. */
function useZones() {
  const texts = useTexts(deliveryTexts)
  const { count } = useFormats()
  const { nameOf } = useCountries()
  return ({ type, zones }: DeliveryMethod) => {
    if (type === 'retrait') return '–'
    if (zones.length === 0) return texts.everywhere
    const named = zones
      .slice(0, NAMED)
      .map(({ pays, prefixes }) => (prefixes.length > 0 ? texts.partly(nameOf(pays)) : nameOf(pays)))
      .join(', ')
    return zones.length > NAMED ? `${named} ${texts.others(count(zones.length - NAMED))}` : named
  }
}
