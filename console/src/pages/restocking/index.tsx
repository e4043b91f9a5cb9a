import { Badge, Select, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { writeDay } from '../../parts/exports/csv.ts'
import { ExportButton } from '../../parts/exports/export-button.tsx'
import { defineColumns } from '../../parts/exports/read-all.ts'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { useStores } from '../../parts/stores.ts'
import { restockingTexts } from './texts.ts'

const LIMIT = 20
const COLORS = { PENDING: 'yellow', ACCEPTED: 'blue', COMPLETED: 'teal', CANCELLED: 'gray' } as const
/** The store selected by default: the purchasing application knows only store 1. */
const FIRST_STORE = '1'

const COLUMNS = defineColumns<Shapes['Reapprovisionnement']>({
  Demande: ({ name }) => name,
  Rayon: ({ category }) => category,
  'Demandée par': ({ createdBy }) => createdBy,
  'Demandée le': ({ createdAt }) => writeDay(createdAt),
  Livraison: ({ deliveryDate }) => writeDay(deliveryDate),
  État: ({ status }) => (status ? restockingTexts.fr[status] : ''),
})

/** Restocking orders of the stores. */
export default function RestockingPage() {
  const words = useTexts(restockingTexts)
  const { day } = useFormats()
  const { get, page, set } = useSearchState()
  const stores = useStores()
  const store = get('magasin') || FIRST_STORE
  const query = { store_id: Number(store) || 1, page, limit: LIMIT }
  const read = (paging: { page: number; limit: number }) =>
    answerOf(api.GET('/api/reapprovisionnements', { params: { query: { ...query, ...paging } } }))
  const requests = useQuery({
    queryKey: ['restockings', query],
    queryFn: () => read({ page, limit: LIMIT }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title={words.title}
      actions={
        <ExportButton
          source={{
            name: 'reassort',
            columns: COLUMNS,
            rowKey: ({ id }) => id,
            read: async paging => {
              const { data, totalItems } = await read(paging)
              return { data, total: totalItems }
            },
          }}
        />
      }
    >
      <Text size="sm" c="dimmed">
        {words.hint}
      </Text>
      <Select
        label={words.store}
        allowDeselect={false}
        searchable
        value={store}
        onChange={value => set({ magasin: value ?? '' })}
        data={stores.choices}
        style={{ maxWidth: '24rem' }}
      />
      <Answer of={requests}>
        {({ data, totalItems }) => (
          <>
            <DataTable
              caption={words.title}
              rows={data}
              rowKey={({ id }) => id}
              empty={words.none}
              columns={[
                { key: 'name', title: words.name, cell: ({ name }) => name },
                { key: 'category', title: words.category, cell: ({ category }) => category ?? '–' },
                { key: 'by', title: words.by, cell: ({ createdBy }) => createdBy ?? '–' },
                { key: 'at', title: words.at, cell: ({ createdAt }) => (createdAt ? day(createdAt) : '–') },
                {
                  key: 'delivery',
                  title: words.delivery,
                  cell: ({ deliveryDate }) => (deliveryDate ? day(deliveryDate) : '–'),
                },
                {
                  key: 'status',
                  title: words.status,
                  cell: ({ status }) =>
                    status ? (
                      <Badge color={COLORS[status]} variant="light" tt="none">
                        {words[status]}
                      </Badge>
                    ) : (
                      '–'
                    ),
                },
              ]}
            />
            <Pager page={page} limit={LIMIT} total={totalItems} onPage={next => set({ page: next })} />
          </>
        )}
      </Answer>
    </Page>
  )
}
