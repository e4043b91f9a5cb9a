import { Anchor, Badge, Checkbox, Group, List, Stack, Text } from '@mantine/core'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { OrderLink } from '../../sales/links.tsx'
import { printAddress } from '../../sales/slips.ts'
import { Actions } from './actions.tsx'
import { addressLine, countMissing, type Slip, type SlipStatus } from './slips.ts'
import { useStoreName } from './stores.ts'
import { slipTexts } from './texts.ts'

const COLORS: Record<SlipStatus, string> = {
  a_preparer: 'blue',
  incomplet: 'orange',
  prepare: 'teal',
  expedie: 'gray',
  livre: 'gray',
  annule: 'gray',
}

type Props = {
  slips: readonly Slip[]
  chosen: ReadonlySet<number>
  onChoose: (id: number, isChosen: boolean) => void
  showStore: boolean
  empty: string
}

export function SlipTable({ slips, chosen, onChoose, showStore, empty }: Props) {
  const texts = useTexts(slipTexts)
  const { moment, count } = useFormats()
  const nameOf = useStoreName()
  return (
    <DataTable
      caption={texts.title}
      rows={slips}
      rowKey={({ id }) => id}
      empty={empty}
      columns={[
        {
          key: 'slip',
          title: texts.slip,
          cell: slip => (
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Checkbox
                checked={chosen.has(slip.id)}
                onChange={event => onChoose(slip.id, event.currentTarget.checked)}
                aria-label={texts.select(slip.numero)}
              />
              <Stack gap={2}>
                <Anchor href={printAddress([slip.id])} target="_blank" size="sm" fw={600}>
                  {slip.numero}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {moment(slip.createdAt)}
                </Text>
                <Text size="xs" style={{ whiteSpace: 'nowrap' }}>
                  {texts.order} <OrderLink id={slip.ordreId} />
                </Text>
                {showStore && <Text size="xs">{nameOf(slip.storeId)}</Text>}
              </Stack>
            </Group>
          ),
        },
        {
          key: 'for',
          title: texts.forWhom,
          cell: slip => (
            <Text size="sm">
              {addressLine(slip.adresseLivraison)}
              {slip.retrait && ` (${texts.collection})`}
              {slip.adresseCorrigeeLe && (
                <Text span size="xs" fw={600} display="block">
                  {texts.corrected(moment(slip.adresseCorrigeeLe))}
                </Text>
              )}
            </Text>
          ),
        },
        {
          key: 'articles',
          title: texts.articles,
          cell: ({ articles }) => (
            <List size="sm" listStyleType="none">
              {articles.map(({ id, nom, quantite, manquant }) => (
                <List.Item key={id}>
                  {count(quantite)} × {nom}{' '}
                  {manquant > 0 && (
                    <Text span size="sm" fw={600}>
                      ({texts.missing(count(manquant))})
                    </Text>
                  )}
                </List.Item>
              ))}
            </List>
          ),
        },
        {
          key: 'status',
          title: texts.status,
          cell: slip => (
            <Badge variant="light" tt="none" color={countMissing(slip) > 0 ? 'orange' : COLORS[slip.statut]}>
              {texts[slip.statut]}
            </Badge>
          ),
        },
        { key: 'actions', title: texts.actions, isNumber: true, cell: slip => <Actions slip={slip} /> },
      ]}
    />
  )
}
