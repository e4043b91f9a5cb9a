import { Checkbox, Group, Stack, Text } from '@mantine/core'
import type { Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { isHoldingMoney, OrderBadge, PaidBadge, ToRefundBadge } from '../../sales/badges.tsx'
import { OrderLink } from '../../sales/links.tsx'
import { usePictures } from '../../sales/pictures.tsx'
import { salesTexts } from '../../sales/texts.ts'
import { customerNameOf } from './customer.ts'
import { listTexts } from './list-texts.ts'
import { orderTexts } from './texts.ts'

type Order = Shapes['CommandeListee']

/** The number of articles of an order that are shown as pictures. */
const PICTURES = 3

/** The ids of the articles of an order, each once. They are as the caller that placed the order sent them. */
const articlesOf = ({ articles }: Order) => [
  ...new Set(
    articles.flatMap(article =>
      typeof article === 'object' && article !== null && 'id' in article ? [String(article.id)] : [],
    ),
  ),
]

export function OrderTable({
  caption,
  orders,
  nameOf,
  selection,
}: {
  caption: string
  orders: readonly Order[]
  nameOf: (storeId: number) => string
  /** Undefined for users who cannot act on several orders. */
  selection:
    | { chosen: ReadonlySet<string>; onChoose: (ordreId: string, isChosen: boolean) => void }
    | undefined
}) {
  const texts = useTexts(orderTexts)
  const list = useTexts(listTexts)
  const words = useTexts(salesTexts)
  const { count, euros, moment } = useFormats()
  const pictureOf = usePictures(orders.flatMap(order => articlesOf(order).slice(0, PICTURES)))
  return (
    <DataTable
      caption={caption}
      rows={orders}
      rowKey={({ ordreId }) => ordreId}
      empty={texts.none}
      columns={[
        {
          key: 'id',
          title: words.order,
          cell: ({ ordreId, createdAt }) => (
            <Group gap="xs" wrap="nowrap" align="flex-start">
              {selection && (
                <Checkbox
                  checked={selection.chosen.has(ordreId)}
                  onChange={event => selection.onChoose(ordreId, event.currentTarget.checked)}
                  aria-label={list.select(ordreId)}
                />
              )}
              <Stack gap={0}>
                <OrderLink id={ordreId} />
                <Text size="xs" c="dimmed" className="whole">
                  {moment(createdAt)}
                </Text>
              </Stack>
            </Group>
          ),
        },
        {
          key: 'client',
          title: words.client,
          cell: order => <div className="typed">{customerNameOf(order) ?? words.guest}</div>,
        },
        {
          key: 'articles',
          title: texts.articles,
          cell: order => {
            const articles = articlesOf(order)
            return (
              <Group gap={4} wrap="nowrap">
                {articles.slice(0, PICTURES).map(id => (
                  <span key={id}>{pictureOf(id)}</span>
                ))}
                {articles.length > PICTURES && (
                  <Text size="xs" c="dimmed">
                    {list.more(count(articles.length - PICTURES))}
                  </Text>
                )}
              </Group>
            )
          },
        },
        { key: 'status', title: words.status, cell: order => <OrderBadge of={order} /> },
        {
          key: 'paid',
          title: texts.payment,
          cell: order => (
            <Stack gap={4} className="badges">
              <PaidBadge state={order.paiement.statut} />
              {isHoldingMoney(order) && <ToRefundBadge />}
            </Stack>
          ),
        },
        {
          key: 'delivery',
          title: texts.delivery,
          cell: ({ livraison: { magasinId, nom } }) =>
            magasinId ? texts.collect(nameOf(magasinId)) : (nom ?? texts.atHome),
        },
        {
          key: 'amount',
          title: words.amount,
          isNumber: true,
          cell: ({ montantTotalCents }) => euros(montantTotalCents),
        },
      ]}
    />
  )
}
