import type { Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { OrderBadge, PaidBadge } from '../../sales/badges.tsx'
import { OrderLink } from '../../sales/links.tsx'
import { salesTexts } from '../../sales/texts.ts'
import { customerNameOf } from './customer.ts'
import { orderTexts } from './texts.ts'

export function OrderTable({
  caption,
  orders,
  nameOf,
}: {
  caption: string
  orders: readonly Shapes['CommandeListee'][]
  nameOf: (storeId: number) => string
}) {
  const texts = useTexts(orderTexts)
  const words = useTexts(salesTexts)
  const { euros, moment } = useFormats()
  return (
    <DataTable
      caption={caption}
      rows={orders}
      rowKey={({ ordreId }) => ordreId}
      empty={texts.none}
      columns={[
        { key: 'id', title: words.order, cell: ({ ordreId }) => <OrderLink id={ordreId} /> },
        {
          key: 'date',
          title: words.date,
          cell: ({ createdAt }) => <span className="whole">{moment(createdAt)}</span>,
        },
        { key: 'client', title: words.client, cell: customerNameOf },
        { key: 'status', title: words.status, cell: ({ statut }) => <OrderBadge status={statut} /> },
        { key: 'paid', title: texts.payment, cell: ({ paiement }) => <PaidBadge state={paiement.statut} /> },
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
