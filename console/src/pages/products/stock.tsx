import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { answerOf, api } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Pager } from '../../parts/pager.tsx'
import { useStores } from '../../parts/stores.ts'
import { Section } from '../../sales/section.tsx'
import { StockActions } from '../../stock/actions.tsx'
import { CountNewStock } from '../../stock/count-new.tsx'
import { stockTexts } from '../../stock/texts.ts'

const LIMIT = 20

/** The stock of a product in each store of the user, with its movements. */
export function ProductStock({ id, name }: { id: number; name: string }) {
  const words = useTexts(stockTexts)
  const { count } = useFormats()
  const { nameOf } = useStores()
  const [page, setPage] = useState(1)
  const [isAdding, setAdding] = useState(false)
  const query = { productIds: String(id), page, limit: LIMIT }
  const stocks = useQuery({
    queryKey: ['stocks', 'list', query],
    queryFn: () => answerOf(api.GET('/api/v1/privee/stocks', { params: { query } })),
  })
  // A link of the list leads here, below the form.
  const place = useRef<HTMLDivElement>(null)
  const isRead = stocks.data !== undefined
  useEffect(() => {
    if (isRead && window.location.hash === '#stock') place.current?.scrollIntoView()
  }, [isRead])
  return (
    <div ref={place}>
      <Section
        title={words.perStore}
        actions={
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            {words.addStore}
          </Button>
        }
      >
        <Answer of={stocks}>
          {({ data, total }) =>
            total === 0 ? (
              <Text c="dimmed">
                {words.neverCounted}. {words.neverCountedText}
              </Text>
            ) : (
              <>
                <DataTable
                  caption={words.perStore}
                  rows={data}
                  rowKey={stock => stock.id}
                  columns={[
                    { key: 'store', title: words.store, cell: ({ storeId }) => nameOf(storeId) },
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
                    { key: 'free', title: words.free, isNumber: true, cell: ({ stock }) => count(stock) },
                    {
                      key: 'actions',
                      title: words.actions,
                      isNumber: true,
                      cell: stock => <StockActions stock={stock} product={name} />,
                    },
                  ]}
                />
                <Pager page={page} limit={LIMIT} total={total} onPage={setPage} />
              </>
            )
          }
        </Answer>
        {isAdding && <CountNewStock productId={id} onClose={() => setAdding(false)} />}
      </Section>
    </div>
  )
}
