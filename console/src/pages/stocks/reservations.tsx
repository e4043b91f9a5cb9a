import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { ExportButton } from '../../parts/exports/export-button.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { useProductNames } from '../../parts/product-names.ts'
import { useStores } from '../../parts/stores.ts'
import { OrderLink } from '../../sales/links.tsx'
import { stockTexts } from '../../stock/texts.ts'
import { addProducts, reservationColumns } from './export.ts'
import { StockFilters, useStockFilter } from './filters.tsx'
import { Tabs } from './tabs.tsx'

const LIMIT = 20
/** Refetch interval: reservations change without action of the user. */
const EVERY_MS = 15_000

/** Reservations of unpaid orders, and when they expire. */
export function Reservations() {
  const words = useTexts(stockTexts)
  const { count, moment } = useFormats()
  const { page, set, storeId, productId } = useStockFilter()
  const query = {
    ...{ page, limit: LIMIT },
    ...(storeId === undefined ? {} : { storeId }),
    ...(productId === undefined ? {} : { productId }),
  }
  const read = (paging: { page: number; limit: number }) =>
    answerOf(api.GET('/api/v1/privee/reservations', { params: { query: { ...query, ...paging } } }))
  const held = useQuery({
    queryKey: ['stocks', 'reservations', query],
    queryFn: () => read({ page, limit: LIMIT }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
  const productName = useProductNames(held.data?.data.map(({ productId }) => productId) ?? [])
  const { nameOf: storeName } = useStores()
  return (
    <Page
      title={words.title}
      actions={
        <ExportButton
          source={{
            name: 'reservations',
            columns: reservationColumns(storeName),
            rowKey: ({ ordreId, productId, storeId }) => `${ordreId} ${productId} ${storeId}`,
            read: async paging => addProducts(await read(paging)),
          }}
        />
      }
    >
      <Tabs />
      <StockFilters />
      <Text size="sm" c="dimmed">
        {words.endsHint}
      </Text>
      <Answer of={held}>
        {({ data, total }) => (
          <>
            <DataTable
              caption={words.reservations}
              rows={data}
              rowKey={({ ordreId, productId, storeId }) => `${ordreId} ${productId} ${storeId}`}
              empty={words.noReservation}
              columns={[
                {
                  key: 'order',
                  title: words.order,
                  cell: ({ ordreId }) => <OrderLink id={ordreId} />,
                },
                { key: 'product', title: words.product, cell: ({ productId }) => productName(productId) },
                { key: 'store', title: words.store, cell: ({ storeId }) => storeName(storeId) },
                {
                  key: 'quantity',
                  title: words.quantity,
                  isNumber: true,
                  cell: ({ quantite }) => count(quantite),
                },
                { key: 'since', title: words.since, cell: ({ createdAt }) => moment(createdAt) },
                { key: 'ends', title: words.ends, cell: ({ expireLe }) => moment(expireLe) },
              ]}
            />
            <Pager page={page} limit={LIMIT} total={total} onPage={next => set({ page: next })} />
          </>
        )}
      </Answer>
    </Page>
  )
}
