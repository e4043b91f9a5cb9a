import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Plot } from '../../parts/plot.tsx'
import { Section } from '../../sales/section.tsx'
import { salesTexts } from '../../sales/texts.ts'
import { monthsUntil } from './months.ts'
import { clientTexts } from './texts.ts'

/** Purchases of a customer in all channels by month, and the products bought most. */
export function Purchases({ id }: { id: string }) {
  const texts = useTexts(clientTexts)
  const words = useTexts(salesTexts)
  const { language } = useLanguage()
  const { euros, count } = useFormats()
  const months = useQuery({
    queryKey: ['client', id, 'months'],
    queryFn: () =>
      answerOf(api.GET('/api/v1/privee/clients/{id}/achats-par-mois', { params: { path: { id } } })),
  })
  const habits = useQuery({
    queryKey: ['client', id, 'habits'],
    queryFn: () => answerOf(api.GET('/api/publique/clients/{id}/habits', { params: { path: { id } } })),
  })
  const name = new Intl.DateTimeFormat(language, { month: 'short', year: '2-digit', timeZone: 'UTC' })
  return (
    <Section title={texts.purchases}>
      <Answer of={months}>
        {({ data, total }) => {
          if (total.totalQuantity === 0) return <Text c="dimmed">{texts.noPurchases}</Text>
          const shown = monthsUntil(new Date(), data)
          return (
            <>
              <Text size="sm">
                {texts.boughtInAll(euros(total.totalAmount), count(total.totalQuantity), total.totalQuantity)}
              </Text>
              <Plot
                title={texts.purchasesByMonth}
                labels={shown.map(({ month }) => name.format(new Date(`${month}-01T00:00:00Z`)))}
                series={[{ label: texts.purchases, values: shown.map(({ cents }) => cents), isBars: true }]}
                format={euros}
              />
            </>
          )
        }}
      </Answer>
      <Answer of={habits}>
        {({ topItems }) =>
          topItems.length > 0 && (
            <>
              <Title order={3} size="h5">
                {texts.favourites}
              </Title>
              <DataTable
                caption={texts.favourites}
                rows={topItems}
                rowKey={({ articleId }) => articleId}
                columns={[
                  { key: 'name', title: texts.article, cell: ({ articleName }) => articleName },
                  {
                    key: 'n',
                    title: texts.quantity,
                    isNumber: true,
                    cell: ({ totalQuantity }) => count(totalQuantity),
                  },
                  {
                    key: 'amount',
                    title: words.amount,
                    isNumber: true,
                    cell: ({ totalAmount }) => euros(totalAmount),
                  },
                ]}
              />
            </>
          )
        }
      </Answer>
    </Section>
  )
}
