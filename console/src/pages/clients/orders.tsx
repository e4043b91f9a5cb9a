import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { answerOf, api } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { OrderBadge } from '../../sales/badges.tsx'
import { OrderLink, pageAddress } from '../../sales/links.tsx'
import { Section } from '../../sales/section.tsx'
import { salesTexts } from '../../sales/texts.ts'
import { clientTexts } from './texts.ts'

const SHOWN = 5

/** Latest orders of a customer. */
export function Orders({ id }: { id: string }) {
  const texts = useTexts(clientTexts)
  const words = useTexts(salesTexts)
  const { euros, day, count } = useFormats()
  const orders = useQuery({
    queryKey: ['client', id, 'orders'],
    queryFn: () =>
      answerOf(api.GET('/api/v1/privee/commandes', { params: { query: { clientId: id, limit: SHOWN } } })),
  })
  return (
    <Section title={texts.orders}>
      <Answer of={orders}>
        {({ data, total }) => (
          <>
            <DataTable
              caption={texts.orders}
              rows={data}
              rowKey={({ ordreId }) => ordreId}
              columns={[
                { key: 'id', title: words.order, cell: ({ ordreId }) => <OrderLink id={ordreId} /> },
                {
                  key: 'date',
                  title: words.date,
                  cell: ({ createdAt }) => day(createdAt),
                },
                { key: 'status', title: words.status, cell: order => <OrderBadge of={order} /> },
                {
                  key: 'amount',
                  title: words.amount,
                  isNumber: true,
                  cell: ({ montantTotalCents }) => euros(montantTotalCents),
                },
              ]}
            />
            {total > SHOWN && (
              <Anchor component={Link} href={pageAddress(`/commandes?search=${id}`)} size="sm">
                {texts.allOrders(count(total))}
              </Anchor>
            )}
          </>
        )}
      </Answer>
    </Section>
  )
}
