import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { OrderLink } from '../../sales/links.tsx'
import { Section } from '../../sales/section.tsx'
import { salesTexts } from '../../sales/texts.ts'
import { clientTexts } from './texts.ts'

/** Each of them is read for its returns. */
const ORDERS = 10

/** Only delivered orders have returns. */
async function returnsOf(clientId: string) {
  const query = { clientId, statut: 'LIVREE', limit: ORDERS } as const
  const { data } = await answerOf(api.GET('/api/v1/privee/commandes', { params: { query } }))
  const files = await Promise.all(
    data.map(({ ordreId }) =>
      answerOf(api.GET('/api/v1/privee/commandes/{ordreId}/dossier', { params: { path: { ordreId } } })),
    ),
  )
  return files.flatMap(({ ordreId, retours, articlesCommandes }) => {
    const names = new Map(articlesCommandes.map(({ articleId, nom }) => [articleId, nom]))
    return retours.map(each => ({
      ...each,
      ordreId,
      goods: each.articles
        .map(({ articleId, quantite }) => `${quantite} × ${names.get(articleId) ?? articleId}`)
        .join(', '),
    }))
  })
}

/** The goods that a customer returned from their latest orders. */
export function Returns({ id }: { id: string }) {
  const texts = useTexts(clientTexts)
  const words = useTexts(salesTexts)
  const { euros, day } = useFormats()
  const returns = useQuery({ queryKey: ['client', id, 'returns'], queryFn: () => returnsOf(id) })
  return (
    <Section title={texts.returns}>
      <Answer of={returns}>
        {rows =>
          rows.length === 0 ? (
            <Text c="dimmed">{texts.noReturns}</Text>
          ) : (
            <DataTable
              caption={texts.returns}
              rows={rows}
              rowKey={({ retourId }) => retourId}
              columns={[
                { key: 'date', title: words.date, cell: ({ createdAt }) => day(createdAt) },
                { key: 'order', title: words.order, cell: ({ ordreId }) => <OrderLink id={ordreId} /> },
                { key: 'goods', title: texts.article, cell: ({ goods }) => goods },
                {
                  key: 'amount',
                  title: words.amount,
                  isNumber: true,
                  cell: ({ montantCents }) => euros(montantCents),
                },
              ]}
            />
          )
        }
      </Answer>
    </Section>
  )
}
