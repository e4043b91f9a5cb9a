import { Badge, Button, Checkbox, Group } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
import { StockActions } from '../../stock/actions.tsx'
import type { Stock } from '../../stock/count.tsx'
import { CountNewStock } from '../../stock/count-new.tsx'
import { stockTexts } from '../../stock/texts.ts'
import { addProducts, stockColumns } from './export.ts'
import { StockFilters, useStockFilter } from './filters.tsx'
import { Tabs } from './tabs.tsx'

const LIMIT = 20
const isLow = ({ stock, seuil }: Stock) => seuil !== null && stock < seuil

/** Stocks of the stores: counts, reserved quantities and low stocks. */
export function Shelves() {
  const words = useTexts(stockTexts)
  const { count, moment } = useFormats()
  const { get, page, set, storeId, productId } = useStockFilter()
  const onlyLow = get('seuil') === '1'
  const [isAdding, setAdding] = useState(false)
  const query = {
    ...{ page, limit: LIMIT },
    ...(storeId === undefined ? {} : { storeId }),
    ...(productId === undefined ? {} : { productIds: String(productId) }),
    ...(onlyLow ? { sousSeuil: true } : {}),
  }
  const read = (paging: { page: number; limit: number }) =>
    answerOf(api.GET('/api/v1/privee/stocks', { params: { query: { ...query, ...paging } } }))
  const stocks = useQuery({
    queryKey: ['stocks', 'list', query],
    queryFn: () => read({ page, limit: LIMIT }),
    placeholderData: keepPreviousData,
  })
  const productName = useProductNames(stocks.data?.data.map(({ productId }) => productId) ?? [])
  const { nameOf: storeName } = useStores()
  return (
    <Page
      title={words.title}
      actions={
        <>
          <ExportButton
            source={{
              name: 'stocks',
              columns: stockColumns(storeName),
              rowKey: ({ id }) => id,
              read: async paging => addProducts(await read(paging)),
            }}
          />
          <Button onClick={() => setAdding(true)}>{words.addCount}</Button>
        </>
      }
    >
      <Tabs />
      <StockFilters>
        <Checkbox
          label={words.onlyLow}
          checked={onlyLow}
          onChange={event => set({ seuil: event.currentTarget.checked ? '1' : '' })}
          pb={8}
        />
      </StockFilters>
      <Answer of={stocks}>
        {({ data, total }) => (
          <>
            <DataTable
              caption={words.title}
              rows={data}
              rowKey={({ id }) => id}
              empty={onlyLow ? words.noneLow : words.none}
              columns={[
                { key: 'product', title: words.product, cell: ({ productId }) => productName(productId) },
                { key: 'store', title: words.store, cell: ({ storeId }) => storeName(storeId) },
                {
                  key: 'there',
                  title: words.there,
                  isNumber: true,
                  cell: ({ enStock }) => count(enStock),
                },
                {
                  key: 'promised',
                  title: words.promised,
                  isNumber: true,
                  cell: ({ reserve }) => count(reserve),
                },
                {
                  key: 'free',
                  title: words.free,
                  isNumber: true,
                  cell: row => (
                    <Group gap={6} justify="flex-end" wrap="nowrap" display="inline-flex">
                      {isLow(row) && (
                        <Badge color="orange" variant="light" tt="none">
                          {words.low}
                        </Badge>
                      )}
                      {count(row.stock)}
                    </Group>
                  ),
                },
                {
                  key: 'threshold',
                  title: words.threshold,
                  isNumber: true,
                  cell: ({ seuil }) => (seuil === null ? '–' : count(seuil)),
                },
                { key: 'changed', title: words.changed, cell: ({ updatedAt }) => moment(updatedAt) },
                {
                  key: 'actions',
                  title: words.actions,
                  isNumber: true,
                  cell: row => <StockActions stock={row} product={productName(row.productId)} />,
                },
              ]}
            />
            <Pager page={page} limit={LIMIT} total={total} onPage={next => set({ page: next })} />
          </>
        )}
      </Answer>
      {isAdding && <CountNewStock storeId={storeId} onClose={() => setAdding(false)} />}
    </Page>
  )
}
